"""Small vaults as snapshot folders, night by night, and what other people's tools say of the archive that holds them."""
from __future__ import annotations

import hashlib
import json
import random
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

from . import tree
from .program import succeed

# In the store that the tests tell.
NIGHTS = 34
FIRST = date(2026, 1, 1)


def moment(number: int) -> str:
    """The pull of the night with this number, from 0."""
    return f"{(FIRST + timedelta(days=number)).isoformat()}T02:30:00Z"


def name(number: int) -> str:
    return moment(number)[:10]


def snapshot(folder: Path, pages: dict[str, bytes], pulled: str, vault: str = "small") -> Path:
    """A snapshot folder with these vault files: format 1, as far as an archive looks at it."""
    contents = {f"vault/{path}": data for path, data in pages.items()}
    contents["pages.json"] = json.dumps(sorted(pages)).encode()
    listed = [{"bytes": len(data), "path": path, "sha256": hashlib.sha256(data).hexdigest()}
              for path, data in sorted(contents.items(), key=lambda item: item[0].encode())]
    lines = "".join(f"{entry['sha256']}  {entry['path']}\n" for entry in listed)
    manifest = {"consistent": True, "counts": {"pages": len(pages), "edges": 3}, "data_version": 1, "files": listed,
                "format": "synapse-publish snapshot", "format_version": 1, "root_hash": hashlib.sha256(lines.encode()).hexdigest(),
                "server_version": "1", "source": "folder", "title": "A small vault", "vault": vault}
    contents["manifest.json"] = json.dumps(manifest).encode()
    contents["pull.json"] = json.dumps({"finished": pulled, "started": pulled}).encode()
    for path, data in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


class Story:
    """A vault that changes from night to night: pages are written, changed, changed back, moved, copied and removed."""

    def __init__(self, pages: int = 20, seed: int = 1):
        self.random = random.Random(seed)
        self.pages = {f"wiki/page {n}.md": f"# Page {n}\n".encode() for n in range(pages)}
        self.pages["wiki/üñï/ベクトル.md"] = b"# Name\n"
        self.pages["raw/sources/empty.txt"] = b""
        self.past: list[bytes] = []

    def night(self) -> dict[str, bytes]:
        """Tonight's pages; tomorrow's are changed."""
        tonight = dict(self.pages)
        names = sorted(self.pages)
        for _ in range(3):
            victim = self.random.choice(names)
            match self.random.randrange(6):
                case 0 | 1:
                    self.past.append(self.pages.get(victim, b""))
                    self.pages[victim] = f"{self.random.random()}\n".encode()
                case 2 if self.past:
                    self.pages[victim] = self.random.choice(self.past)
                case 3 if victim in self.pages:
                    self.pages[f"wiki/moved {self.random.randrange(10**6)}.md"] = self.pages.pop(victim)
                case 4 if victim in self.pages:
                    self.pages[f"wiki/copy {self.random.randrange(10**6)}.md"] = self.pages[victim]
                case _ if len(self.pages) > 5:
                    self.pages.pop(victim, None)
        return tonight


def ocfl_validate(store: Path) -> str:
    """What ocfl-py's program says against a store and each of its objects, which it does not count by itself; empty when all is valid
    and nothing is to be warned of."""
    program = Path(sys.executable).parent / "ocfl-validate.py"
    done = subprocess.run([sys.executable, program, store, *objects(store)], capture_output=True, text=True, timeout=600)
    said = "\n".join(line for line in (done.stdout + done.stderr).splitlines() if re.match(r"(ERROR|WARNING)|.*\[[EW]\d|.*INVALID", line))
    return said or ("" if done.returncode == 0 else f"exit {done.returncode}: {done.stdout}{done.stderr}")


def ocfl_faults(folder: Path) -> str:
    """What ocfl-py's library says against one object."""
    from ocfl.validator import Validator
    validator = Validator(log_warnings=False)
    try:
        return "" if validator.validate_object(str(folder)) else str(validator) or "invalid"
    except Exception as problem:  # a validator that breaks on the fault has seen it
        return repr(problem)


def bag_validate(bag: Path) -> str:
    """What bagit says against a bag; empty when it is valid."""
    done = subprocess.run([sys.executable, "-m", "bagit", "--validate", "--quiet", bag], capture_output=True, text=True, timeout=600)
    return "" if done.returncode == 0 else done.stdout + done.stderr or f"exit {done.returncode}"


def objects(store: Path) -> list[Path]:
    """The folders of the nights, in the order of their names."""
    found = {json.loads(file.read_text())["night"]: file.parents[2] for file in store.glob("*/*/v1/content/night.json")}
    return [found[night] for night in sorted(found)]


def pages_of(restored: Path) -> dict[str, bytes]:
    """The vault files of a night that was given back."""
    root = restored / "snapshot/vault"
    return {path: file.read_bytes() for path, file in tree.files(root).items()}


def listed(store: Path) -> list[dict]:
    return json.loads(succeed("archive", "list", "--store", store, "--json").out)["nights"]


def restored(store: Path, night: str, out: Path) -> dict[str, bytes]:
    """A night's pages, given back to `out`."""
    succeed("archive", "restore", night, "--out", out, "--store", store)
    return pages_of(out)
