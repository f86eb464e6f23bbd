"""Where FLINT or GMP would end the process, the computation is given up, and the next ones are right."""

import concurrent.futures
import os
import signal
import subprocess
import sys
import time

import pytest

import shufflecert as sc

SCRIPT = """
import resource
import shufflecert as sc

def used():
    return int(open("/proc/self/statm").read().split()[5]) * resource.getpagesize()

hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
before = sc.eval("exp(1)", digits=500)
curve = sc.clone_pair(1000, 1).renyi([1.5, 2.0])
for megabytes in (20, 30, 40):
    resource.setrlimit(resource.RLIMIT_DATA, (used() + (megabytes << 20), hard))
    try:
        print(sc.clone_pair(10**8, 1).renyi("5/2", digits=4000, timeout=300))
    except sc.BeyondReach as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    assert sc.eval("exp(1)", digits=500) == before
    again = sc.clone_pair(1000, 1).renyi([1.5, 2.0])
    assert again.lower.tolist() == curve.lower.tolist()
# Those that were given up hold no lock that the same computation needs.
sc.clone_pair(10**8, 1).renyi("5/2", digits=60, timeout=300)
print("the end")
"""


def test_no_memory_does_not_end_the_process():
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0 and run.stdout.endswith("the end\n"), run.stdout + run.stderr
    assert "beyond what FLINT can hold, or needs more memory" in run.stdout, run.stdout + run.stderr


def test_the_child_of_a_fork_has_threads_of_its_own():
    # The thread that waits here for the next computation is not in the child.
    assert sc.eval("1 + 1").lower == 2
    child = os.fork()
    if child == 0:
        os._exit(0 if sc.eval("2 + 3").lower == 5 and sc.eval("2 + 4").lower == 6 else 1)
    for _ in range(600):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended and status == 0
    assert sc.eval("1 + 2").lower == 3


def test_threads_compute_at_once_and_after_an_error():
    def look(n):
        with pytest.raises(sc.Error):
            sc.eval("1/(n - n)", n=n)
        return sc.eval("n + 1/2", n=n).lower

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(look, range(200))) == [n + 0.5 for n in range(200)]
