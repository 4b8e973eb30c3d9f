"""Runs a program as a whole process and tells what it took."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass


@dataclass
class Measured:
    """Seconds of user and system time, seconds by the clock, most memory in MB; and the part of the CPU that only one thread had."""
    cpu: float
    wall: float
    peak_mb: float
    serial: float | None = None


class Threads:
    """Reads how much each thread of a process has run and waited, as long as it lives."""

    def __init__(self, pid: int):
        self.folder, self.serial, self.all, self.last = f"/proc/{pid}/task", 0, 0, {}

    def sample(self) -> bool:
        now = {}
        try:
            for thread in os.listdir(self.folder):
                with open(f"{self.folder}/{thread}/schedstat") as file:
                    ran, waited, _ = file.read().split()
                now[thread] = (int(ran), int(waited))
        except (FileNotFoundError, ProcessLookupError, ValueError):
            if not os.path.isdir(self.folder):
                return False
        used = sorted(((ran + waited - sum(self.last.get(t, (0, 0))), ran - self.last.get(t, (0, 0))[0]) for t, (ran, waited) in now.items()), reverse=True)
        if used:
            busiest, second = used[0], used[1] if len(used) > 1 else (0, 0)
            share = 1 - second[0] / busiest[0] if busiest[0] > 0 else 0
            self.serial += busiest[1] * share
            self.all += sum(ran for _, ran in used)
        self.last.update(now)
        return True

    def watch(self):
        while self.sample():
            time.sleep(0.004)


def measure(command: list, watched: bool = False, env: dict | None = None) -> Measured:
    """Runs a command to its end; its output is shown when it fails."""
    command = [str(word) for word in command]
    with tempfile.TemporaryFile() as log:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=env)
        threads = Threads(child.pid) if watched and sys.platform == "linux" else None
        watcher = threading.Thread(target=threads.watch, daemon=True) if threads else None
        if watcher:
            watcher.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if watcher:
            watcher.join(1)
        if child.returncode != 0:
            log.seek(0)
            sys.exit(f"bench: {' '.join(command)} gave {child.returncode}:\n{log.read().decode('utf-8', 'replace')[-2000:]}")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    serial = threads.serial / threads.all if threads and threads.all else None
    return Measured(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / unit, serial)
