"""Ctrl-C ends a computation, and leaves the handlers as they were."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import shufflecert as sc

LONG = "sum(j, 1, 10^7, sum(k, 1, 10^7, exp(-j*k)))"


@pytest.fixture(autouse=True)
def handler_of_python():
    """As in a terminal. Where the tests run in the background of a shell, SIGINT is ignored, and
    Python then leaves that as it is."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_soon():
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_is_a_keyboard_interrupt():
    before = signal.getsignal(signal.SIGINT)
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        sc.eval(LONG, timeout=300)
    timer.join()
    assert signal.getsignal(signal.SIGINT) is before
    assert sc.eval("1 + 1").lower == 2


def test_a_handler_that_goes_on_goes_on():
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(True))
    try:
        timer = interrupt_soon()
        with pytest.raises(sc.BeyondReach, match="time limit"):
            sc.eval(LONG, timeout=2)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [True]


def test_a_signal_that_is_ignored_stays_ignored():
    script = f"""
import os, signal, threading
import shufflecert as sc
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    sc.eval({LONG!r}, timeout=2)
except sc.BeyondReach as error:
    print(error)
"""
    run = subprocess.run(["sh", "-c", 'trap "" INT; exec "$0" -c "$1"', sys.executable, script],
                         capture_output=True, text=True, timeout=300)
    assert "time limit" in run.stdout, run.stderr
