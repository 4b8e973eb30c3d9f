#!/usr/bin/env python3
"""Measures the archive: a simulated year, and what a night costs against sha512sum and cp over the same bytes.

    bench/archive.py [--binary PROGRAM] [--pages 10000] [--nights 365] [--runs 5] [--json FILE] [--check]

What the figures are
  overhead      bytes by which a night makes the store grow, beyond the bytes of contents that no night before had, as `ls` counts them:
                inventories, tables, records. The mean of each 30 nights, in which one table is full, and of the whole year with its first
                night; the growth in disk blocks stands beside.
  add + verify  a night of all pages with their HTML into a new store, then a full verification; wall time over that of sha512sum and
                cp -r of the same files, medians of runs that alternate. The ratio of processor time, of all threads, stands beside: it is
                higher, because we use all cores, and other work on the machine does not move it
  restore       of the last night of the year, over cp -r of the same files, in the same way
The vaults are made here, in 40 folders, each page with its HTML. The first night has pages of 1 to 6 kB. In the year they are a line each:
what the archive adds to them depends on how many they are and not on how long, and a year takes minutes. Each night changes 1 % of the
pages and of their HTML, and the snapshot's metadata. Everything lies in memory (/dev/shm) where there is one. --check exits 1 when a limit
is missed.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMITS = {"overhead_kb": 256.0, "flatness": 1.1, "add_verify_ratio": 2.0, "add_verify_wall": 2.0, "restore_ratio": 3.0, "restore_wall": 3.0}


class SimulatedVault:
    """A snapshot folder and a site that change from night to night."""

    def __init__(self, folder: Path, pages: int, words: tuple[int, int]):
        self.folder, self.snapshot, self.site, self.random = folder, folder / "snapshot", folder / "site", random.Random(7)
        self.length = words
        self.words = [f"word{n}" for n in range(3000)]
        self.names = [f"concepts-{n % 40}/a-page-of-the-vault-{n:05}" for n in range(pages)]
        self.sha256: dict[str, tuple[int, str]] = {}
        self.known: set[bytes] = set()
        for name in self.names:
            for path in (self.snapshot / f"vault/wiki/{name}.md", self.site / f"{name}.html"):
                path.parent.mkdir(parents=True, exist_ok=True)
            self.write(name)
        marker = {"tool": "synapse-publish", "format": 1, "kind": "site", "complete": True, "files": sorted(f"{name}.html" for name in self.names)}
        (self.site / ".synapse-publish.json").write_text(json.dumps(marker))
        self.new_bytes = 0

    def text(self) -> bytes:
        return " ".join(self.random.choices(self.words, k=self.random.randrange(*self.length))).encode()

    def write(self, name: str) -> list[Path]:
        body = self.text()
        self.put(f"vault/wiki/{name}.md", body)
        html = b"<!doctype html><main>" + body + b"</main>" + self.text()
        (self.site / f"{name}.html").write_bytes(html)
        return [self.snapshot / f"vault/wiki/{name}.md", self.site / f"{name}.html"]

    def put(self, path: str, data: bytes) -> None:
        (self.snapshot / path).write_bytes(data)
        self.sha256[path] = (len(data), hashlib.sha256(data).hexdigest())

    def night(self, number: int) -> int:
        """Changes the vault; the bytes of contents that were never there before."""
        files = []
        if number > 0:
            for name in self.random.sample(self.names, max(1, len(self.names) // 100)):
                files += self.write(name)
        else:
            files += [path for root in (self.snapshot, self.site) for path in root.rglob("*") if path.is_file()]
        pages = [{"path": f"wiki/{name}.md", "title": name, "updated": str(number)} for name in self.names]
        self.put("pages.json", json.dumps(pages, separators=(",", ":")).encode())
        listed = [{"bytes": size, "path": path, "sha256": sha} for path, (size, sha) in sorted(self.sha256.items())]
        lines = "".join(f"{entry['sha256']}  {entry['path']}\n" for entry in listed)
        manifest = {"consistent": True, "counts": {"pages": len(self.names)}, "data_version": number, "files": listed, "format": "synapse-publish snapshot",
                    "format_version": 1, "root_hash": hashlib.sha256(lines.encode()).hexdigest(), "server_version": "1", "source": "folder",
                    "title": "Simulated", "vault": "simulated"}
        (self.snapshot / "manifest.json").write_text(json.dumps(manifest))
        moment = f"{(date(2026, 1, 1) + timedelta(days=number)).isoformat()}T02:30:00Z"
        (self.snapshot / "pull.json").write_text(json.dumps({"finished": moment}))
        files += [self.snapshot / name for name in ("pages.json", "manifest.json", "pull.json")]
        new = 0
        for path in set(files):
            digest = hashlib.sha512(path.read_bytes()).digest()
            if digest not in self.known:
                self.known.add(digest)
                new += path.stat().st_size
        return new


def sizes(store: Path) -> tuple[int, int, int]:
    """Files, their bytes, and the bytes of their blocks with those of the folders."""
    files = total = blocks = 0
    for folder, _, names in os.walk(store):
        blocks += os.stat(folder).st_blocks * 512
        for name in names:
            status = os.lstat(os.path.join(folder, name))
            files, total, blocks = files + 1, total + status.st_size, blocks + status.st_blocks * 512
    return files, total, blocks


def growth(store: Path, before: set[str]) -> tuple[int, int, int, set[str]]:
    """The same of the objects that are new since; the store is not walked whole every night."""
    objects = {str(path) for path in store.glob("*/urn*")}
    sums = [sizes(Path(path)) for path in objects - before]
    return *(sum(parts) for parts in zip(*sums)), objects


@dataclass
class Cost:
    """Seconds: of all processors together, and on the wall."""
    cpu: float
    wall: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.cpu + other.cpu, self.wall + other.wall)


def median(costs: list[Cost]) -> Cost:
    return Cost(statistics.median(cost.cpu for cost in costs), statistics.median(cost.wall for cost in costs))


class Meter:
    """What the processes that end inside of it cost."""

    def __enter__(self):
        self.before, self.began = self.used(), time.monotonic()
        return self

    def __exit__(self, *_):
        self.cost = Cost(self.used() - self.before, time.monotonic() - self.began)

    @staticmethod
    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime


class Bench:
    def __init__(self, arguments, folder: Path):
        self.a, self.folder = arguments, folder

    def run(self, *words) -> Cost:
        with Meter() as meter:
            done = subprocess.run([self.a.binary, *map(str, words), "--quiet"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench: {' '.join(map(str, words))} gave {done.returncode}:\n{done.stderr[-2000:]}")
        return meter.cost

    def shell(self, line: str, folder: Path) -> Cost:
        with Meter() as meter:
            subprocess.run(line, shell=True, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        return meter.cost

    def measure(self) -> dict:
        against = self.first_night(SimulatedVault(self.folder / "first", self.a.pages, (150, 800)))
        shutil.rmtree(self.folder / "first")
        vault, store = SimulatedVault(self.folder / "year", self.a.pages, (4, 12)), self.folder / "store"
        nights, adds, known = [], [], set()
        for number in range(self.a.nights):
            if number % 50 == 0:
                print(f"bench: night {number} of {self.a.nights}", file=sys.stderr)
            new = vault.night(number)
            adds.append(self.add(vault, store))
            files, total, blocks, known = growth(store, known)
            nights.append((total - new, blocks - new, files))
        verify, quick = self.run("archive", "verify", "--store", store), self.run("archive", "verify", "--quick", "--store", store)
        months = [nights[start:start + 30] for start in range(1, len(nights) - 29, 30)] or [nights[1:]]
        means = [statistics.mean(night[0] for night in month) / 1024 for month in months]
        return {
            "pages": self.a.pages, "nights": self.a.nights, "machine": f"{os.cpu_count()} cores",
            "overhead_kb": max(means), "overhead_first_kb": means[0], "overhead_last_kb": means[-1], "flatness": means[-1] / means[0],
            "overhead_usual_kb": statistics.median(night[0] for night in nights[1:]) / 1024, "files_a_night": statistics.median(night[2] for night in nights[1:]),
            "overhead_year_kb": statistics.mean(night[0] for night in nights) / 1024, "overhead_blocks_kb": statistics.mean(night[1] for night in nights[1:]) / 1024,
            "add_first_s": adds[0].cpu, "add_usual_s": statistics.median(cost.cpu for cost in adds[1:6] or adds), "add_late_s": statistics.median(cost.cpu for cost in adds[-5:]),
            "verify_year_s": verify.cpu, "verify_year_quick_s": quick.cpu, "store_mb": sizes(store)[1] / 1e6, **against, **self.restore(vault, store),
        }

    def add(self, vault: SimulatedVault, store: Path) -> Cost:
        return self.run("archive", "add", vault.snapshot, "--site", vault.site, "--store", store)

    def first_night(self, vault: SimulatedVault) -> dict:
        vault.night(0)
        ours, theirs, add, verify = [], [], [], []
        for _ in range(self.a.runs):
            fresh = self.folder / "fresh"
            add.append(self.add(vault, fresh))
            verify.append(self.run("archive", "verify", "--store", fresh))
            ours.append(add[-1] + verify[-1])
            shutil.rmtree(fresh)
            theirs.append(self.shell("find snapshot site -type f -print0 | xargs -0 sha512sum", vault.folder)
                          + self.shell("mkdir copy && cp -r snapshot site copy/", vault.folder))
            shutil.rmtree(vault.folder / "copy")
        return {"add_s": median(add).cpu, "verify_s": median(verify).cpu, "sums_and_copy_s": median(theirs).cpu,
                "add_verify_ratio": median(ours).cpu / median(theirs).cpu, "add_verify_wall": median(ours).wall / median(theirs).wall}

    def restore(self, vault: SimulatedVault, store: Path) -> dict:
        ours, theirs = [], []
        for _ in range(self.a.runs):
            ours.append(self.run("archive", "restore", "latest", "--out", self.folder / "restored", "--store", store))
            theirs.append(self.shell("mkdir copy && cp -r snapshot site copy/", vault.folder))
            if subprocess.run(["diff", "-r", self.folder / "restored", vault.folder / "copy"], capture_output=True).returncode != 0:
                sys.exit("bench: what was restored is not what was kept")
            shutil.rmtree(self.folder / "restored")
            shutil.rmtree(vault.folder / "copy")
        return {"restore_s": median(ours).cpu, "copy_s": median(theirs).cpu, "restore_ratio": median(ours).cpu / median(theirs).cpu,
                "restore_wall": median(ours).wall / median(theirs).wall}


def table(f: dict) -> tuple[str, bool]:
    kept, rows = True, [("what", "measured", "limit", "")]

    def row(what: str, value: str, limit: str | None = None):
        nonlocal kept
        good = limit is None or f[limit] <= LIMITS[limit]
        kept = kept and good
        rows.append((what, value, f"≤ {LIMITS[limit]:g}" if limit else "", "" if limit is None else "ok" if good else "MISSED"))

    row("overhead a night, dearest mean of 30 nights", f"{f['overhead_kb']:.0f} KB", "overhead_kb")
    row("last 30 nights against the first 30", f"{f['overhead_last_kb']:.0f} / {f['overhead_first_kb']:.0f} KB = {f['flatness']:.2f}", "flatness")
    row("overhead of a usual night, its files", f"{f['overhead_usual_kb']:.0f} KB, {f['files_a_night']:.0f} files")
    row("overhead a night, whole year with the first", f"{f['overhead_year_kb']:.0f} KB")
    row("the same in blocks of the disk, without the first", f"{f['overhead_blocks_kb']:.0f} KB")
    row("first night: add + verify", f"{f['add_s']:.2f} + {f['verify_s']:.2f} s")
    row("  against sha512sum and cp", f"{f['sums_and_copy_s']:.2f} s = {f['add_verify_ratio']:.2f} times", "add_verify_ratio")
    row("  the same on the wall", f"{f['add_verify_wall']:.2f} times", "add_verify_wall")
    row(f"restore of night {f['nights']} against cp", f"{f['restore_s']:.2f} / {f['copy_s']:.2f} s = {f['restore_ratio']:.2f} times", "restore_ratio")
    row("  the same on the wall", f"{f['restore_wall']:.2f} times", "restore_wall")
    row("add: an early night / a late one", f"{f['add_usual_s']:.2f} / {f['add_late_s']:.2f} s")
    row("verify the year: all / quick", f"{f['verify_year_s']:.2f} / {f['verify_year_quick_s']:.2f} s, {f['store_mb']:.0f} MB")
    widths = [max(len(r[i]) for r in rows) for i in range(4)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(r, widths)).rstrip() for r in rows]
    lines.insert(1, "-|-".join("-" * width for width in widths))
    return f"{f['pages']} pages with their HTML, {f['nights']} nights, {f['machine']}; seconds of processor time, of all threads\n" + "\n".join(lines), kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/synapse-publish"))
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--nights", type=int, default=365)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--check", action="store_true", help="exit 1 when a limit is missed")
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="synapse-publish-bench-", dir=memory) as folder:
        figures = Bench(arguments, Path(folder)).measure()
    text, kept = table(figures)
    print(text)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if arguments.check and not kept else 0


if __name__ == "__main__":
    sys.exit(main())
