"""A folder of output as a value: its files, their bytes, and what differs between two."""
from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path


def files(root: Path) -> dict[str, Path]:
    """Every file below root by its path from there, `/` between components, in order."""
    found = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file() or path.is_symlink()}
    return dict(sorted(found.items()))


def digest(root: Path) -> dict[str, str]:
    """SHA-256 of every file; a symbolic link counts by where it points."""
    hashes = {}
    for name, path in files(root).items():
        data = b"-> " + str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
        hashes[name] = hashlib.sha256(data).hexdigest()
    return hashes


def difference(left: Path, right: Path) -> list[str]:
    """Sentences about every file that is not the same in both; empty when the trees are equal byte for byte."""
    a, b = digest(left), digest(right)
    return ([f"only in {left.name}: {name}" for name in sorted(a.keys() - b.keys())]
            + [f"only in {right.name}: {name}" for name in sorted(b.keys() - a.keys())]
            + [f"differs: {name}" for name in sorted(a.keys() & b.keys()) if a[name] != b[name]])


def unportable(root: Path) -> list[str]:
    """Names that some file system cannot keep: two that differ only in case or in Unicode form, too long, or not in NFC."""
    faults, seen = [], {}
    for name in files(root):
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            faults.append(f"{name} and {seen[folded]} are one file on a disk without case")
        seen[folded] = name
        if unicodedata.normalize("NFC", name) != name:
            faults.append(f"{name} is not in NFC")
        for part in name.split("/"):
            if len(part.encode()) > 255:
                faults.append(f"{name} has a component of {len(part.encode())} bytes")
            if set(part) & set('<>:"\\|?*') or part.endswith((".", " ")) or any(ord(c) < 32 for c in part):
                faults.append(f"{name} cannot be kept on every file system")
    return faults


def neighbours(out: Path) -> list[str]:
    """What a run left beside its output folder."""
    return sorted(path.name for path in out.parent.iterdir() if path != out)
