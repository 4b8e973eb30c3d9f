"""Posters: three tiers, two themes, PNG and SVG, sharp, not blank, nothing black, nothing from elsewhere."""
from __future__ import annotations

import hashlib
import json
import re
import subprocess
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from support import colours
from support.program import binary, succeed, wait_until

TIERS, THEMES = ("overview", "regions", "detail"), ("light", "dark")
SVG = "{http://www.w3.org/2000/svg}"


def one(output, tier: str, theme: str, suffix: str):
    """The one poster of its kind."""
    found = [path for name, path in output.files.items() if tier in name and theme in name and name.endswith(suffix)]
    assert len(found) == 1, f"{tier} {theme} {suffix}: {found}"
    return found[0]


@pytest.mark.parametrize("tier, theme", list(product(TIERS, THEMES)))
def test_each_poster_is_there_twice(posters, site, tier, theme, tmp_path):
    for output in (posters, site):
        png, svg = one(output, tier, theme, ".png"), one(output, tier, theme, ".svg")
        assert 2048 in colours.size(png)
        assert colours.distinct(png) > 50, "next to nothing is drawn"
        assert colours.black_pixels(png) == 0
        ET.parse(svg)
    drawn = colours.rasterise(one(posters, tier, theme, ".svg"), tmp_path / "svg.png")
    assert colours.black_pixels(drawn) == 0
    assert colours.distinct(drawn) > 50


def test_the_site_holds_the_same_posters(posters, site):
    """In the site, each page of a drawing is a link to it as well."""
    for tier, theme in product(TIERS, THEMES):
        assert one(posters, tier, theme, ".png").read_bytes() == one(site, tier, theme, ".png").read_bytes()
        linked = one(site, tier, theme, ".svg").read_text()
        bare = lambda text: re.sub(r"<a href=\"[^\"]*\">|</a>|<g>|</g>", "", text)
        assert bare(linked) == bare(one(posters, tier, theme, ".svg").read_text())
        assert linked.count("<a href=") >= {"overview": 20, "regions": 60, "detail": 90}[tier]


@pytest.mark.parametrize("tier, theme", list(product(TIERS, THEMES)))
def test_drawings_stand_alone(posters, tier, theme):
    """No script, no style that runs, no address but of a place in the same file or the namespace."""
    path = one(posters, tier, theme, ".svg")
    tree = ET.parse(path)
    for element in tree.iter():
        assert element.tag not in (SVG + "script", SVG + "foreignObject", SVG + "image"), element.tag
        for name, value in element.attrib.items():
            assert not name.startswith("on"), name
            if name.endswith("href"):
                assert value.startswith("#"), value
            for url in re.findall(r"url\(([^)]*)\)", value):
                assert url.strip("'\"").startswith("#"), value
    assert not re.search(r"<!ENTITY|<!DOCTYPE", path.read_text())


def test_light_and_dark_differ_in_colour_only(posters):
    for tier in TIERS:
        # The gradient of the mark has a stop more in light.
        light, dark = ([e.tag for e in ET.parse(one(posters, tier, theme, ".svg")).iter() if e.tag != SVG + "stop"] for theme in THEMES)
        assert light == dark
        assert one(posters, tier, "light", ".png").read_bytes() != one(posters, tier, "dark", ".png").read_bytes()


def test_detail_shows_more_than_overview(posters):
    elements = {tier: sum(1 for _ in ET.parse(one(posters, tier, "light", ".svg")).iter()) for tier in TIERS}
    assert elements["overview"] <= elements["regions"] <= elements["detail"] and elements["overview"] < elements["detail"], elements


def test_one_theme_only(example, tmp_path):
    succeed("posters", example, "--out", tmp_path / "p", "--theme", "dark")
    names = [path.name for path in (tmp_path / "p").rglob("*.png")]
    assert len(names) == 3 and all("dark" in name for name in names)


def test_a_site_without_posters(example, tmp_path):
    succeed("build", example, "--out", tmp_path / "s", "--no-posters")
    assert not list((tmp_path / "s").rglob("*overview*.png"))


