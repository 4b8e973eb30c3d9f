"""Measures posters against plain cairo: one antialiased stroke an edge, one disc a node, cairo's own PNG writer (floor_graph.c of the shared folder).

4096 × 4096 pixels, one tier (detail, every name that has room), light; the PNG's encoding is counted on both sides, reading the graph on neither.
"""
from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path

LIMITS = {"ratio_10k": 0.25, "ratio_100k": 0.2, "peak_mb_100k": 1024, "names_s_100k": 2.0, "svg_mb_10k": 3.0, "sample_wall_s": 2.0}


def graph(pages: int, path: Path) -> Path:
    """Communities on a spiral, three edges of four within one: the flat text that floor_graph reads."""
    dice = random.Random(pages)
    groups = 24
    centre = [(2048 + (300 + 55 * g) * math.cos(2.4 * g), 2048 + (300 + 55 * g) * math.sin(2.4 * g)) for g in range(groups)]
    lines = [f"{pages} {4 * pages}"]
    for i in range(pages):
        x, y = (min(max(c + dice.gauss(0, 190), 96), 4000) for c in centre[i % groups])
        lines.append(f"{x:.3f} {y:.3f} {1.2 + dice.expovariate(1.2):.3f}")
    for e in range(4 * pages):
        a = e % pages
        near = e % 4 != 3
        b = min(pages - 1, int(dice.paretovariate(1.1) * groups) * groups + a % groups) if near else dice.randrange(pages)
        lines.append(f"{a} {b if b < pages else a}")
    path.write_text("\n".join(lines) + "\n")
    return path


def run(command: list[str]) -> tuple[dict, float]:
    """What a program prints, and the most memory that it held, in MB."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"bench: {' '.join(command)} gave {child.returncode}")
    return json.loads(text), usage.ru_maxrss / ((1 << 20) if sys.platform == "darwin" else (1 << 10))


def figures(binary: Path, root: Path, shared: Path, folder: Path, runs: int) -> dict:
    floor = folder / "floor_graph"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "cairo"], check=True, capture_output=True, text=True).stdout.split()
    subprocess.run(["cc", "-O2", str(shared / "bench/floor_graph.c"), "-o", str(floor), *flags, "-lm"], check=True)
    program, tokens = binary.parent / "poster-bench", root / "templates/tokens.json"
    found: dict = {}
    for name, pages in (("10k", 10_000), ("100k", 100_000)):
        flat = graph(pages, folder / f"{name}.flat")
        floors, ours, peaks = [], [], []
        for _ in range(runs if pages < 50_000 else 1):
            floors.append(run([str(floor), str(flat), str(folder / "floor.png"), "4096"])[0]["total_cpu_s"])
            drawn, peak = run([str(program), str(flat), str(tokens), "png"])
            ours.append(drawn["total_cpu_s"])
            peaks.append(peak)
        floor_cpu, cpu = sorted(floors)[len(floors) // 2], sorted(ours)[len(ours) // 2]
        found |= {f"floor_cpu_s_{name}": floor_cpu, f"cpu_s_{name}": cpu, f"ratio_{name}": cpu / floor_cpu, f"peak_mb_{name}": max(peaks)}
        found[f"names_s_{name}"] = run([str(program), str(flat), str(tokens), "names"])[0]["total_cpu_s"]
        if name == "10k":
            found["svg_mb_10k"] = run([str(program), str(flat), str(tokens), "svg"])[0]["bytes"] / 1e6
    start = time.monotonic()
    subprocess.run([str(binary), "posters", "--out", str(folder / "sample"), "--quiet"], check=True)
    found["sample_wall_s"] = time.monotonic() - start
    return found


def rows(f: dict) -> list[tuple[str, str, str, float]]:
    """What, measured, the limit's key and its value."""
    return [
        ("poster of 10,000 pages, CPU / plain cairo", f"{f['cpu_s_10k']:.2f} s / {f['floor_cpu_s_10k']:.2f} s", "", 0),
        ("  ratio", f"{f['ratio_10k']:.3f}", "ratio_10k", f["ratio_10k"]),
        ("poster of 100,000 pages, CPU / plain cairo", f"{f['cpu_s_100k']:.2f} s / {f['floor_cpu_s_100k']:.2f} s", "", 0),
        ("  ratio", f"{f['ratio_100k']:.3f}", "ratio_100k", f["ratio_100k"]),
        ("  peak memory", f"{f['peak_mb_100k']:.0f} MB", "peak_mb_100k", f["peak_mb_100k"]),
        ("  places of everything, names included, CPU", f"{f['names_s_100k']:.2f} s", "names_s_100k", f["names_s_100k"]),
        ("SVG of 10,000 pages", f"{f['svg_mb_10k']:.2f} MB", "svg_mb_10k", f["svg_mb_10k"]),
        ("the sample vault's twelve posters, wall", f"{f['sample_wall_s']:.2f} s", "sample_wall_s", f["sample_wall_s"]),
    ]


def table(f: dict) -> tuple[str, bool]:
    lines, kept = [], True
    for what, measured, key, value in rows(f):
        good = not key or value <= LIMITS[key]
        kept = kept and good
        limit = f"≤ {LIMITS[key]:g}  {'ok' if good else 'MISSED'}" if key else ""
        lines.append(f"{what:<46} | {measured:<22} | {limit}".rstrip())
    return "\n".join(lines), kept
