"""The developers' replay server over a recording, where the shared folder is beside the checkout."""
from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from .program import REPOSITORY

RECORDINGS = {"homelab": "vaults/homelab/night1", "rustacean": "vaults/rustacean", "steuerrecht": "vaults/steuerrecht"}


def shared() -> Path | None:
    """The shared folder, or None. SYNAPSE_SHARED names it for a checkout that lies elsewhere."""
    folder = Path(os.environ.get("SYNAPSE_SHARED", REPOSITORY.parent / "shared"))
    return folder if (folder / "tools/replay.py").exists() else None


def recording(name: str) -> Path:
    folder = shared()
    assert folder, "no shared folder"
    return folder / RECORDINGS[name]


@contextmanager
def replay(folder: Path, *options: str) -> Iterator[str]:
    """Serves a recording; the value is its address."""
    home = shared()
    assert home, "no shared folder"
    server = subprocess.Popen([sys.executable, home / "tools/replay.py", folder, *options], stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        assert line.startswith("listening on "), line
        yield line.split()[-1]
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()
