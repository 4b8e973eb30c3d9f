"""What the tests of pulls share: a small vault, and a snapshot as a value."""
from __future__ import annotations

import json
from pathlib import Path

from . import replay, tree
from .program import succeed
from .vault_server import Vault, page

NIGHTS = ("vaults/homelab/night1", "vaults/homelab/night2")


def small(count: int = 12) -> Vault:
    pages = [page(f"wiki/concepts/p{i}.md", f"Page {i}", f"See [[Page {i + 1}]].") for i in range(count)]
    return Vault(pages, files={"raw/sources/table.csv": b"a,b\n1,2\n"})


def manifest(snapshot: Path) -> dict:
    return json.loads((snapshot / "manifest.json").read_text())


def core(snapshot: Path) -> dict[str, str]:
    """Every file but the one with a clock in it."""
    return {name: digest for name, digest in tree.digest(snapshot).items() if name != "pull.json"}


def contents(snapshot: Path) -> dict[str, str]:
    return {name: digest for name, digest in tree.digest(snapshot).items() if name not in ("pull.json", "manifest.json", "findings.json")}


def inode(path: Path) -> int:
    return path.stat().st_ino


def pulled_nights(folder: Path) -> list[Path]:
    """The sample vault's two nights, as snapshots."""
    for index, name in enumerate(NIGHTS):
        with replay.replay(replay.shared() / name) as url:
            succeed("pull", url, "--out", folder / str(index + 1))
    return [folder / "1", folder / "2"]
