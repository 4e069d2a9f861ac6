# SPDX-License-Identifier: MIT
"""asyncio on GLib's main loop: one thread, one loop, windows and tasks."""

import asyncio
import contextvars
import math
import selectors
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, TypeVarTuple

from .system import GLib

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
_base: Any = asyncio.SelectorEventLoop


class _Selector(selectors.EpollSelector):
    """A selector that never waits: GLib has waited already, for the descriptor that stands for all others."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(0)


class GLibEventLoop(asyncio.SelectorEventLoop):
    """An event loop of asyncio's that GLib's default main context runs.

    `run_forever`, and with it `asyncio.Runner`, turns GLib's main loop until it is stopped. Where the program turns
    that itself, as `Gtk.main()` and `Gtk.Application.run()` do, tasks run all the same; handlers start them by the
    loop's `create_task`. While a task turns a loop of its own, as `Gtk.Dialog.run()` does, other tasks wait.

    GLib watches one descriptor, that of `epoll`, and one source for what is due; nothing in Python runs for GTK's own
    events.
    """

    def __init__(self) -> None:
        self._watch = 0
        self._wake = 0
        self._wake_at: float | None = None
        self._is_turning = False
        self._main: Any = None
        self._raised: BaseException | None = None
        self._epoll = _Selector()
        super().__init__(self._epoll)
        self._arm(GLib.PRIORITY_DEFAULT)

    def call_soon(
        self, callback: Callable[[*Arguments], object], *args: *Arguments,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        handle = super().call_soon(callback, *args, context=context)
        self._arm(GLib.PRIORITY_DEFAULT)
        return handle

    def call_at(
        self, when: float, callback: Callable[[*Arguments], object], *args: *Arguments,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = super().call_at(when, callback, *args, context=context)
        self._arm(GLib.PRIORITY_DEFAULT)
        return timer

    def stop(self) -> None:
        super().stop()
        if self._main is not None:
            self._main.quit()

    def close(self) -> None:
        super().close()
        for source in (self._watch, self._wake):
            if source:
                GLib.source_remove(source)
        self._watch = self._wake = 0

    def _run_once(self) -> None:
        # What asyncio's run_forever repeats until it is stopped: here GLib's loop comes between.
        if getattr(self, "_stopping"):
            self._turn()
        else:
            self._main = GLib.MainLoop()
            try:
                self._main.run()
            finally:
                self._main = None
        error, self._raised = self._raised, None
        if error is not None:
            raise error

    def _turn(self) -> None:
        """Runs what is due, once."""
        outer_loop, outer_thread = asyncio._get_running_loop(), getattr(self, "_thread_id")
        self._is_turning = True
        asyncio._set_running_loop(self)
        self._thread_id = threading.get_ident()
        try:
            _base._run_once(self)
        except BaseException as error:
            # SystemExit and KeyboardInterrupt leave a task; GLib would print them and go on.
            if self._main is None:
                raise
            self._raised = error
            self._main.quit()
        finally:
            self._thread_id = outer_thread
            asyncio._set_running_loop(outer_loop)
            self._is_turning = False
            # What a turn leaves comes after what GTK has to draw, which it does at HIGH_IDLE + 20.
            self._arm(GLib.PRIORITY_HIGH_IDLE + 30)

    def _arm(self, priority: int) -> None:
        """Has GLib call for the next turn."""
        # The end of a turn arms for all that came in it.
        if self._is_turning or self.is_closed():
            return
        if not self._watch:
            condition = GLib.IOCondition.IN
            self._watch = GLib.unix_fd_add_full(
                GLib.PRIORITY_DEFAULT, self._epoll.fileno(), condition, self._became_readable)
        ready, scheduled = getattr(self, "_ready"), getattr(self, "_scheduled")
        due = 0 if ready else scheduled[0].when() if scheduled else None
        if due == self._wake_at:
            return
        if self._wake:
            GLib.source_remove(self._wake)
            self._wake = 0
        self._wake_at = due
        if due == 0:
            self._wake = GLib.idle_add(self._became_due, priority=priority)
        elif due is not None:
            # Not earlier: asyncio would find nothing due, and ask again at once.
            delay = min(max(0, math.ceil((due - self.time()) * 1000)), 1 << 31)
            self._wake = GLib.timeout_add(delay, self._became_due, priority=GLib.PRIORITY_DEFAULT)

    def _became_readable(self, descriptor: int, condition: Any) -> bool:
        if self._is_turning:
            # A loop inside of a task: what it would begin waits for the task, and the turn's end watches again.
            self._watch = 0
            return False
        self._turn()
        return self._watch != 0

    def _became_due(self) -> bool:
        self._wake, self._wake_at = 0, None
        if not self._is_turning:
            self._turn()
        return False


_loop: asyncio.AbstractEventLoop | None = None


def event_loop() -> asyncio.AbstractEventLoop:
    """Returns the event loop for a program that runs `Gtk.main()` or `Gtk.Application.run()`, the same each time."""
    global _loop
    if _loop is None or _loop.is_closed():
        _loop = GLibEventLoop()
    return _loop


def run(main: Coroutine[Any, Any, Result], *, debug: bool | None = None) -> Result:
    """Runs a coroutine as `asyncio.run` does, with windows beside it, and returns its result."""
    with asyncio.Runner(debug=debug, loop_factory=GLibEventLoop) as runner:
        return runner.run(main)
