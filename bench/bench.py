#!/usr/bin/env python3
"""Measures the build of a large vault from its snapshot to memory, against the C floor of the shared folder.

    bench/bench.py [--binary PROGRAM] [--shared FOLDER] [--pages 10000] [--small 1000] [--runs 5] [--recording FOLDER] [--json FILE] [--posters-only] [--check]

What the figures are
  CPU           user and system time of the whole process, from wait4; median of the runs, which alternate with the floor's
  ratio         the build's CPU over floor_markdown's on the same Markdown; of the pages alone (--no-search
                --no-markdown), which is what the floor makes, and of everything that a site has
  search        CPU of a build with the search beyond that of one without it, and the index's bytes over those of the pages' text
  peak memory   ru_maxrss of the build; most of the runs
  linearity     CPU a page at --pages over CPU a page at --small: 1 is linear
  serial share  the part of the CPU that is spent while fewer than two threads of the build are at work, with --jobs 2.
                Every 4 ms each thread's running and waiting time is read from /proc/PID/task/TID/schedstat (nanoseconds; waiting counts as
                being at work, so that a busy machine does not make a parallel program look serial). In each interval the busiest thread's
                time beyond the second busiest's is serial: what is uneven within an interval counts too. Beside it, 2*wall/CPU - 1: where two
                threads share all that can be shared, no run is shorter than the serial part and half of the rest, so that no program's
                serial share is above this (input, output and a busy machine count). The limit is held by the smaller of the two.
Each run writes to a new folder in memory (/dev/shm) where there is one. --check exits 1 when a limit is missed.
"""
from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import posters

ROOT = Path(__file__).resolve().parent.parent
LIMITS = {"ratio": 4.0, "search_cpu_s": 1.2, "search_share": 0.30, "peak_mb": 600.0, "linearity": 1.25, "serial": 0.15}


@dataclass
class Measured:
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


def measure(command: list[str], watched: bool = False) -> Measured:
    """Runs a command to its end; its output is shown when it fails."""
    with tempfile.TemporaryFile() as log:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
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


