"""Posters: three tiers, two themes, PNG and SVG, sharp, not blank, nothing black, nothing from elsewhere."""
from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from support import colours
from support.program import succeed

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
