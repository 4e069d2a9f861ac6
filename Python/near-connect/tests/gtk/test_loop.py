# SPDX-License-Identifier: MIT
"""asyncio on GLib's main loop, as programs with GTK run it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from typing import Any

import near_connect
import pytest
from near_connect.system import Gio, GLib, Gtk


async def use_asyncio() -> str:
    """Uses timers, threads, sockets, a child program and callbacks of GLib's."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    await asyncio.sleep(0.02)
    assert loop.time() - start >= 0.02
    assert await asyncio.to_thread(lambda: 42) == 42
    child = await asyncio.create_subprocess_exec("echo", "hi", stdout=asyncio.subprocess.PIPE)
    assert (await child.communicate())[0] == b"hi\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"line\n")
    assert await reader.read() == b"line\n"
    writer.close()
    server.close()
    told = loop.create_future()
    GLib.timeout_add(1, lambda: told.set_result("done"))
    return str(await told)


def test_a_coroutine_runs() -> None:
    assert near_connect.run(use_asyncio()) == "done"


@pytest.mark.parametrize("host", ["main", "application"])
def test_tasks_run_where_gtk_turns_the_loop(host: str) -> None:
    loop = near_connect.event_loop()
    assert near_connect.event_loop() is loop
    results: list[str] = []

    async def main(quit_now: Any) -> None:
        results.append(await use_asyncio())
        quit_now()

    if host == "main":
        GLib.idle_add(lambda: loop.create_task(main(Gtk.main_quit)) and False)
        Gtk.main()
    else:
        application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)

        def activated(application: Any) -> None:
            application.hold()
            loop.create_task(main(application.quit))

        application.connect("activate", activated)
        application.run()
    assert results == ["done"]


def test_tasks_go_on_under_a_dialog_of_a_handler() -> None:
    async def main() -> None:
        done = asyncio.get_running_loop().create_future()

        def clicked() -> bool:
            dialog = Gtk.Dialog()

            async def answer() -> None:
                await asyncio.sleep(0.01)
                dialog.response(Gtk.ResponseType.OK)

            # A handler is in the running loop.
            task = asyncio.create_task(answer())
            response = dialog.run()
            dialog.destroy()
            done.set_result((response, task.done()))
            return False

        GLib.idle_add(clicked)
        response, _ = await done
        assert response == Gtk.ResponseType.OK

    near_connect.run(main())


def test_a_dialog_inside_a_task_has_other_tasks_wait() -> None:
    async def main() -> None:
        ticks: list[float] = []

        async def tick() -> None:
            while True:
                ticks.append(time.monotonic())
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(tick())
        await asyncio.sleep(0.01)
        before, cpu = len(ticks), time.process_time()
        dialog = Gtk.Dialog()
        GLib.timeout_add(300, lambda: dialog.response(1))
        assert dialog.run() == 1
        dialog.destroy()
        # It waited, and did not ask again and again whether it may go on.
        assert len(ticks) == before
        assert time.process_time() - cpu < 0.2
        await asyncio.sleep(0.01)
        assert len(ticks) > before
        ticking.cancel()

    near_connect.run(main())


def test_tasks_that_are_always_due_let_gtk_draw() -> None:
    async def main() -> None:
        drawn = asyncio.Event()
        # GDK's priority for frames.
        GLib.idle_add(drawn.set, priority=GLib.PRIORITY_HIGH_IDLE + 20)
        for _ in range(1_000_000):
            await asyncio.sleep(0)
            if drawn.is_set():
                return
        raise AssertionError("nothing was drawn")

    near_connect.run(main())


def test_what_a_task_raises_ends_the_run() -> None:
    async def fail(error: BaseException) -> None:
        raise error

    for error in (ValueError("wrong"), SystemExit(3), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            near_connect.run(fail(error))


def test_an_interrupt_ends_the_run() -> None:
    script = "import asyncio, near_connect\nasync def main():\n print('up', flush=True)\n await asyncio.sleep(60)\n"
    # A shell has its background jobs ignore the signal, and so would this one's children.
    child = subprocess.Popen(
        [sys.executable, "-c", script + "near_connect.run(main())"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert child.stdout is not None
    assert child.stdout.readline() == "up\n"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert child.returncode == -signal.SIGINT and "KeyboardInterrupt" in errors


def test_many_runs_leave_no_descriptor() -> None:
    near_connect.run(asyncio.sleep(0))
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(50):
        near_connect.run(asyncio.sleep(0.001))
    assert len(os.listdir("/proc/self/fd")) == before