class Bench:
    def __init__(self, arguments, folder: Path):
        self.a, self.folder, self.shared = arguments, folder, Path(arguments.shared)

    def floor(self) -> Path:
        """floor_markdown, compiled with the system's compiler."""
        program = self.folder / "floor_markdown"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libcmark-gfm"], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run(["cc", "-O2", str(self.shared / "bench/floor_markdown.c"), "-o", str(program), *flags], check=True)
        return program

    def recording(self, pages: int) -> Path:
        if self.a.recording and pages == self.a.pages:
            return Path(self.a.recording)
        folder = self.folder / f"recording-{pages}"
        print(f"bench: generating a vault of {pages} pages", file=sys.stderr)
        subprocess.run([sys.executable, str(self.shared / "bench/gen_recording.py"), str(folder), str(pages)], check=True, stdout=subprocess.DEVNULL)
        return folder

    def pull(self, recording: Path, snapshot: Path) -> Measured:
        server = subprocess.Popen([sys.executable, str(self.shared / "tools/replay.py"), str(recording)], stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().split()[-1]
            return measure([self.a.binary, "pull", url, "--out", str(snapshot)])
        finally:
            server.terminate()
            server.wait()

    def build(self, snapshot: Path, *options: str, watched: bool = False) -> Measured:
        out = self.folder / "site"
        shutil.rmtree(out, ignore_errors=True)
        try:
            return measure([self.a.binary, "build", str(snapshot), "--out", str(out), "--no-posters", "--quiet", *options], watched)
        finally:
            shutil.rmtree(out, ignore_errors=True)

    def search_share(self, vault: Path) -> float:
        """Bytes of the index over bytes of the pages' Markdown without code and frontmatter, which is not indexed."""
        out = self.folder / "site"
        shutil.rmtree(out, ignore_errors=True)
        try:
            measure([self.a.binary, "build", str(self.folder / "large"), "--out", str(out), "--no-posters", "--quiet"])
            index = sum(path.stat().st_size for path in (out / "assets/search").rglob("*.js"))
        finally:
            shutil.rmtree(out, ignore_errors=True)
        unread = re.compile(rb"\A---\n.*?\n---\n|^```.*?^```\s*$", re.S | re.M)
        return index / sum(len(unread.sub(b"", path.read_bytes())) for path in (vault / "wiki").rglob("*.md"))

    def rendered(self, floor: Path, vault: Path) -> Measured:
        out = self.folder / "floor"
        shutil.rmtree(out, ignore_errors=True)
        try:
            return measure([str(floor), str(vault), str(out)])
        finally:
            shutil.rmtree(out, ignore_errors=True)

    def run(self) -> dict:
        floor, large, small = self.floor(), self.recording(self.a.pages), self.recording(self.a.small)
        pull = self.pull(large, self.folder / "large")
        self.pull(small, self.folder / "small")
        builds, floors, smalls, alone, plain, bare = [], [], [], [], [], []
        self.build(self.folder / "large")  # warms the page cache; not counted
        for number in range(self.a.runs):
            print(f"bench: run {number + 1} of {self.a.runs}", file=sys.stderr)
            floors.append(self.rendered(floor, large / "vault"))
            builds.append(self.build(self.folder / "large", "--jobs", "2", watched=True))
            plain.append(self.build(self.folder / "large", "--jobs", "2", "--no-search"))
            bare.append(self.build(self.folder / "large", "--jobs", "2", "--no-search", "--no-markdown"))
            smalls.append(self.build(self.folder / "small", "--jobs", "2"))
            alone.append(self.build(self.folder / "large", "--jobs", "1"))
        middle = lambda values: statistics.median(values)
        cpu, base, without, pages = (middle([m.cpu for m in list]) for list in (builds, floors, plain, bare))
        bounds = [max(0.0, 2 * m.wall / m.cpu - 1) for m in builds]
        sampled = [m.serial for m in builds if m.serial is not None]
        return {
            "pages": self.a.pages, "runs": self.a.runs, "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
            "floor_cpu_s": base, "build_cpu_s": cpu, "build_cpu_spread_s": [min(m.cpu for m in builds), max(m.cpu for m in builds)],
            "ratio": pages / base, "ratio_of_everything": cpu / base, "search_cpu_s": cpu - without, "search_share": self.search_share(large / "vault"),
            "peak_mb": max(m.peak_mb for m in builds), "wall_2_jobs_s": middle([m.wall for m in builds]),
            "wall_1_job_s": middle([m.wall for m in alone]), "small_cpu_s": middle([m.cpu for m in smalls]),
            "linearity": (cpu / self.a.pages) / (middle([m.cpu for m in smalls]) / self.a.small),
            "serial": min([middle(bounds)] + ([middle(sampled)] if sampled else [])), "serial_sampled": middle(sampled) if sampled else None,
            "serial_by_amdahl": middle(bounds),
            "pull_wall_s": pull.wall, "pull_cpu_s": pull.cpu, "pull_peak_mb": pull.peak_mb,
        }


def table(figures: dict) -> tuple[str, bool]:
    """The figures as one table, and whether every limit is kept."""
    kept = True
    rows = [("what", "measured", "limit", "")]

    def row(what: str, value: str, limit_of: str | None = None, shown: str = ""):
        nonlocal kept
        verdict = ""
        if limit_of and figures[limit_of] is not None:
            good = figures[limit_of] <= LIMITS[limit_of]
            kept, verdict = kept and good, "ok" if good else "MISSED"
        rows.append((what, value, shown, verdict))

    f = figures
    low, high = f["build_cpu_spread_s"]
    row("floor_markdown, CPU", f"{f['floor_cpu_s']:.2f} s")
    row(f"build of {f['pages']} pages, CPU", f"{f['build_cpu_s']:.2f} s ({low:.2f}–{high:.2f})")
    row("ratio to the floor, pages alone", f"{f['ratio']:.2f}", "ratio", f"≤ {LIMITS['ratio']:g}")
    row("ratio to the floor, with search and Markdown", f"{f['ratio_of_everything']:.2f}")
    row("search index, CPU", f"{f['search_cpu_s']:.2f} s", "search_cpu_s", f"≤ {LIMITS['search_cpu_s']:g} s")
    row("search index, size against the text", f"{f['search_share']:.1%}", "search_share", f"≤ {LIMITS['search_share']:.0%}")
    row("peak memory", f"{f['peak_mb']:.0f} MB", "peak_mb", f"≤ {LIMITS['peak_mb']:g} MB")
    row("CPU a page against the small vault", f"{f['linearity']:.2f}", "linearity", f"≤ {LIMITS['linearity']:g}")
    row("serial share, at most", f"{f['serial']:.1%}", "serial", f"≤ {LIMITS['serial']:.0%}")
    row("  sampled / by wall time", ("not here" if f["serial_sampled"] is None else f"{f['serial_sampled']:.1%}") + f" / {f['serial_by_amdahl']:.1%}")
    row("wall, 2 jobs / 1 job", f"{f['wall_2_jobs_s']:.2f} s / {f['wall_1_job_s']:.2f} s")
    row("pull, wall / CPU / peak", f"{f['pull_wall_s']:.2f} s / {f['pull_cpu_s']:.2f} s / {f['pull_peak_mb']:.0f} MB")
    widths = [max(len(r[i]) for r in rows) for i in range(4)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(r, widths)).rstrip() for r in rows]
    lines.insert(1, "-|-".join("-" * width for width in widths))
    return f"{f['machine']}, {f['runs']} runs, medians\n" + "\n".join(lines), kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/synapse-publish"))
    parser.add_argument("--shared", default=os.environ.get("SYNAPSE_SHARED", str(ROOT.parent / "shared")))
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--small", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--recording", help="a recording of --pages pages that is already there")
    parser.add_argument("--posters-only", action="store_true", help="leave the build out")
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--check", action="store_true", help="exit 1 when a limit is missed")
    arguments = parser.parse_args()
    if not (Path(arguments.shared) / "bench/floor_markdown.c").exists():
        print(f"bench: the generator and the C floor are the shared folder's, and {arguments.shared} is not there; nothing was measured.\n"
              "bench: put the shared folder beside the checkout, or name it with --shared or SYNAPSE_SHARED.")
        return 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="synapse-publish-bench-", dir=memory) as folder:
        figures = Bench(arguments, Path(folder)).run() if not arguments.posters_only else {}
        drawn = posters.figures(Path(arguments.binary), ROOT, Path(arguments.shared), Path(folder), min(3, arguments.runs))
    text, kept = table(figures) if figures else ("", True)
    poster_text, posters_kept = posters.table(drawn)
    print(f"{text}\n\n{poster_text}".lstrip())
    figures, kept = figures | {"posters": drawn}, kept and posters_kept
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if arguments.check and not kept else 0


if __name__ == "__main__":
    sys.exit(main())
