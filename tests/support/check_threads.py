#!/usr/bin/env python3
"""Whether the thread sanitizer sees every loop over threads: a build for it replaces the functions of
oneTBB that tests/support/fork_and_join.hpp names, and knows no others and no ranges."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPLACED = "tests/support/fork_and_join.hpp"


def main() -> int:
    names = set(re.findall(r"^#define (\w+) \w+_on_threads$", (ROOT / REPLACED).read_text(), re.M))
    if not names:
        print(f"{REPLACED}: replaces nothing")
        return 1
    calls = 0
    faults = []
    for folder in ("include", "src", "reports", "verify"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for used in re.findall(r"tbb::(parallel_\w+|\w*_range\w*)", line):
                    calls += 1
                    if used not in names:
                        place = path.relative_to(ROOT)
                        faults.append(
                            f"{place}:{number}: tbb::{used} is not replaced by {REPLACED}, so that the "
                            "thread sanitizer would not see its order"
                        )
    if calls == 0:
        faults.append("no loop over threads was found")
    print("\n".join(faults) or f"{calls} loops over threads, all of which the thread sanitizer sees")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