@pytest.mark.shared
def test_posters_of_real_vaults(recorded, tmp_path):
    succeed("posters", recorded.snapshot, "--out", tmp_path / "p")
    pictures = sorted((tmp_path / "p").rglob("*.png"))
    assert len(pictures) == 6
    for picture in pictures:
        assert colours.black_pixels(picture) == 0 and colours.distinct(picture) > 50


def tool(*command) -> str:
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def print_set(example, tmp_path_factory):
    """Everything that goes beyond the default: PDF with links, a community, a neighbourhood, tiles."""
    folder = tmp_path_factory.mktemp("print")
    base = "https://wiki.example.org/vault"
    succeed("posters", example, "--format", "pdf,svg", "--tier", "detail", "--base-url", base, "--out", folder / "pdf")
    succeed("posters", example, "--community", "all", "--format", "svg", "--theme", "light", "--out", folder / "communities")
    succeed("posters", example, "--around", "restic", "--hops", "1", "--format", "png,svg", "--theme", "dark", "--out", folder / "around")
    succeed("posters", example, "--tier", "tiles", "--base-url", base, "--out", folder / "tiles")
    return folder


@pytest.mark.parametrize("theme", THEMES)
def test_pdf_is_sound_searchable_and_linked(print_set, theme, tmp_path):
    pdf = print_set / f"pdf/detail-{theme}.pdf"
    assert "No syntax or stream encoding errors found" in tool("qpdf", "--check", pdf)
    text = re.sub(r"\s+", " ", tool("pdftotext", pdf, "-"))
    for title in ("Homelab Knowledge", "Snapshot", "restic", "ベクトル検索", "Knowledge graph"):
        assert title in text, title
    assert "النسخ" in text or "ﺍﻟﻨﺴﺦ" in text or "خسنلا" in text, "the Arabic title cannot be searched for"
    fonts = tool("pdffonts", pdf).splitlines()[2:]
    assert fonts and all(re.search(r"\syes\s+(yes|no)\s+(yes|no)\s+\d+", line) for line in fonts), fonts
    info = tool("pdfinfo", "-isodates", pdf)
    assert "CreationDate:    2026-11-12T00:00:00Z" in info and "ModDate:         2026-11-12T00:00:00Z" in info
    assert "Page size:       768 x 576 pts" in info
    tree = json.loads(tool("qpdf", "--json", pdf))
    objects = json.dumps(tree)
    assert objects.count("https://wiki.example.org/vault/") > 80
    outlines = [entry["title"] for entry in tree["outlines"]]
    assert {"Networking", "Publishing", "Retrieval"} <= set(outlines), outlines
    assert all(entry["kids"] for entry in tree["outlines"])
    subprocess.run(["pdftoppm", "-r", "96", "-png", "-singlefile", pdf, tmp_path / "page"], check=True)
    page = tmp_path / "page.png"
    assert colours.size(page) == (1024, 768) and colours.distinct(page) > 50
    assert colours.black_pixels(page) == 0


def test_text_of_drawings_holds_every_named_title(print_set, example):
    svg = ET.parse(print_set / "pdf/detail-light.svg")
    text = " ".join("".join(e.itertext()) for e in svg.iter(SVG + "text"))
    for title in ("ベクトル検索", "النسخ الاحتياطي", "Snapshot"):
        assert title in text, title
    hrefs = [e.get("href") for e in svg.iter(SVG + "a")]
    assert len(hrefs) > 80 and all(h.startswith("https://wiki.example.org/vault/") for h in hrefs)


def test_each_community_has_a_poster(print_set):
    names = sorted(path.name for path in (print_set / "communities").glob("*.svg"))
    assert names == [f"community-{n}-detail-light.svg" for n in range(6)]
    for name in names:
        assert len(list(ET.parse(print_set / "communities" / name).iter(SVG + "circle"))) > 10


