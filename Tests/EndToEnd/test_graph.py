"""The graph in Chromium: its numbers, each way to move and to choose, and who draws it. Over 300 lines because it is one page's whole behaviour."""
from __future__ import annotations

import json
import re

import pytest
from PIL import ImageChops, ImageStat

from support import browser as chromium
from support import replay, viewer
from support.program import succeed

SNAPSHOT, ALDER, ARABIC = "concepts/snapshot", "entities/alder", "concepts/النسخ-الاحتياطي"
ALL = {"weak": "yes"}


class Vault:
    def __init__(self, root, snapshot, url):
        self.root, self.snapshot, self.url, self.data = root, snapshot, url, viewer.Data(root)


@pytest.fixture(scope="module")
def sample(site, example, site_url) -> Vault:
    return Vault(site.root, example, site_url)


@pytest.fixture(scope="module", params=["sample", pytest.param("rustacean", marks=pytest.mark.shared)])
def vault(request, tmp_path_factory) -> Vault:
    if request.param == "sample":
        yield request.getfixturevalue("sample")
        return
    folder = tmp_path_factory.mktemp("rustacean-graph")
    with replay.replay(replay.recording("rustacean")) as url:
        succeed("pull", url, "--out", folder / "snapshot")
    succeed("build", folder / "snapshot", "--out", folder / "site", "--no-posters")
    with chromium.serve(folder / "site") as url:
        yield Vault(folder / "site", folder / "snapshot", url)


def published(snapshot) -> tuple[int, int]:
    """Nodes and edges of the stored graph that are public: no private page, no edge to itself, no pair twice."""
    graph = json.loads((snapshot / "graph.json").read_text())
    paths = {page["id"]: page["path"] for page in json.loads((snapshot / "pages.json").read_text())}
    front = {key: (snapshot / "vault" / path).read_text(errors="replace").split("\n---")[0] for key, path in paths.items() if (snapshot / "vault" / path).exists()}
    is_public = [node["id"] in paths and not re.search(r"^(publish: *false|draft: *true)", front.get(node["id"], ""), re.M) for node in graph["nodes"]]
    pairs = {(min(e[0], e[1]), max(e[0], e[1]), e[3]) for e in graph["edges"] if e[0] != e[1] and is_public[e[0]] and is_public[e[1]]}
    return sum(is_public), len(pairs)


# Numbers

def test_all_that_is_public_is_drawn(vault, browser):
    expected = published(vault.snapshot)
    assert (vault.data.nodes, vault.data.edges) == expected
    for kind in ("raster", "webgl2"):
        with viewer.opened(browser, vault.url, ALL | {"renderer": kind}) as graph:
            assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == kind
            assert graph.drawn() == expected
            shown = graph.page.locator(".gv-count").text_content()
            assert [int(n.replace(",", "")) for n in re.findall(r"[\d,]+", shown)] == [expected[0], expected[0], expected[1], expected[1]]
            # A driver's remark about reading pixels back is no fault of the page.
            assert [fault for fault in graph.seen.faults(vault.url) if "GPU stall" not in fault] == []


def test_at_rest_weak_links_are_left_out_but_no_page_looks_isolated(vault, browser):
    """Each page that has links keeps its strongest one."""
    with viewer.opened(browser, vault.url) as graph:
        _, drawn = graph.drawn()
        assert drawn <= max(600, 2 * vault.data.nodes) + vault.data.nodes
        linked = sum(1 for node in range(vault.data.nodes) if vault.data.degree(node))
        assert drawn >= linked / 2 and (drawn < vault.data.edges) == (vault.data.edges > max(600, 2 * vault.data.nodes))


def test_the_two_renderers_draw_the_same(vault, browser):
    pictures = []
    for kind in ("raster", "webgl2"):
        with viewer.opened(browser, vault.url, ALL | {"renderer": kind}) as graph:
            pictures.append(graph.picture())
    difference = ImageChops.difference(*pictures)
    assert ImageStat.Stat(difference).mean < [3, 3, 3], ImageStat.Stat(difference).mean
    assert all(stat > 2 for stat in ImageStat.Stat(pictures[0]).stddev), "next to blank"


def test_private_pages_are_not_in_the_data(sample):
    for name in ("graph-data.js", "graph-titles.js"):
        assert "shopping" not in (sample.root / "assets" / name).read_text().lower()


# Who draws

