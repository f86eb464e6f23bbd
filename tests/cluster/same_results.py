#!/usr/bin/env python3
"""Whether two results files are the same, byte for byte, but for what depends on the clock and on
the command line: same_results.py FILE FILE"""

import json
import pathlib
import re
import sys

CLOCK = re.compile(rb'^ *"(?:seconds|digest|command)": .*$', re.MULTILINE)


def timeless(name: str) -> bytes:
    data = pathlib.Path(name).read_bytes()
    if not json.loads(data)["claims"]:
        sys.exit(f"{name} has no claims")
    return CLOCK.sub(b"", data)


one, other = (timeless(name).split(b"\n") for name in sys.argv[1:])
if one != other:
    at = next((i for i, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
    sys.exit(f"line {at + 1} differs:\n{one[at:at + 1]}\n{other[at:at + 1]}")
