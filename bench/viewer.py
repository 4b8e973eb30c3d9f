#!/usr/bin/env python3
"""Measures the graph in the browser: frame intervals while panning, script a frame, and how soon the first picture stands.

    bench/viewer.py [--binary PROGRAM] [--seconds 3] [--rounds 3] [--json FILE] [--check]

What is measured
  The site of the sample vault is built; its graph's data are replaced by graphs that this program writes itself, in the layout that
  GraphBinary.swift documents. Headless Chromium shows the page in a window of 1280 x 800 CSS pixels.
  frames a second   frames of requestAnimationFrame over time while the view is panned by 7 px each frame, all links shown; p95 is the interval
                    that 95 of 100 frames keep. Intervals, not script time: what the browser takes to show the picture counts. The best of
                    --rounds, because what else runs on the machine only takes frames away; all are printed.
  script            time of our script in a frame, median. For WebGL, whose drawing a processor would do here, the only figure that says
                    anything: it is taken with draw calls that draw nothing, after the first picture was drawn in full
  first frame       from the call that hands over the data to the end of the first drawn frame
  yardstick         a plain 2D canvas that draws every line and disc in each frame
Needs the tests' environment (scripts/bootstrap --test). --check exits 1 when a limit is missed.
"""
from __future__ import annotations

import argparse
import base64
import functools
import json
import math
import random
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOW = {"width": 1280, "height": 800}

# Runs until the time is over: moves the view, notes when each frame came and how long our script took in it.
PAN = """async seconds => {
  const probe = synapseGraph.probe(), gaps = [], scripts = [];
  let last = 0, angle = 0;
  const frame = () => new Promise(requestAnimationFrame);
  const end = performance.now() + seconds * 1000;
  last = await frame();
  while (performance.now() < end) {
    angle += .02;
    probe.pan(7 * Math.cos(angle), 5 * Math.sin(angle * 1.7));
    const time = await frame();
    gaps.push(time - last);
    scripts.push(probe.times.script);
    last = time;
  }
  return {gaps, scripts};
}"""

YARDSTICK = """async ([seconds, nodes, edges]) => {
  const canvas = document.createElement('canvas'); canvas.width = 1280; canvas.height = 800; document.body.replaceChildren(canvas);
  const context = canvas.getContext('2d'), gaps = [], frame = () => new Promise(requestAnimationFrame);
  let last = await frame(), shift = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    shift += 7;
    context.clearRect(0, 0, 1280, 800);
    context.strokeStyle = 'rgba(120,130,150,.3)';
    for (const [a, b] of edges) { context.beginPath(); context.moveTo(nodes[a][0] + shift % 90, nodes[a][1]); context.lineTo(nodes[b][0] + shift % 90, nodes[b][1]); context.stroke(); }
    context.fillStyle = 'rgb(90,120,240)';
    for (const [x, y] of nodes) { context.beginPath(); context.arc(x + shift % 90, y, 2, 0, 7); context.fill(); }
    const time = await frame(); gaps.push(time - last); last = time;
  }
  return gaps;
}"""


def graph(nodes: int, edges: int, seed: int = 7):
    """Places in clusters, links mostly within them: what a vault's graph looks like."""
    rng = random.Random(seed)
    clusters = max(4, int(math.sqrt(nodes) / 3))
    middle = [(rng.gauss(0, 400), rng.gauss(0, 260)) for _ in range(clusters)]
    home = [rng.randrange(clusters) for _ in range(nodes)]
    places = [(rng.gauss(middle[c][0], 70), rng.gauss(middle[c][1], 70)) for c in home]
    members = [[] for _ in range(clusters)]
    for node, cluster in enumerate(home):
        members[cluster].append(node)
    pairs = set()
    while len(pairs) < edges:
        a = int(rng.random() ** 2 * nodes)
        b = rng.choice(members[home[a]]) if rng.random() < .8 else rng.randrange(nodes)
        if a != b:
            pairs.add((min(a, b), max(a, b)))
    return places, home, clusters, sorted(pairs), rng


def scripts(nodes: int, edges: int) -> tuple[str, str]:
    """graph-data.js and graph-titles.js of such a graph."""
    places, home, clusters, pairs, rng = graph(nodes, edges)
    degree = [0] * nodes
    for a, b in pairs:
        degree[a] += 1
        degree[b] += 1
    most = max(degree)
    column = lambda code, values: struct.pack(f"<{len(values)}{code}", *values)
    data = struct.pack("<IIIf", 0x31475953, nodes, edges, 20.0)
    data += column("f", [x for x, _ in places]) + column("f", [y for _, y in places])
    data += column("H", [int((8 + 20 * math.sqrt(d / most)) * 1024) for d in degree])
    data += column("H", [rng.randrange(6) for _ in range(nodes)]) + column("H", home) + column("H", [0] * nodes)
    data += column("H", [a & 0xffff for a, _ in pairs]) + column("H", [b & 0xffff for _, b in pairs]) + column("H", [rng.randrange(9000, 65536) for _ in pairs])
    data += column("B", [a >> 16 for a, _ in pairs]) + column("B", [b >> 16 for _, b in pairs]) + bytes(edges)
    types = ["concept", "entity", "source", "synthesis", "comparison", "query"]
    words = {name: "{a} {b} {c} {d}" for name in ("shown", "links", "link", "rank", "none", "unassigned", "noDomain", "fewer", "faded", "neighbourhood", "noType")}
    meta = {"types": [{"id": t, "color": "t-" + t, "glyph": t, "name": t, "singular": t, "path": "M4 4h16"} for t in types],
            "communities": [{"id": str(c), "color": f"c-{c % 12}", "name": f"Community {c}"} for c in range(clusters)], "domains": [], "kinds": [{"id": "link", "name": "link"}], "words": words}
    names = ["snapshot", "storage", "pool", "mirror", "vector", "search", "layout", "backup", "proxy", "token"]
    titles = [f"{names[i % 10].capitalize()} {names[i // 10 % 10]} {i}" for i in range(nodes)]
    return (f'synapseGraph.data("{base64.b64encode(data).decode()}",{json.dumps(meta)});', f"synapseGraph.titles({json.dumps(titles)},{json.dumps(titles)});")