def test_without_webgl_our_rasteriser_draws(sample, browser):
    off = "const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); };"
    for query in ({}, {"renderer": "webgl2"}):
        with viewer.opened(browser, sample.url, query, script_before=off) as graph:
            assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == "raster" and graph.drawn()[0] == sample.data.nodes


def test_software_webgl_gives_way_unless_it_is_asked_for(sample, browser):
    with viewer.opened(browser, sample.url) as graph:
        assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == "raster"
        graph.page.locator("[data-open]").first.click()
        graph.page.select_option("[data-set=renderer]", "webgl2")
        graph.settle()
        assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == "webgl2"
        # The address follows when the view has come to rest.
        graph.page.wait_for_url("**renderer=webgl2**")


def test_a_lost_context_comes_back_or_is_replaced(sample, browser):
    lose = "window.lost = document.querySelector('.gv-base').getContext('webgl2').getExtension('WEBGL_lose_context'); lost.loseContext()"
    with viewer.opened(browser, sample.url, {"renderer": "webgl2"}) as graph:
        before = graph.picture()
        graph.page.evaluate(lose)
        graph.page.wait_for_timeout(200)
        graph.page.evaluate("lost.restoreContext()")
        graph.page.wait_for_timeout(300)
        graph.settle()
        assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == "webgl2"
        assert ImageStat.Stat(ImageChops.difference(before, graph.picture())).mean < [1, 1, 1]
        graph.page.evaluate(lose)
        graph.page.wait_for_timeout(1300)
        graph.settle()
        assert graph.page.locator("#syn-graph").get_attribute("data-renderer") == "raster"
        assert ImageStat.Stat(ImageChops.difference(before, graph.picture())).mean < [3, 3, 3]


def test_the_poster_stands_in(sample, browser):
    with viewer.opened(browser, sample.url, {"renderer": "poster"}) as graph:
        assert graph.page.locator(".poster img:visible").count() == 1
        graph.search("snapshot")
        assert graph.page.locator(".gv-card h2").text_content() == "Snapshot"
    with chromium.visit(browser, f"{sample.url}/graph.html", scripts=False) as seen:
        assert seen.page.locator(".poster img:visible").count() == 1 and seen.page.locator(".rows a:visible").count() >= 10
        assert seen.page.locator(".gv:visible").count() == 0


# Mouse, touch, keys

def test_the_mouse_drags_throws_and_zooms_at_its_place(sample, browser):
    with viewer.opened(browser, sample.url) as graph:
        page, (x, y), node, start = graph.page, graph.middle(), graph.index(SNAPSHOT), graph.camera()
        thrown = []
        # A busy machine may deliver the release so late that the hand has rested.
        for _ in range(4):
            before = graph.spot(node)[0]
            page.mouse.move(x, y + 330)
            page.mouse.down()
            for step in range(1, 9):
                page.mouse.move(x - 10 * step, y + 330)
            page.mouse.up()
            graph.settle()
            thrown.append(before - graph.spot(node)[0])
            page.locator("[data-do=fit]").click()
            graph.settle()
        assert all(way >= 75 for way in thrown) and max(thrown) > 90, thrown
        start = graph.camera()
        graph.page.keyboard.press("Tab")
        node = graph.index(SNAPSHOT)
        before = graph.spot(node)
        page.mouse.move(*before)
        page.mouse.wheel(0, -300)
        graph.settle()
        after = graph.spot(node)
        assert graph.camera()[2] > start[2] * 1.5 and abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2
        scale = graph.camera()[2]
        page.mouse.dblclick(x, y + 250)
        graph.settle()
        assert graph.camera()[2] > scale * 1.7
        page.locator("[data-do=fit]").click()
        graph.settle()
        assert abs(graph.camera()[2] - 1) < .01
        page.locator("[data-do=in]").click()
        graph.settle()
        assert 1.5 < graph.camera()[2] < 1.7


