#!/usr/bin/env python3
"""Measures builds of a large vault from its snapshot to memory, against the C floor of the shared folder, and prints one table.

    bench/bench.py [--binary PROGRAM] [--shared FOLDER] [--pages 10000] [--small 1000] [--huge 100000] [--runs 3] [--json FILE] [--quick] [--check]

What the figures are
  CPU           user and system time of the whole process, from wait4; median of the runs, which alternate with the floor's. Ratios are of the
                same run's floor, floor_markdown on the same Markdown
  full          everything that a site has but posters (and pictures of pages, which need an address), with nothing kept from before
  pages alone   the same without search, of a vault without formulas and without code in a known language
  no change     the same command once more
  one edit      the same command after one page got a sentence more; beside it, how many files are others than before, and how many were written
  serial share  the part of the CPU that is spent while fewer than two threads of the build are at work, with --jobs 2.
                Every 4 ms each thread's running and waiting time is read from /proc/PID/task/TID/schedstat (nanoseconds; waiting counts as
                being at work, so that a busy machine does not make a parallel program look serial). In each interval the busiest thread's
                time beyond the second busiest's is serial: what is uneven within an interval counts too. Beside it, 2*wall/CPU - 1: where two
                threads share all that can be shared, no run is shorter than the serial part and half of the rest, so that no program's
                serial share is above this (input, output and a busy machine count). The limit is held by the smaller of the two.
  growth        CPU a page at --huge over CPU a page at --small: 1 is linear. --quick leaves --huge out and takes --pages in its place
  search        CPU of a build with the search beyond that of one without it, and the index's bytes over those of the pages' text
  pull          by the clock, and how often the floor's CPU it takes beyond the CPU of the replayed server itself
Each run writes to a new folder in memory (/dev/shm) where there is one. --check exits 1 when a goal is missed.
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
import time
from pathlib import Path

import posters
import vaults
from measure import Measured, measure

ROOT = Path(__file__).resolve().parent.parent
BUILD = ["--no-posters", "--quiet", "--jobs", "2"]


def middle(values) -> float:
    return statistics.median(values)


class Bench:
    def __init__(self, arguments, folder: Path):
        self.a, self.folder, self.shared = arguments, folder, Path(arguments.shared)
        self.environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}

    def floor(self) -> Path:
        """floor_markdown, compiled with the system's compiler."""
        program = self.folder / "floor_markdown"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libcmark-gfm"], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run(["cc", "-O2", str(self.shared / "bench/floor_markdown.c"), "-o", str(program), *flags], check=True)
        return program

    def build(self, snapshot: Path, *options: str, out: str = "site", keep: bool = False, watched: bool = False) -> Measured:
        """With `keep`, what an earlier build left is used, and the output stays."""
        place = self.folder / out
        if not keep:
            shutil.rmtree(place, ignore_errors=True)
        try:
            return measure([self.a.binary, "build", snapshot, "--out", place, *BUILD, *options, *([] if keep else ["--full"])], watched, self.environment)
        finally:
            if not keep:
                shutil.rmtree(place, ignore_errors=True)

    def rendered(self, floor: Path, vault: Path) -> Measured:
        out = self.folder / "floor"
        shutil.rmtree(out, ignore_errors=True)
        try:
            return measure([floor, vault, out])
        finally:
            shutil.rmtree(out, ignore_errors=True)

    def incremental(self, snapshot: Path) -> dict:
        """A build, the same again, and the same after one page was edited and edited back."""
        changed, out = vaults.edited(snapshot, self.folder / "edited"), self.folder / "kept"
        shutil.rmtree(out, ignore_errors=True)
        first = self.build(snapshot, out="kept", keep=True)
        same, edits = [], []
        for number in range(self.a.runs):
            same.append(self.build(changed if number % 2 else snapshot, out="kept", keep=True).cpu)
            before = {path: (path.stat().st_ino, path.read_bytes()) for path in out.rglob("*") if path.is_file()} if number == 0 else {}
            edits.append(self.build(snapshot if number % 2 else changed, out="kept", keep=True).cpu)
            if number == 0:
                after = [path for path in out.rglob("*") if path.is_file()]
                written = sum(path.stat().st_ino != before.get(path, (0,))[0] for path in after)
                others = sum(path.read_bytes() != before.get(path, (0, b""))[1] for path in after)
        shutil.rmtree(out)
        return {"first_cpu_s": first.cpu, "same_cpu_s": middle(same), "edit_cpu_s": middle(edits), "edit_written": written, "edit_others": others,
                "edit_files": len(after)}

    def search_share(self, snapshot: Path) -> float:
        """Bytes of the index over bytes of the pages' Markdown without code and frontmatter, which is not indexed."""
        out = self.folder / "site"
        measure([self.a.binary, "build", snapshot, "--out", out, *BUILD], env=self.environment)
        index = sum(path.stat().st_size for path in (out / "assets/search").rglob("*.js"))
        shutil.rmtree(out)
        unread = re.compile(rb"\A---\n.*?\n---\n|^```.*?^```\s*$", re.S | re.M)
        return index / sum(len(unread.sub(b"", path.read_bytes())) for path in (snapshot / "vault/wiki").rglob("*.md"))

    def picture(self) -> float:
        """Milliseconds of CPU that a picture for sharing takes: what the sample vault's site costs with one a page beyond one without."""
        base = ["build", "--no-posters", "--no-search", "--no-markdown", "--quiet", "--full", "--base-url", "https://example.org/"]

        def cpu(which: str) -> float:
            out = self.folder / f"pictures-{which}"
            shutil.rmtree(out, ignore_errors=True)
            return min(measure([self.a.binary, *base, "--og-images", which, "--out", out], env=self.environment).cpu for _ in range(3))
        cost = cpu("pages") - cpu("none")
        return 1000 * cost / len(list((self.folder / "pictures-pages/previews").rglob("*.png")))

    def wall(self, *commands: list) -> float:
        start = time.monotonic()
        for command in commands:
            measure([self.a.binary, *command], env=self.environment | {"XDG_CACHE_HOME": str(self.folder / f"cache-{time.monotonic_ns()}")})
        return time.monotonic() - start

    def run(self) -> dict:
        floor, large = self.floor(), vaults.recording(self.shared, self.folder, self.a.pages)
        pulled, server = vaults.pull(self.a.binary, self.shared, large, self.folder / "large")
        snapshot = self.folder / "large"
        small = vaults.recording(self.shared, self.folder, self.a.small)
        vaults.pull(self.a.binary, self.shared, small, self.folder / "small")
        plain = vaults.plain(snapshot, self.folder / "plain")
        unique = vaults.recording(self.shared, self.folder, self.a.pages, unique=True)
        vaults.pull(self.a.binary, self.shared, unique, self.folder / "unique")
        floors, builds, searchless, bare, uniques, unique_floors, smalls = [], [], [], [], [], [], []
        self.build(snapshot)  # warms the page cache; not counted
        for number in range(self.a.runs):
            print(f"bench: run {number + 1} of {self.a.runs}", file=sys.stderr)
            floors.append(self.rendered(floor, large / "vault").cpu)
            builds.append(self.build(snapshot, watched=True))
            searchless.append(self.build(snapshot, "--no-search").cpu)
            bare.append(self.build(plain, "--no-search").cpu)
            unique_floors.append(self.rendered(floor, unique / "vault").cpu)
            uniques.append(self.build(self.folder / "unique").cpu)
            smalls.append(self.build(self.folder / "small").cpu)
        base, cpu = middle(floors), middle(m.cpu for m in builds)
        bounds, sampled = [max(0.0, 2 * m.wall / m.cpu - 1) for m in builds], [m.serial for m in builds if m.serial is not None]
        figures = {
            "pages": self.a.pages, "small": self.a.small, "runs": self.a.runs, "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
            "floor_cpu_s": base, "full_cpu_s": cpu, "full_spread_s": [min(m.cpu for m in builds), max(m.cpu for m in builds)],
            "full": cpu / base, "unique": middle(uniques) / middle(unique_floors), "bare": middle(bare) / base,
            "search_cpu_s": cpu - middle(searchless), "search_share": self.search_share(snapshot),
            "peak_mb": max(m.peak_mb for m in builds), "wall_s": middle(m.wall for m in builds),
            "serial": min([middle(bounds)] + ([middle(sampled)] if sampled else [])), "serial_sampled": middle(sampled) if sampled else None,
            "serial_by_wall": middle(bounds), "small_cpu_s": middle(smalls),
            "pull_wall_s": pulled.wall, "pull_peak_mb": pulled.peak_mb, "pull": (pulled.wall - (server or 0)) / base if server is not None else None,
        }
        figures |= self.incremental(snapshot)
        figures |= {"same": figures["same_cpu_s"] / base, "edit": figures["edit_cpu_s"] / base}
        figures["sample_wall_s"] = self.wall(["build", "--out", self.folder / "sample-site", "--quiet"], ["gallery", "--out", self.folder / "sample-gallery", "--quiet"])
        figures["picture_ms"] = self.picture()
        figures["start_ms"] = 1000 * middle(measure([self.a.binary, "--version"]).wall for _ in range(9))
        return figures | self.growth(cpu, middle(smalls))

    def growth(self, cpu: float, small: float) -> dict:
        if self.a.quick:
            return {"growth": (cpu / self.a.pages) / (small / self.a.small), "growth_to": self.a.pages, "huge_peak_mb": None}
        huge = vaults.recording(self.shared, self.folder, self.a.huge)
        vaults.pull(self.a.binary, self.shared, huge, self.folder / "huge")
        shutil.rmtree(huge)
        built = self.build(self.folder / "huge")
        return {"growth": (built.cpu / self.a.huge) / (small / self.a.small), "growth_to": self.a.huge, "huge_peak_mb": built.peak_mb, "huge_cpu_s": built.cpu,
                "huge_wall_s": built.wall}