def served(folder: Path):
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"


def chromium(playwright):
    sys.path[:0] = [str(ROOT / "Tests/EndToEnd"), str(ROOT / "scripts")]
    from support import browser
    return browser.launch(playwright)


class Bench:
    def __init__(self, browser, site: Path, seconds: float, rounds: int = 3):
        self.browser, self.site, self.seconds, self.rounds = browser, site, seconds, rounds
        self.server, self.url = served(site)

    def page(self, query: str):
        page = self.browser.new_page(viewport=WINDOW)
        page.goto(f"{self.url}/graph.html{query}")
        # The site's policy forbids what wait_for_function does.
        page.evaluate("""async () => {
          const frame = () => new Promise(requestAnimationFrame);
          while (!(synapseGraph.probe().times.first > 0 && synapseGraph.probe().still())) await frame();
        }""")
        return page

    def use(self, nodes: int, edges: int):
        for name, text in zip(("graph-data.js", "graph-titles.js"), scripts(nodes, edges)):
            (self.site / "assets" / name).write_text(text)

    def panned(self, kind: str, nodes: int, edges: int) -> dict:
        self.use(nodes, edges)
        page = self.page(f"?renderer={kind}&weak=yes")
        times = page.evaluate("({...synapseGraph.probe().times})")
        drawn = page.evaluate("synapseGraph.probe().drawn()")
        assert drawn == [nodes, edges], f"{kind} draws {drawn}"
        if kind == "webgl2":
            # The picture stands and was counted. From here on a processor would take seconds for what a GPU draws in a frame, and two
            # frames tell nothing of our script: it makes all of its calls, and these two draw nothing.
            page.evaluate("for (const name of ['drawArrays', 'drawArraysInstanced']) WebGL2RenderingContext.prototype[name] = () => {}")
        rounds = [page.evaluate(PAN, self.seconds) for _ in range(self.rounds)]
        page.close()
        rates = [1000 * len(seen["gaps"]) / sum(seen["gaps"]) for seen in rounds]
        seen = rounds[rates.index(max(rates))]
        gaps = sorted(seen["gaps"])
        return {"renderer": kind, "nodes": nodes, "edges": edges, "fps": max(rates), "fps_of_rounds": [round(rate, 1) for rate in rates],
                "p50_ms": statistics.median(gaps), "p95_ms": gaps[int(len(gaps) * .95)], "script_ms": min(statistics.median(r["scripts"]) for r in rounds),
                "first_ms": times["first"] - times["begin"]}

    def yardstick(self, nodes: int, edges: int) -> float:
        places, _, _, pairs, _ = graph(nodes, edges)
        page = self.browser.new_page(viewport=WINDOW)
        page.goto(f"{self.url}/404.html")
        gaps = page.evaluate(YARDSTICK, [self.seconds, [[640 + x * .5, 400 + y * .5] for x, y in places], pairs])
        page.close()
        return 1000 * len(gaps) / sum(gaps)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/synapse-publish"))
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--check", action="store_true")
    a = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("bench: the graph is not measured: playwright is missing (scripts/bootstrap --test)", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory(prefix="viewer-bench-") as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        subprocess.run([a.binary, "build", str(ROOT / "Examples/homelab"), "--out", str(site), "--no-posters", "--quiet"], check=True)
        bench = Bench(chromium(playwright), site, a.seconds, a.rounds)
        runs = [bench.panned("raster", 2_000, 8_000), bench.panned("raster", 10_000, 40_000), bench.panned("webgl2", 100_000, 400_000)]
        yard = bench.yardstick(10_000, 40_000)
        bench.server.shutdown()
    checks = [("raster, 2,000/8,000, frames a second", runs[0]["fps"], ">=", 58), ("raster, 10,000/40,000, frames a second", runs[1]["fps"], ">=", 30),
              ("raster, 10,000/40,000, first frame ms", runs[1]["first_ms"], "<=", 300), ("webgl2, 100,000/400,000, script ms a frame", runs[2]["script_ms"], "<=", 2)]
    kept = True
    print(f"graph in headless Chromium, {WINDOW['width']} x {WINDOW['height']}; plain 2D canvas at 10,000/40,000: {yard:.1f} frames a second")
    for what, value, way, limit in checks:
        good = value >= limit if way == ">=" else value <= limit
        kept = kept and good
        print(f"{what:<46} {value:8.1f}   {way} {limit:<4} {'ok' if good else 'MISSED'}")
    for run in runs:
        print("  " + ", ".join(f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}" for key, value in run.items()))
    if a.json:
        Path(a.json).write_text(json.dumps({"window": WINDOW, "yardstick_fps": yard, "runs": runs}, indent=1) + "\n")
    return 0 if kept or not a.check else 1


if __name__ == "__main__":
    sys.exit(main())
