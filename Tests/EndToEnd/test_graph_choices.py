"""More of the graph in Chromium: what a finger does twice or lets go of, links by kind, colours by community, what is announced."""
from __future__ import annotations

import hashlib
import json
import re
import shutil

import pytest

from support import browser as chromium
from support import viewer
from support.program import succeed

TOUCH = {"viewport": chromium.PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def data(site):
    return viewer.Data(site.root)


def fingers(page):
    session = page.context.new_cdp_session(page)
    return lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_a_double_tap_zooms_at_its_place(site_url, data, browser):
    with viewer.opened(browser, site_url, **TOUCH) as graph:
        node, start = data.ranked()[0], graph.camera()
        place = graph.spot(node)
        touch = fingers(graph.page)
        for _ in range(2):
            touch("touchStart", place)
            touch("touchEnd")
        graph.settle()
        after = graph.spot(node)
        assert graph.camera()[2] > start[2] * 1.7
        assert abs(after[0] - place[0]) < 3 and abs(after[1] - place[1]) < 3, "what was under the finger stays there"


def test_a_finger_that_lets_go_in_motion_throws_the_view(site_url, data, browser):
    with viewer.opened(browser, site_url, **TOUCH) as graph:
        touch, (x, y), node = fingers(graph.page), graph.middle(), data.ranked()[0]
        thrown = []
        # A busy machine may deliver the release so late that the finger has rested.
        for _ in range(4):
            before = graph.spot(node)[1]
            touch("touchStart", (x, y + 160))
            for step in range(1, 9):
                touch("touchMove", (x, y + 160 - 12 * step))
            touch("touchEnd")
            graph.settle()
            thrown.append(before - graph.spot(node)[1])
            graph.page.locator("[data-do=fit]").click()
            graph.settle()
        assert all(way >= 80 for way in thrown) and max(thrown) > 105, thrown


@pytest.fixture(scope="module")
def kinds(example, tmp_path_factory):
    """The sample's site with every third link of a second kind: none of the recorded vaults has two."""
    folder = tmp_path_factory.mktemp("kinds")
    shutil.copytree(example, folder / "snapshot")
    file, manifest = folder / "snapshot/graph.json", folder / "snapshot/manifest.json"
    graph = json.loads(file.read_text())
    graph["kinds"].append("source")
    for edge in graph["edges"][::3]:
        edge[3] = 1
    file.write_text(json.dumps(graph, ensure_ascii=False))
    known = json.loads(manifest.read_text())
    entry = next(entry for entry in known["files"] if entry["path"] == "graph.json")
    entry.update(bytes=file.stat().st_size, sha256=hashlib.sha256(file.read_bytes()).hexdigest())
    manifest.write_text(json.dumps(known, ensure_ascii=False))
    succeed("build", folder / "snapshot", "--out", folder / "site", "--no-posters")
    with chromium.serve(folder / "site") as url:
        yield url, viewer.Data(folder / "site")


def test_links_by_kind(kinds, browser):
    url, data = kinds
    with viewer.opened(browser, url, {"weak": "yes"}) as graph:
        page = graph.page
        page.locator("[data-open]").first.click()
        page.locator("details:has([data-of=kind]) > summary").click()
        buttons = page.locator("[data-of=kind] button")
        names = [kind["name"] for kind in data.meta["kinds"]]
        assert buttons.count() == len(set(data.kind)) > 1
        for button in buttons.all():
            kind = names.index(button.locator("span").text_content())
            assert int(button.locator("b").text_content().replace(",", "")) == data.kind.count(kind)
            button.click()
            graph.settle()
            assert graph.drawn() == (data.nodes, data.edges - data.kind.count(kind)), "pages stay, links of the kind go"
            button.click()
            graph.settle()
        assert graph.drawn() == (data.nodes, data.edges)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_by_community_are_those_of_the_legend(scheme, site_url, data, browser):
    with viewer.opened(browser, site_url, {"color": "community"}, scheme=scheme) as graph:
        node = data.ranked()[0]
        color = data.meta["communities"][data.community[node]]["color"]
        wanted = graph.page.evaluate(f"getComputedStyle(document.querySelector('[data-legend] .{color}')).backgroundColor")
        x, y, r = graph.ask(f"spot({node})")
        box = graph.page.locator(".gv-focus").bounding_box()
        seen = graph.pixel(box["x"] + x - r * .8, box["y"] + y)
        assert all(abs(a - int(b)) < 12 for a, b in zip(seen, re.findall(r"\d+", wanted))), (seen, wanted)


def test_a_selection_is_announced_with_its_title(site_url, data, browser):
    with viewer.opened(browser, site_url) as graph:
        say = graph.page.locator("[data-say]")
        assert say.get_attribute("aria-live") == "polite" or say.get_attribute("role") == "status"
        node = data.ranked()[0]
        graph.page.locator(".gv-focus").focus()
        graph.page.mouse.click(*graph.spot(node))
        graph.settle()
        assert data.titles[node] in graph.said()
