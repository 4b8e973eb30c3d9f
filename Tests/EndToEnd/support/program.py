"""Runs the program as a user does, and measures it."""
from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def binary() -> Path:
    """The release binary, or the one that SYNAPSE_PUBLISH names."""
    path = Path(os.environ.get("SYNAPSE_PUBLISH", REPOSITORY / ".build/release/synapse-publish"))
    assert path.exists(), f"{path} is not there; `make binary` builds it"
    return path


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


def environment(**changes: str) -> dict[str, str]:
    """The environment without what would change the program's behaviour unasked."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SYNAPSE_")}
    return kept | {"XDG_CACHE_HOME": _cache()} | changes


@functools.cache
def _cache() -> str:
    """A cache of this test run's own, which goes with it."""
    folder = tempfile.mkdtemp(prefix="synapse-publish-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def run(*arguments: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None, timeout: float = 300) -> Run:
    done = subprocess.run([binary(), *map(str, arguments)], capture_output=True, env=env or environment(), cwd=cwd, timeout=timeout,
                          stdin=subprocess.DEVNULL)
    return Run(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def succeed(*arguments: str | Path, **options) -> Run:
    """Runs the program and insists on exit 0."""
    done = run(*arguments, **options)
    assert done.code == 0, f"synapse-publish {' '.join(map(str, arguments))} gave {done.code}:\n{done.said[-3000:]}"
    return done


def start(*arguments: str | Path, env: dict[str, str] | None = None) -> subprocess.Popen:
    return subprocess.Popen([binary(), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env or environment(),
                            stdin=subprocess.DEVNULL)


def wait_until(condition, seconds: float = 30, step: float = 0.002) -> bool:
    """Whether the condition came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(step)
    return False
