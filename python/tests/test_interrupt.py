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
