"""The vaults that are measured: made by the shared folder's generator, pulled from its replayed server, and changed as a person would."""
from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from measure import Measured, measure


def recording(shared: Path, folder: Path, pages: int, unique: bool = False) -> Path:
    out = folder / f"recording-{pages}{'-unique' if unique else ''}"
    print(f"bench: generating a vault of {pages} pages", file=sys.stderr)
    subprocess.run([sys.executable, str(shared / "bench/gen_recording.py"), str(out), str(pages), *(["--unique"] if unique else [])], check=True,
                   stdout=subprocess.DEVNULL)
    return out


class Server:
    """The replayed server, with the CPU that it took itself."""

    def __init__(self, shared: Path, recording: Path):
        self.process = subprocess.Popen([sys.executable, str(shared / "tools/replay.py"), str(recording)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def cpu(self) -> float | None:
        """User and system time so far; None where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / 100


def pull(binary: str, shared: Path, recording: Path, snapshot: Path) -> tuple[Measured, float | None]:
    """What a pull took, and what the server took for it."""
    with Server(shared, recording) as server:
        before = server.cpu()
        taken = measure([binary, "pull", server.url, "--out", snapshot])
        after = server.cpu()
    return taken, None if before is None or after is None else after - before


def seal(snapshot: Path) -> None:
    """Makes the manifest say what the files are now."""
    manifest = json.loads((snapshot / "manifest.json").read_text())
    for entry in manifest["files"]:
        data = (snapshot / entry["path"]).read_bytes()
        entry["bytes"], entry["sha256"] = len(data), hashlib.sha256(data).hexdigest()
    lines = "".join(f"{entry['sha256']}  {entry['path']}\n" for entry in manifest["files"])
    manifest["root_hash"] = hashlib.sha256(lines.encode()).hexdigest()
    manifest.pop("manifest_sha256", None)
    (snapshot / "manifest.json").write_text(json.dumps(manifest))


def copy(snapshot: Path, to: Path) -> Path:
    """With hard links: files that are changed are written anew."""
    shutil.copytree(snapshot, to, copy_function=lambda source, target: Path(target).hardlink_to(source))
    (to / "manifest.json").unlink()
    shutil.copyfile(snapshot / "manifest.json", to / "manifest.json")
    return to


def rewrite(path: Path, text: bytes) -> None:
    path.unlink()
    path.write_bytes(text)


def edited(snapshot: Path, to: Path) -> Path:
    """The same vault with a sentence more on the page in the middle."""
    copy(snapshot, to)
    pages = sorted((to / "vault/wiki").rglob("*.md"))
    page = pages[len(pages) // 2]
    rewrite(page, page.read_bytes() + b"\nA sentence about harbours and ledgers was added by hand.\n")
    seal(to)
    return to


def plain(snapshot: Path, to: Path) -> Path:
    """The same vault without formulas and without code in a known language."""
    copy(snapshot, to)
    for page in (to / "vault/wiki").rglob("*.md"):
        text = page.read_bytes()
        rewrite(page, re.sub(rb"(?m)^```\w+$", b"```", text).replace(b"$", b""))
    seal(to)
    return to