def rows(f: dict) -> list[tuple[str, str, str, float | None, float | None]]:
    """What, as measured, its unit beside the ratio, the ratio or figure that has a goal, the goal."""
    seconds = lambda value: f"{value:.2f} s"
    low, high = f["full_spread_s"]
    thousand = lambda count: f"{count:,}"
    found = [
        ("floor_markdown, CPU", seconds(f["floor_cpu_s"]), "", None, None),
        (f"full, {thousand(f['pages'])} pages, CPU", f"{f['full_cpu_s']:.2f} s ({low:.2f}–{high:.2f})", "× floor", f["full"], 3.5),
        ("full, nothing repeats from page to page", "", "× floor", f["unique"], 4.5),
        ("pages alone", "", "× floor", f["bare"], 2.0),
        ("serial share", f"sampled {f['serial_sampled']:.1%}, by wall {f['serial_by_wall']:.1%}" if f["serial_sampled"] is not None else "", "", f["serial"], 0.08),
        (f"peak memory, {thousand(f['pages'])} pages", "", "MB", f["peak_mb"], 300),
        ("peak memory, 100,000 pages", "", "MB", f["huge_peak_mb"], 1500),
        (f"CPU a page, {thousand(f['growth_to'])} over {thousand(f['small'])}", "", "× linear", f["growth"], 1.15),
        ("no change, CPU", seconds(f["same_cpu_s"]), "× floor", f["same"], 0.15),
        ("one edit, CPU", seconds(f["edit_cpu_s"]), "× floor", f["edit"], 0.25),
        ("  files written / that are others", f"{f['edit_written']} / {f['edit_others']} of {f['edit_files']}", "written too many", f["edit_written"] - f["edit_others"], 0),
        ("pull, wall beyond the server's CPU", f"{f['pull_wall_s']:.2f} s, {f['pull_peak_mb']:.0f} MB", "× floor", f["pull"], 1.0),
        ("search: CPU beyond a build without it", "", "s", f["search_cpu_s"], 1.2),
        ("search: index over the pages' text", "", "", f["search_share"], 0.30),
        ("sample vault: build with posters, and gallery", "", "s wall", f["sample_wall_s"], 3.0),
        ("pictures for sharing, CPU each", "", "ms", f["picture_ms"], 8),
        ("--version", "", "ms", f["start_ms"], 20),
        ("full, wall with 2 jobs", seconds(f["wall_s"]), "", None, None),
    ]
    return found


