#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the steps of a workflow of GitHub's, or of a composite action, that are shell, as GitHub does. Steps that use
somebody's action are named and left out; those that use the action of this repository run its steps.

    Scripts/python/workflow.py FILE --owner OWNER/near-connect --action action.yml --workspace FOLDER --temporary FOLDER
        [--with NAME=VALUE…]    inputs of the action in place of the workflow's
    Scripts/python/workflow.py --shellcheck PROGRAM FILE…    shellcheck over all steps
    Scripts/python/workflow.py --print NAME FILE             the text of a step

Needs PyYAML. Expressions are names (`${{ inputs.files }}`), as safe steps have them; any other one is a fault. What a step
says in GITHUB_OUTPUT is kept, and after a step that failed only those run that have `if: always()`.
"""
import argparse
import itertools
import os
import re
import subprocess
import sys

import yaml

EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


def filled(text, names):
    """A text with the values of its expressions."""
    def value(match):
        if match.group(1) not in names:
            raise SystemExit("workflow.py: nothing is known of ${{ %s }}" % match.group(1))
        return str(names[match.group(1)])
    return EXPRESSION.sub(value, str(text))


def parsed(path):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file)


class Runner:
    """One machine of GitHub's."""

    def __init__(self, options):
        self.options = options
        self.failed = False
        self.run_count = 0
        files = {name: os.path.join(options.temporary, name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")}
        self.environment = files | {
            "GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_WORKSPACE": options.workspace,
            "RUNNER_TEMP": options.temporary, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
        }
        self.names = {"runner.temp": options.temporary, "runner.os": "Linux", "runner.arch": "X64"}

    def steps(self, steps, names, action_path=None):
        outputs = {}
        for step in steps:
            title = step.get("name") or step.get("uses") or step.get("run", "")
            if self.failed and step.get("if") != "always()":
                print("workflow: skipped: %s" % title, flush=True)
            elif "uses" in step:
                self.use(step, title, names)
            else:
                outputs |= self.shell(step, title, names, action_path)
        return outputs

    def use(self, step, title, names):
        if not step["uses"].startswith(self.options.owner + "@"):
            print("workflow: not run, somebody else's: %s" % title, flush=True)
            return
        action = parsed(self.options.action)
        given = {name: filled(value, names) for name, value in step.get("with", {}).items()}
        given |= dict(pair.split("=", 1) for pair in self.options.given)
        inputs = {}
        for name, declared in action["inputs"].items():
            if declared.get("required") and name not in given:
                raise SystemExit("workflow.py: the action needs the input %s" % name)
            inputs["inputs." + name] = given.pop(name, declared.get("default"))
        if given:
            raise SystemExit("workflow.py: the action has no input %s" % ", ".join(given))
        path = os.path.dirname(os.path.abspath(self.options.action))
        outputs = self.steps(action["runs"]["steps"], self.names | inputs, path)
        for name, declared in action.get("outputs", {}).items():
            if not self.failed:
                print("workflow: output %s: %s" % (name, filled(declared["value"], outputs)), flush=True)

    def shell(self, step, title, names, action_path):
        """Runs a step of shell as GitHub does, and returns its outputs."""
        environment = self.environment | {name: filled(value, names) for name, value in step.get("env", {}).items()}
        if action_path:
            environment["GITHUB_ACTION_PATH"] = action_path
        output = environment["GITHUB_OUTPUT"]
        open(output, "w", encoding="utf-8").close()
        print("workflow: runs: %s" % title, flush=True)
        flags = ["--noprofile", "--norc", "-eo", "pipefail"] if step.get("shell") == "bash" else ["-e"]
        command = ["bash"] + flags + ["-c", filled(step["run"], names)]
        self.run_count += 1
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, check=False, cwd=self.options.workspace, env=os.environ | environment)
        if ran.returncode != 0:
            print("workflow: failed: %s" % title, flush=True)
            self.failed = True
        with open(output, encoding="utf-8") as file:
            pairs = [line.rstrip("\n").split("=", 1) for line in file]
        return {"steps.%s.outputs.%s" % (step.get("id"), name): value for name, value in pairs}

    def workflow(self):
        for title, job in parsed(self.options.file)["jobs"].items():
            matrix = job.get("strategy", {}).get("matrix", {})
            for values in itertools.product(*matrix.values()):
                machine = dict(zip(matrix, values))
                print("workflow: job %s %s" % (title, machine or ""), flush=True)
                failed, self.failed = self.failed, False
                self.steps(job["steps"], self.names | {"matrix." + name: value for name, value in machine.items()})
                self.failed = failed or self.failed
        print("workflow: %d steps of shell" % self.run_count)


def shell_steps(path):
    """The steps of shell of a workflow or an action."""
    document = parsed(path)
    jobs = document["jobs"].values() if "jobs" in document else [document["runs"]]
    for job in jobs:
        for step in job["steps"]:
            if "run" in step:
                yield step


def check(program, paths):
    """Prints what shellcheck finds in steps; an expression is a word to it."""
    for path in paths:
        for step in shell_steps(path):
            ran = subprocess.run(
                [program, "--shell=bash", "--format=gcc", "-"], input=EXPRESSION.sub("expression", step["run"]),
                capture_output=True, text=True, check=False)
            for line in ran.stdout.splitlines():
                print("%s, step “%s”, %s" % (path, step.get("name"), line.removeprefix("-:")))
            if EXPRESSION.search(step["run"]):
                print("%s, step “%s”: an expression stands in the shell's text; hand it over in env" % (path, step.get("name")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="+")
    parser.add_argument("--shellcheck")
    parser.add_argument("--print")
    parser.add_argument("--owner")
    parser.add_argument("--action")
    parser.add_argument("--workspace")
    parser.add_argument("--temporary")
    parser.add_argument("--with", dest="given", nargs="*", default=[])
    options = parser.parse_args()
    if options.shellcheck:
        check(options.shellcheck, options.file)
        return
    options.file = options.file[0]
    if options.print:
        print(next(step["run"] for step in shell_steps(options.file) if step["name"] == options.print))
        return
    runner = Runner(options)
    runner.workflow()
    sys.exit(1 if runner.failed else 0)


if __name__ == "__main__":
    main()