def test_hovering_shows_the_neighbourhood_and_a_click_the_card(vault, browser):
    hub = vault.data.ranked()[0]
    with viewer.opened(browser, vault.url) as graph:
        page, at = graph.page, graph.spot(hub)
        page.mouse.move(*at)
        graph.settle()
        assert graph.ask("state()")[0] == hub and graph.ask("texts()")[0] == hub
        # Every neighbour that has a name now is one; weak links at rest count too.
        near = {t for s, t in zip(vault.data.source, vault.data.target) if s == hub} | {s for s, t in zip(vault.data.source, vault.data.target) if t == hub}
        assert set(graph.ask("texts()")) <= near | {hub}
        page.mouse.click(*at)
        graph.settle()
        card = page.locator(".gv-card")
        assert card.locator("h2").text_content() == vault.data.titles[hub] and str(vault.data.degree(hub)) in card.locator(".gv-facts").text_content()
        best = max(near, key=lambda n: (max(w for s, t, w in zip(vault.data.source, vault.data.target, vault.data.weight) if {s, t} == {hub, n}), -n))
        assert card.locator(".gv-near span").first.text_content() == vault.data.titles[best]
        assert vault.data.titles[hub] in graph.said()
        card.get_by_role("link").click()
        assert page.locator("h1").text_content().strip() == vault.data.titles[hub]
        page.go_back()
        graph.settle()
        assert graph.selected() == hub, "going back finds the same view"
        page.keyboard.press("Escape")
        page.locator(".gv-focus").focus()
        page.keyboard.press("Escape")
        assert graph.selected() == -1 and not card.is_visible()


def fingers(page):
    """Sends touches as the browser gets them from a screen."""
    session = page.context.new_cdp_session(page)
    return lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]})


def test_fingers_pan_pinch_and_choose(sample, browser):
    with viewer.opened(browser, sample.url, viewport=chromium.PHONE, has_touch=True, is_mobile=True) as graph:
        page, (x, y), start = graph.page, graph.middle(), graph.camera()
        touch = fingers(page)
        touch("touchStart", (x - 40, y + 60), (x + 40, y + 60))
        for step in range(1, 7):
            touch("touchMove", (x - 40 - 10 * step, y + 60), (x + 40 + 10 * step, y + 60))
        touch("touchEnd")
        graph.settle()
        assert graph.camera()[2] > start[2] * 2
        page.locator("[data-do=fit]").click()
        graph.settle()
        start = graph.camera()
        touch("touchStart", (x, y + 140))
        for step in range(1, 7):
            touch("touchMove", (x, y + 140 - 15 * step))
        touch("touchEnd")
        graph.settle()
        assert graph.camera()[1] > start[1] and graph.camera()[2] == start[2]
        page.locator("[data-do=fit]").click()
        graph.settle()
        page.touchscreen.tap(*graph.spot(graph.index(SNAPSHOT)))
        graph.settle()
        assert page.locator(".gv-card h2").text_content() == "Snapshot"
        box = page.locator(".gv-card").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and page.locator(".gv-card .button").is_visible()


def test_keys_move_the_view_and_walk_the_ranks(vault, browser):
    ranked = vault.data.ranked()
    with viewer.opened(browser, vault.url) as graph:
        page, start = graph.page, graph.camera()
        page.locator(".gv-focus").focus()
        page.keyboard.press("ArrowRight")
        graph.settle()
        assert graph.camera()[0] > start[0]
        page.keyboard.press("+")
        graph.settle()
        assert graph.camera()[2] > start[2] * 1.4
        page.keyboard.press("0")
        graph.settle()
        assert abs(graph.camera()[2] - 1) < .01
        names = page.locator(".gv-rank ul")
        names.focus()
        for place in range(3):
            graph.settle()
            assert graph.ask("state()")[1] == ranked[place]
            assert vault.data.titles[ranked[place]] in graph.said() and f"{place + 1} of {vault.data.nodes:,}" in graph.said()
            current = page.locator("#" + names.get_attribute("aria-activedescendant"))
            assert current.get_attribute("aria-posinset") == str(place + 1) and current.text_content() == vault.data.titles[ranked[place]]
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        assert graph.selected() == ranked[0] and page.locator(".gv-card").is_visible()


def test_the_order_of_focus(sample, browser):
    with viewer.opened(browser, sample.url) as graph:
        graph.page.locator(".gv-focus").focus()
        order = []
        for _ in range(24):
            order.append(graph.page.evaluate("(e => e.id || e.dataset.do || e.dataset.as || e.dataset.open || e.dataset.by || (e.closest('[data-legend]') ? 'legend' : e.parentElement.className))(document.activeElement)"))
            graph.page.keyboard.press("Tab")
        for first, second in [("gv-search", "filters"), ("filters", "graph"), ("graph", "table"), ("table", "in"), ("in", "full"), ("type", "community"), ("community", "legend"), ("legend", "gv-rank scripted")]:
            assert order.index(first) < order.index(second), order


