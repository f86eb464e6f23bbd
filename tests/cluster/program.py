#!/usr/bin/env python3
"""Stands in for the program while run.sh disturbs a run: the same program, which stops by itself as
soon as it has finished something more, so that there is always one in the midst of its work to be
lost. However fast a machine is, no part is over before run.sh has found it.

Below the folder SHUFFLECERT_DISTURBED lie the program, the file 'disturb' as long as parts are to
stop, and in 'stopped', for each process that does, a file of its number that holds its node and
its part."""

import os
import pathlib
import signal
import sys
import time

folder = pathlib.Path(os.environ["SHUFFLECERT_DISTURBED"])
program = str(folder / "shufflecert")
arguments = sys.argv[1:]


def writes(journal: str) -> tuple[int, int] | None:
    """Changes whenever the journal is written to. Its rows cannot be counted: it is locked."""
    try:
        log = os.stat(f"{journal}-wal")
    except FileNotFoundError:
        return None
    return log.st_mtime_ns, log.st_size


def stop_in_the_midst(process: int, journal: str) -> None:
    seen, last = 0, writes(journal)
    while seen < 12:  # More than it takes to begin a journal.
        time.sleep(0.01)
        if os.getppid() != process:
            return  # It has ended, all is done.
        now = writes(journal)
        if now != last:
            seen, last = seen + 1, now
    os.kill(process, signal.SIGSTOP)
    while pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "T":
        time.sleep(0.01)
        if os.getppid() != process:
            return
    entry = folder / "stopped" / str(process)
    unfinished = entry.with_suffix(".new")
    unfinished.write_text(f"{os.environ['SLURMD_NODENAME']} {os.environ['SLURM_ARRAY_TASK_ID']}\n")
    unfinished.rename(entry)


if "--shard" in arguments and (folder / "disturb").exists():
    journal = arguments[arguments.index("--journal") + 1]
    process = os.getpid()
    if os.fork() == 0:
        os.closerange(3, 256)  # The lock of a part goes with its program alone.
        stop_in_the_midst(process, journal)
        os._exit(0)
os.execv(program, [program, *arguments])
