# SPDX-License-Identifier: MIT
"""A driven browser isn't for real money, by the genesis that the node names; its control channel is its user's alone."""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

from driver_session import PATIENCE, Control, Session, free_port, serving

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
MAINNET = "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
STRANGER = 65534

VISIT = """
import json, os, socket, sys
os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
visitor = socket.socket(socket.AF_UNIX)
visitor.settimeout(10)
try:
    visitor.connect(sys.argv[1])
    visitor.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "policy.set", "params": {"policy": "allow"}}).encode() + b"\\n")
    print(visitor.recv(4096).decode() or "closed")
except PermissionError:
    print("refused")
except (ConnectionError, BrokenPipeError):
    print("closed")
"""


class Mainnet(http.server.BaseHTTPRequestHandler):
    """A node that names mainnet's genesis, whatever it is called."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status = {"chain_id": "local", "genesis_hash": MAINNET, "protocol_version": 80, "latest_protocol_version": 80,
                  "version": {"version": "2.9.0", "build": "1", "rustc_version": "1"}, "node_public_key": "ed25519:" + "1" * 32,
                  "rpc_addr": "0.0.0.0:3030", "validators": [], "uptime_sec": 1,
                  "sync_info": {"latest_block_hash": MAINNET, "latest_block_height": 9, "latest_state_root": MAINNET,
                                "latest_block_time": "2026-01-01T00:00:00Z", "syncing": False}}
        answer = json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": status}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


def mainnet(site, node, private):
    os.makedirs(f"{private}/keys")
    chain = ["--network", "local", "--rpc-url", f"http://127.0.0.1:{node.server_port}", "--credentials", f"{private}/keys"]
    rule = {"name": "all", "networks": ["local"], "deposit": "1 NEAR"}
    for words, policy in [("allow", "allow"), ("deny", "deny"), ("a file", f"{private}/silent.json")]:
        with open(f"{private}/silent.json", "w") as file:
            json.dump({"version": 1, "rules": [rule]}, file)
        run = subprocess.run(
            [program, "browse", site, "--automation", "--display", "own", *chain, "--policy", policy],
            env=dict(os.environ, WEBKIT_INSPECTOR_SERVER=f"127.0.0.1:{free_port()}"), stderr=subprocess.PIPE, text=True,
            timeout=PATIENCE)
        assert run.returncode == 64, f"{words}: {run.returncode} {run.stderr}"
        expected = "without value" if policy == "allow" else "serve mainnet"
        assert expected in run.stderr, f"{words}: {run.stderr}"
    with open(f"{private}/named.json", "w") as file:
        json.dump({"version": 1, "rules": [dict(rule, chain="mainnet")]}, file)
    path = f"{private}/channel/socket"
    session = Session(program, site, [*chain, "--policy", f"{private}/named.json", "--control", path])
    try:
        assert Control(path).call("state")["genesisHash"] == MAINNET
    finally:
        session.end()


def visit(path, user):
    run = subprocess.run(
        [sys.executable, "-c", VISIT, path, str(user)], stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=True)
    return run.stdout.strip()


def control(site, private):
    path = f"{private}/own/socket"
    session = Session(program, site, ["--devnet", "--policy", "deny", "--control", path])
    try:
        client = Control(path)
        if os.getuid() == 0:
            os.chmod(private, 0o755)
            assert visit(path, STRANGER) == "refused", "the folder lets other users in"
            # As if somebody had opened folder and socket: the client's user is looked at, too.
            os.chmod(os.path.dirname(path), 0o755)
            os.chmod(path, 0o666)
            assert visit(path, STRANGER) == "closed", "another user was answered"
        else:
            print("not root: no second user was tried", file=sys.stderr)
        assert client.call("state")["policy"] == "deny"
        assert json.loads(visit(path, os.getuid()))["result"] is None, "the own user gets no answer"
        assert client.call("state")["policy"] == "allow"
    finally:
        session.end()


with serving(f"{folder}/site") as server, tempfile.TemporaryDirectory(dir="/tmp") as place:
    address = f"http://127.0.0.1:{server.server_port}/"
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Mainnet) as node:
        threading.Thread(target=node.serve_forever, daemon=True).start()
        mainnet(address, node, place)
        node.shutdown()
    control(address, place)
print("ok")