# Search, filters, state

def test_search_flies_to_a_page(vault, browser):
    node = vault.data.ranked()[3]
    with viewer.opened(browser, vault.url, {"no-type": vault.data.meta["types"][vault.data.type[node]]["id"]}) as graph:
        page = graph.page
        page.locator("#gv-search").press_sequentially(vault.data.titles[node].upper())
        assert page.locator("#gv-found [aria-selected=true] span").text_content() == vault.data.titles[node]
        page.keyboard.press("Enter")
        graph.settle()
        # It was hidden by a filter, which gave way.
        assert graph.selected() == node and graph.ask("state()")[2] == node and "no-type" not in page.url
        x, y = graph.spot(node)
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", [x, y]) == "gv-focus", "it lies under something"
        assert graph.camera()[2] > 1.3
        page.fill("#gv-search", "no such page at all")
        assert page.locator("#gv-found li").all_text_contents() == ["Nothing found"]


def test_filters_count_what_they_leave(vault, browser):
    data = vault.data
    with viewer.opened(browser, vault.url, ALL) as graph:
        page, legend = graph.page, graph.page.locator("[data-legend] button")
        names = [t["name"] for t in data.meta["types"]]
        for button in legend.all():
            name, count = button.locator("span").text_content(), int(button.locator("b").text_content().replace(",", ""))
            assert count == data.type.count(names.index(name))
        first = names.index(legend.first.locator("span").text_content())
        legend.first.click()
        gone = {n for n in range(data.nodes) if data.type[n] == first}
        left = sum(1 for s, t in zip(data.source, data.target) if s not in gone and t not in gone)
        assert graph.drawn() == (data.nodes - len(gone), left) and legend.first.get_attribute("aria-pressed") == "false"
        legend.first.click()
        page.locator("[data-open]").first.click()
        page.locator("[data-set=orphans]").uncheck()
        linked = set(data.source) | set(data.target)
        assert graph.drawn()[0] == len(linked)
        page.locator("[data-set=weight]").fill("40")
        heavy = sum(1 for w in data.weight if w >= .4 * data.heaviest)
        assert abs(graph.drawn()[1] - heavy) <= 1 and "weight=40" in settled_url(graph)
        page.locator("[data-do=reset]").click()
        assert graph.drawn()[0] == data.nodes
        place = page.locator("[data-of=domain] button").first
        domain = [d["name"] for d in data.meta["domains"]] + ["No domain"]
        hidden = data.domain.count(domain.index(place.locator("span").text_content()))
        place.click()
        assert graph.drawn()[0] == data.nodes - hidden
        page.locator("[data-do=reset]").click()
        page.locator("summary", has_text="Community").click()
        place = page.locator("[data-of=community] button").first
        place.click()
        assert graph.drawn()[0] == data.nodes - int(place.locator("b").text_content())


def settled_url(graph) -> str:
    graph.settle()
    graph.page.wait_for_timeout(350)
    return graph.page.url


def test_a_view_can_be_shared(vault, browser):
    with viewer.opened(browser, vault.url) as graph:
        graph.page.locator("[data-by=community]").click()
        graph.page.locator("[data-legend] button").nth(1).click()
        graph.search(vault.data.titles[vault.data.ranked()[0]])
        graph.page.mouse.wheel(0, 0)
        url, camera, drawn, texts = settled_url(graph), graph.camera(), graph.drawn(), graph.ask("texts()")
    query = dict(part.split("=") for part in url.split("?")[1].split("&"))
    assert query["color"] == "community" and "page" in query and "no-community" in query
    with chromium.visit(browser, url) as seen:
        graph = viewer.Graph(seen)
        assert graph.drawn() == drawn and graph.selected() == vault.data.ranked()[0]
        assert all(abs(a - b) < 1e-3 * max(1, abs(b)) for a, b in zip(graph.camera(), camera))
        assert seen.page.locator("[data-by=community]").get_attribute("aria-pressed") == "true"
        assert graph.ask("texts()") == texts, "one view, the same names"


def test_names_are_placed_alike_by_everyone(vault, browser):
    seen = []
    for kind in ("raster", "webgl2", "raster"):
        with viewer.opened(browser, vault.url, {"renderer": kind}) as graph:
            seen.append(graph.ask("texts()"))
    assert seen[0] == seen[1] == seen[2] and len(seen[0]) > 15
    # The hubs are named in any case.
    assert set(vault.data.ranked()[:3]) <= set(seen[0])


