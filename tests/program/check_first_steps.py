#!/usr/bin/env python3
"""Whether the pages of docs/start that consist of steps work as written, from an empty folder.

check_first_steps.py PROGRAM [CHECK_PROOF]

* Each page runs in an empty folder of its own, with the folders of PROGRAM and CHECK_PROOF in the PATH.
* A TOML block becomes the file that the sentence before it names: "Save this as `my-theorem.toml`".
* A line "$ command" of a console block is run, and its output must be what the block shows.
* A file that the prose says the reader has by then exists and is not empty.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

START = Path(__file__).resolve().parents[2] / "docs" / "start"

# Each page, and the files that its reader has at the end.
PAGES = {
    "theorem.md": ["check.py", "my-proofs/my-paper.theorem-1-repaired.proof"],
    "referee.md": ["paper-report/index.html", "letter.md", "corollary-2.py"],
    "deployment.md": ["year.svg", "year.csv", "year.dat"],
}


def blocks(text):
    """Language, content and the prose before each block of code."""
    position = 0
    for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        yield block[1], block[2], text[position:block.start()]
        position = block.end()


def commands(content):
    """Each command of a console block with the output that it shows."""
    for part in re.split(r"^\$ ", content, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def check_page(name, files, path):
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        for language, content, before in blocks((START / name).read_text()):
            if language == "toml":
                names = re.findall(r"`([\w-]+\.toml)`", before)
                if not names:
                    complaints.append(f"{name}: no sentence names the file of a TOML block")
                    continue
                (Path(folder) / names[-1]).write_text(content)
            elif language == "console":
                for command, shown in commands(content):
                    output = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "PATH": path},
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
                    if output != shown:
                        complaints.append(f"{name}: {command}\n--- shown\n{shown}--- printed\n{output}")
        for file in files:
            written = Path(folder) / file
            if not written.is_file() or not written.stat().st_size:
                complaints.append(f"{name}: after the last step there is no {file}")
    return complaints


def main():
    folders = [str(Path(program).resolve().parent) for program in sys.argv[1:]]
    path = os.pathsep.join(folders + [os.environ["PATH"]])
    found = [complaint for name, files in PAGES.items() for complaint in check_page(name, files, path)]
    print("\n".join(found) or f"{len(PAGES)} pages work as written")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
