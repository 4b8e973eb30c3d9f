"""A build in parts: shards of one site, put together again."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .program import Run, run, succeed


def shards(source: Path, folder: Path, count: int, *options) -> list[Path]:
    """Builds all parts below folder, two at a time, in no order of their own."""
    def build(number: int) -> Path:
        out = folder / f"part-{number}"
        succeed("build", source, "--shard", f"{number}/{count}", "--out", out, *options)
        return out
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(build, range(1, count + 1)))


def merge(parts: list[Path], out: Path, *options) -> Run:
    return run("merge", *parts, "--out", out, *options)