@pytest.mark.parametrize("window", [chromium.PHONE, chromium.DESKTOP], ids=["phone", "desktop"])
def test_names_keep_clear_of_controls_discs_and_each_other(window, vault, browser):
    def overlap(a, b):
        return a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
    with viewer.opened(browser, vault.url, viewport=window) as graph:
        for choose in (False, True):
            if choose:
                graph.search(vault.data.titles[vault.data.ranked()[5]])
            controls, boxes = graph.page.locator(".gv-box").count(), graph.ask("boxes()")
            covers = [box for box in boxes[:controls] if box["width"]]
            names, discs = [box for box in boxes[controls:] if box["width"]], [box for box in boxes[controls:] if not box["width"]]
            assert len(covers) >= 3 and len(names) >= 3 and discs
            for at, name in enumerate(names):
                assert not any(overlap(name, other) for other in covers + names[at + 1:])
            # Beside the page that is looked at and the hubs, which are named in any case, none lies on another page's disc.
            covered = [name for name in names if any(
                overlap(name, {"x": d["x"] - d["size"] / 2, "y": d["y"] - d["size"] / 2, "width": d["size"], "height": d["size"]}) for d in discs)]
            assert len(covered) <= (1 if choose else 12 + len(vault.data.meta["communities"]))


def test_names_in_all_scripts(sample, browser):
    with viewer.opened(browser, sample.url) as graph:
        graph.page.keyboard.press("Tab")
        for address in (ARABIC, "concepts/ベクトル検索"):
            node = graph.index(address)
            graph.search(sample.data.titles[node])
            assert node in graph.ask("texts()")


# Appearance

@pytest.mark.parametrize("kind", ["raster", "webgl2"])
def test_a_change_of_theme_recolours_at_once(kind, sample, browser):
    with viewer.opened(browser, sample.url, {"renderer": kind}) as graph:
        node = sample.data.ranked()[0]
        x, y, r = graph.ask(f"spot({node})")
        box = graph.page.locator(".gv-focus").bounding_box()
        at = (box["x"] + x - r * .8, box["y"] + y)
        look = "document.querySelector('[data-legend] .t-' + " + json.dumps(sample.data.meta["types"][sample.data.type[node]]["id"]) + ") && getComputedStyle(Object.assign(document.body.appendChild(document.createElement('i')), {className: 'dot t-" + sample.data.meta["types"][sample.data.type[node]]["id"] + "'})).backgroundColor"
        for press in (False, True):
            if press:
                graph.page.locator("[data-theme-toggle]").first.click()
                graph.settle()
            wanted = [int(n) for n in re.findall(r"\d+", graph.page.evaluate(look))]
            assert all(abs(a - b) < 12 for a, b in zip(graph.pixel(*at), wanted)), (graph.pixel(*at), wanted)


def test_nothing_glides_for_who_asked_for_that(sample, browser):
    with viewer.opened(browser, sample.url, reduced_motion="reduce") as graph:
        page, (x, y) = graph.page, graph.middle()
        page.fill("#gv-search", "snapshot")
        page.keyboard.press("Enter")
        first = graph.camera()
        graph.settle()
        assert graph.camera() == first and first[2] > 1.3
        page.mouse.move(x, y + 200)
        page.mouse.down()
        page.mouse.move(x - 60, y + 200, steps=4)
        page.mouse.up()
        at = graph.camera()
        graph.settle()
        assert graph.camera() == at


def test_full_screen(sample, browser):
    with viewer.opened(browser, sample.url) as graph:
        button = graph.page.locator("[data-do=full]")
        button.click()
        graph.page.wait_for_timeout(300)
        assert graph.page.evaluate("document.fullscreenElement && document.fullscreenElement.id") == "syn-graph"
        button.click()
        graph.page.wait_for_timeout(300)
        assert graph.page.evaluate("document.fullscreenElement") is None


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", ["phone", "desktop"])
def test_nothing_is_wrong_with_what_opens(theme, window, sample, browser, tmp_path):
    """The card, the filters and the table: axe, black, overflow."""
    size = chromium.PHONE if window == "phone" else chromium.DESKTOP
    for query, opens in (({"page": SNAPSHOT}, None), ({}, "[data-open]"), ({"view": "table"}, None)):
        with viewer.opened(browser, sample.url, query, theme, size) as graph:
            if opens:
                graph.page.locator(opens).first.click()
            graph.page.wait_for_timeout(300)
            faults = chromium.faults_seen(graph.seen, sample.url, tmp_path / "graph.png", exempt=True, whole=False)
            assert faults == [], f"{query} {opens}\n" + "\n".join(faults[:12])


