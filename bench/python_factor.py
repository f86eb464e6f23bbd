#!/usr/bin/env python3
"""How many times the CPU time of C++ the Python package takes for the same arrays.

python_factor.py BENCHMARK-PROGRAM, with the package importable. The C++ side is bench/arrays.cpp.
The two take turns, so that both see the same load of the machine, and the least time of each counts.
Times are CPU seconds of the whole process. Prints a table.
"""

import json
import subprocess
import sys
import time

import numpy as np

import shufflecert as sc


def orders():
    return sc.clone_pair(10**6, 4).renyi(1 + np.arange(1, 1001) / 16)


def points():
    n = 1000 * np.arange(1, 101)[:, np.newaxis]
    eps0 = 0.5 + np.arange(100) / 32
    return sc.eval("hockey_stick(clone_pair(n, eps0), 1/100)", n=n, eps0=eps0)


def seconds_in_python(compute, repetitions):
    """Of one call, on average, as Google Benchmark has it."""
    start = time.process_time()
    for _ in range(repetitions):
        found = compute()
    return (time.process_time() - start) / repetitions, sum(found.upper.ravel().tolist())


def seconds_in_cpp(program, name):
    run = subprocess.run([program, f"--benchmark_filter=^arrays/{name}/", "--benchmark_format=json"],
                         check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    row = json.loads(run.stdout)["benchmarks"][0]
    assert row["time_unit"] == "s", row
    return row["cpu_time"], row["sum"]


def measure(program, compute, turns, repetitions):
    python, cpp = [], []
    for _ in range(turns):
        cpp.append(seconds_in_cpp(program, compute.__name__))
        python.append(seconds_in_python(compute, repetitions))
    # They computed the same, up to where the last double was rounded to.
    assert abs(python[0][1] / cpp[0][1] - 1) < 1e-12, (python[0], cpp[0])
    return min(python)[0], min(cpp)[0]


def main():
    (program,) = sys.argv[1:]
    # The first call in a process reads the formulas of the catalogue.
    sc.eval("renyi(clone_pair(n, 1), 2)", n=[10, 100])
    print("| what | Python | C++ | factor |\n|---|---:|---:|---:|")
    for what, compute, turns, repetitions in (
            ("D_λ at 1,000 orders in (1, 64], clone pair, ε0 = 4, n = 10^6", orders, 10, 50),
            ("δ(0.01), clone pair, 100 n by 100 ε0", points, 2, 1)):
        python, cpp = measure(program, compute, turns, repetitions)
        unit, scale = ("ms", 1e3) if python < 1 else ("s", 1)
        print(f"| {what} | {python * scale:.3g} {unit} | {cpp * scale:.3g} {unit} | {python / cpp:.2f} |",
              flush=True)


if __name__ == "__main__":
    main()
