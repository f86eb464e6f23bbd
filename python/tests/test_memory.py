"""Where FLINT or GMP would end the process, the computation is given up, and the next ones are right."""

import subprocess
import sys

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