# Table, neighbourhood, folder

def test_the_table_has_the_same_data(vault, browser):
    data = vault.data
    with viewer.opened(browser, vault.url, {"view": "table"}) as graph:
        page, rows = graph.page, graph.page.locator(".gv-table tbody tr")
        while page.locator("[data-do=more]").is_visible():
            page.locator("[data-do=more]").click()
        assert rows.count() == data.nodes
        ranked = data.ranked()
        seen = rows.evaluate_all("rows => rows.map(row => [row.cells[0].innerText.trim(), Number(row.cells[4].innerText.replace(/,/g, ''))])")
        assert [count for _, count in seen] == [data.degree(node) for node in ranked] and sorted(t for t, _ in seen) == sorted(t.strip() for t in data.titles)
        page.locator("[data-sort=title]").click()
        assert page.locator("th[aria-sort=ascending]").count() == 1
        rows.nth(2).get_by_role("button").click()
        graph.settle()
        assert not page.locator(".gv-table").is_visible() and graph.selected() >= 0


def test_a_page_shows_its_neighbourhood(sample, browser):
    html = (sample.root / f"{SNAPSHOT}.html").read_text()
    place = html[html.index('<section class="mini'):]
    assert len(place[:place.index("</section>")]) < 200, "the page holds none of the data"
    with chromium.visit(browser, f"{sample.url}/{SNAPSHOT}.html") as seen:
        page, mini = seen.page, seen.page.locator(".mini")
        page.evaluate("async () => { for (let n = 0; n < 200 && !document.querySelector('.mini .gv-base'); n++) await new Promise(requestAnimationFrame); for (let n = 0; n < 20; n++) await new Promise(requestAnimationFrame); }")
        label = mini.locator("[role=img]").get_attribute("aria-label")
        assert re.match(r"\d+ pages around Snapshot", label), label
        assert seen.faults(sample.url) == [] and chromium.axe_violations(page) == []
        colours = mini.locator(".gv-base").evaluate("c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size")
        assert colours > 20
        # A click beside a page of the neighbourhood opens the graph with this one chosen.
        box = mini.bounding_box()
        page.mouse.click(box["x"] + 4, box["y"] + 4)
        page.wait_for_url("**/graph.html?page=**")
        assert viewer.Graph(seen).selected() == sample.data.addresses.index(SNAPSHOT)


def test_it_works_from_a_folder(sample, browser):
    with chromium.visit(browser, (sample.root / "graph.html").as_uri() + "?color=community") as seen:
        graph = viewer.Graph(seen)
        assert graph.drawn()[0] == sample.data.nodes
        graph.search("alder")
        assert "page=entities%2Falder" in settled_url(graph) and seen.faults(sample.root.as_uri()) == []


def test_the_bench_page_measures_and_exports(sample, browser, tmp_path):
    with chromium.visit(browser, f"{sample.url}/graph-bench.html") as seen:
        graph = viewer.Graph(seen)
        seen.page.evaluate("graphBench.scripted(400)")
        with seen.page.expect_download() as download:
            seen.page.locator("[data-bench=export]").click()
        download.value.save_as(tmp_path / "evidence.json")
        found = json.loads((tmp_path / "evidence.json").read_text())
        assert found["decision"] == "graph-renderer" and found["graph"] == {"nodes": graph.drawn()[0], "edges": graph.drawn()[1]}
        assert [(run["renderer"], run["motion"]) for run in found["runs"]] == [(kind, f"scripted {motion}") for kind in ("webgl2", "raster") for motion in ("pan", "pinch")]
        for run in found["runs"]:
            assert run["frames"] >= 1 and run["frame_ms"]["p50"] <= run["frame_ms"]["p95"] and run["missed"]["at_120_hz"] >= run["missed"]["at_60_hz"] >= 0
            assert run["input_to_frame_ms"]["events"] >= 1 and run["input_to_frame_ms"]["p50"] > 0
        assert "Chrome" in found["device"]["user_agent"] and found["device"]["window"] == [1440, 900] and found["pick_us"] > 0 and found["heap_mb"] > 0
        assert seen.page.locator(".gv-bench tbody tr").count() == 4