def table(f: dict) -> tuple[str, bool]:
    """The figures as one table, and whether every goal is met."""
    met, lines = True, [("what", "measured", "goal", "figure", "")]
    for what, measured, unit, value, goal in rows(f):
        if value is None or goal is None:
            lines.append((what, measured, "", "not measured" if goal is not None else "", ""))
            continue
        good = value <= goal
        met = met and good
        shown = (lambda number: f"{number:.1%}") if unit == "" else (lambda number: f"{number:.3g}" if number < 1000 else f"{number:.0f}")
        lines.append((what, measured, f"≤ {shown(goal)} {unit}".rstrip(), f"{shown(value)} {unit}".rstrip(), "met" if good else "MISSED"))
    lines = [(what, measured, figure, goal, verdict) for what, measured, goal, figure, verdict in lines]
    widths = [max(len(line[place]) for line in lines) for place in range(5)]
    text = [" | ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
    text.insert(1, "-|-".join("-" * width for width in widths))
    return f"{f['machine']}, {f['runs']} runs, medians\n" + "\n".join(text), met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/synapse-publish"))
    parser.add_argument("--shared", default=os.environ.get("SYNAPSE_SHARED", str(ROOT.parent / "shared")))
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--small", type=int, default=1_000)
    parser.add_argument("--huge", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="leave the vault of --huge pages out")
    parser.add_argument("--posters-only", action="store_true", help="leave the builds out")
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    arguments = parser.parse_args()
    if not (Path(arguments.shared) / "bench/floor_markdown.c").exists():
        print(f"bench: the generator and the C floor are the shared folder's, and {arguments.shared} is not there; nothing was measured.\n"
              "bench: put the shared folder beside the checkout, or name it with --shared or SYNAPSE_SHARED.")
        return 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="synapse-publish-bench-", dir=memory) as folder:
        figures = Bench(arguments, Path(folder)).run() if not arguments.posters_only else {}
        text, met = table(figures) if figures else ("", True)
        # At once: what follows takes minutes.
        print(f"{text}\n", flush=True)
        drawn = posters.figures(Path(arguments.binary), ROOT, Path(arguments.shared), Path(folder), min(3, arguments.runs))
    poster_text, posters_met = posters.table(drawn)
    print(poster_text)
    figures, met = figures | {"posters": drawn}, met and posters_met
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if arguments.check and not met else 0


if __name__ == "__main__":
    sys.exit(main())