def test_around_a_page_is_less_than_the_whole(print_set):
    manifest = json.loads((print_set / "around/posters.json").read_text())
    (tier,) = manifest["tiers"]
    assert tier["view"] == "around, 1 hops" and 10 < tier["pages"] < 40
    assert colours.black_pixels(print_set / "around/around-restic-detail-dark.png") == 0


def test_tiles_are_a_whole_pyramid_and_the_page_shows_them(print_set, browser):
    folder = print_set / "tiles"
    manifest = json.loads((folder / "posters.json").read_text())
    for pyramid in manifest["pyramids"]:
        files = folder / pyramid["path"].replace(".dzi", "_files")
        assert len(list(files.rglob("*.png"))) == pyramid["tiles"]
        assert len(list(files.iterdir())) == pyramid["levels"]
        lines = ""
        for level in range(pyramid["levels"]):
            for tile in sorted((files / str(level)).iterdir(), key=lambda t: tuple(map(int, t.stem.split("_")))[::-1]):
                lines += f"{hashlib.sha256(tile.read_bytes()).hexdigest()}  {tile.relative_to(folder)}\n"
        assert hashlib.sha256(lines.encode()).hexdigest() == pyramid["sha256"]
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    faults, asked = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / "tiles.html").as_uri())
    # Not `wait_for_function`: the page's policy forbids what that does in it.
    assert wait_until(lambda: page.evaluate("[...document.querySelectorAll('.tiles img')].some(i => i.complete && i.naturalWidth > 0)"), step=0.05)
    before = page.locator(".tiles img").count()
    page.locator("#in").click()
    page.keyboard.press("+")
    page.mouse.move(600, 500)
    page.mouse.down()
    page.mouse.move(420, 380)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.locator(".tiles img").count() >= before
    assert not page.locator("#picture").is_visible()
    page.locator("#theme").click()
    page.wait_for_timeout(200)
    assert any("tiles-dark_files" in url for url in asked)
    page.close()
    assert not faults and all(url.startswith("file://") for url in asked), (faults, asked[:3])


def test_without_scripts_the_page_has_picture_and_list(print_set, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((print_set / "tiles/tiles.html").as_uri())
    assert page.locator("#picture img").is_visible() and not page.locator("#map").is_visible()
    page.locator("summary").click()
    assert page.locator("details li a").count() >= 95
    context.close()


@pytest.mark.shared
def test_changes_between_two_nights(tmp_path):
    from support import replay
    for night in ("night1", "night2"):
        with replay.replay(replay.shared() / "vaults/homelab" / night) as url:
            succeed("pull", url, "--out", tmp_path / night)
    out = tmp_path / "changes"
    listed = succeed("posters", "diff", tmp_path / "night1", tmp_path / "night2", "--out", out, "--format", "svg,png").out
    assert re.search(r"^\+ Power budget ", listed, re.M) and re.search(r"^- HNSW vs IVF ", listed, re.M)
    changes = json.loads((out / "changes.json").read_text())["difference"]
    assert [page["title"] for page in changes["added"]] == ["Power budget"] and [page["title"] for page in changes["gone"]] == ["HNSW vs IVF"]
    assert len(changes["moved"]) < 20, "new numbers of communities are no change"
    svg = (out / "changes-light.svg").read_text()
    assert ">HNSW vs IVF<" in svg and ">Power budget<" in svg
    same = json.loads(succeed("posters", "diff", tmp_path / "night1", tmp_path / "night1", "--json").out)
    assert same["graph"] == {"added": [], "gone": [], "moved": [], "degrees": [], "linksAdded": 0, "linksGone": 0}


@pytest.mark.slow
def test_a0_in_bands_stays_small(example, tmp_path):
    """A0 at 300 dpi, 140 megapixels, within 2 GB."""
    import resource
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    subprocess.run(
        [binary(), "posters", example, "--tier", "detail", "--theme", "light", "--format", "png", "--size", "A0", "--dpi", "300",
         "--jobs", "1", "--out", tmp_path / "a0"], check=True, preexec_fn=limit, capture_output=True)
    assert colours.size(tmp_path / "a0/detail-light.png") == (14043, 9933)
