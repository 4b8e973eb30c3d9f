"""The checkers themselves, against small pages with one planted fault each: a checker that cannot fail shows nothing."""
from __future__ import annotations

import struct
import zlib
from pathlib import Path

import houserules
import pytest
from PIL import Image

from support import browser as chromium
from support import colours, document, leaks, links, tree, validators

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>{head}</head><body>'
GOOD = HEAD.format(head="") + '<main><h1 id="top">A page</h1>{body}</main></body></html>'


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "site/sub").mkdir(parents=True)
    (tmp_path / "site/sub/ü x.html").write_text(GOOD.format(body='<p id="één">Words</p>'))
    write(tmp_path / "site", '<p><a href="sub/%C3%BC%20x.html#%C3%A9%C3%A9n">there</a> <a href="#top">up</a> <a href="https://example.org/">out</a></p>')
    return tmp_path / "site"


def write(folder: Path, body: str, head: str = "") -> None:
    (folder / "index.html").write_text(HEAD.format(head=head) + f'<main><h1 id="top">A page</h1>{body}</main></body></html>')
    document.read.cache_clear()


def test_whole_links_are_let_through(folder):
    assert links.broken(folder) == []
    assert links.targets(folder / "index.html", folder) == ["sub/ü x.html", "index.html"]
    followed, faults = validators.lychee(folder)
    assert faults == [] and followed >= 2
    assert validators.nu_errors(folder) == []


@pytest.mark.parametrize("href, said", [
    ("nowhere.html", "no such file"), ("sub/", "a folder"), ("sub", "a folder"), ("/index.html", "absolute"), ("#nothing", "no element with the id"),
    ("sub/%C3%BC%20x.html#en", "no element with the id"), ("../index.html", "leads out of the site"), ("sub/ü%20x.html", "not percent-encoded"),
    ("javascript:alert(1)", "scheme"), ("JaVaScRiPt:alert(1)", "scheme"), ("vbscript:x", "scheme"), ("//example.org/x.js", "another host"),
    ("#", "empty fragment"), ("", "is empty"), ("sub/%C3%BC x.html", "blanks"),
])
def test_each_kind_of_broken_link_is_found(folder, href, said):
    write(folder, f'<a href="{href}">x</a>')
    faults = links.broken(folder)
    assert len(faults) == 1 and said in faults[0], faults


@pytest.mark.parametrize("markup", [
    '<img src="missing.png" alt="">', '<img src="index.html" srcset="index.html 1x, missing.png 2x" alt="">', '<object data="missing.svg"></object>',
    '<video poster="missing.png"></video>', '<form action="missing.html"></form>', '<svg><image href="missing.png"/></svg>',
    '<div style="background: url(missing.png)"></div>', '<style>@import "missing.css"; a { b: url(\'index.html\') }</style>',
    '<meta http-equiv="refresh" content="0; url=missing.html">',
])
def test_links_hide_in_many_attributes(folder, markup):
    write(folder, markup)
    assert [fault for fault in links.broken(folder) if "missing" in fault]


def test_a_doubled_id_is_found(folder):
    write(folder, '<p id="top">x</p>')
    assert links.broken(folder) == ["index.html: the id 'top' is there 2 times"]


def test_style_sheets_are_followed(folder):
    (folder / "a.css").write_text('/* url(not-this.png) */ a { background: url("missing.png") } b { c: url(index.html) }')
    assert links.broken(folder) == ["a.css: url(missing.png): no such file: missing.png"]


def test_lychee_and_the_validator_find_faults(folder):
    write(folder, '<p><a href="nowhere.html">x</a> <a href="sub/%C3%BC%20x.html#nothing">y</a>')
    assert len(validators.lychee(folder)[1]) == 2
    write(folder, '<p><div>wrong</div></p><img src="index.html">')
    faults = validators.nu_errors(folder)
    assert any("alt" in fault for fault in faults) and any("No “p” element" in fault for fault in faults), faults


def test_trees_are_compared_byte_for_byte(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name / "x").mkdir(parents=True)
        (tmp_path / name / "x/1").write_text("same")
        (tmp_path / name / "2").write_text("same")
    assert tree.difference(tmp_path / "a", tmp_path / "b") == []
    (tmp_path / "b/2").write_text("other")
    (tmp_path / "b/3").write_text("more")
    assert tree.difference(tmp_path / "a", tmp_path / "b") == ["only in b: 3", "differs: 2"]


def test_names_that_some_disk_cannot_keep_are_found(tmp_path):
    for name in ("Foo.html", "foo.html", "a:b.html", "e\u0301.html", "ends."):
        (tmp_path / name).write_text("")
    faults = tree.unportable(tmp_path)
    assert len(faults) == 4, faults


@pytest.mark.parametrize("name, text", [
    ("a.css", "a { color: #000 }"), ("a.css", "a { color: #000000 }"), ("a.css", "a { box-shadow: 0 1px rgba(0, 0, 0, .2) }"),
    ("a.css", "a { color: rgb(0 0 0 / 50%) }"), ("a.css", "a { border: 1px solid black }"), ("a.css", "a { color: hsl(0 0% 0%) }"),
    ("a.svg", '<svg><path fill="#000"/></svg>'), ("a.svg", '<svg><path stroke="black"/></svg>'), ("a.html", '<meta name="theme-color" content="#000000">'),
])
def test_black_in_text_is_found(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert len(colours.black_text(tmp_path)) == 1


def test_what_is_not_black_is_let_through(tmp_path):
    (tmp_path / "a.css").write_text("/* never #000 */ a { color: #0001ff; margin: 0 0 0; background: rgb(0 0 10); transform: scale3d(0, 0, 0) } #000abc-x { top: 0 }")
    (tmp_path / "a.html").write_text("<p>Never write #000 or black.</p><a href='#0001'>&#0001;</a>")
    assert colours.black_text(tmp_path) == []


def test_black_pixels_are_counted(tmp_path):
    picture = Image.new("RGBA", (4, 4), (1, 0, 0, 255))
    picture.putpixel((0, 0), (0, 0, 0, 0))
    picture.save(tmp_path / "a.png")
    assert colours.black_pixels(tmp_path / "a.png") == 0
    picture.putpixel((1, 0), (0, 0, 0, 255))
    picture.save(tmp_path / "a.png")
    assert colours.black_pixels(tmp_path / "a.png") == 1
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h5v5z"/></svg>')
    assert colours.black_pixels(colours.rasterise(tmp_path / "a.svg", tmp_path / "b.png", 64)) > 100
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#123" d="M1 1h5v5z"/></svg>')
    assert colours.black_pixels(colours.rasterise(tmp_path / "a.svg", tmp_path / "b.png", 64)) == 0


def png_with_text(text: str) -> bytes:
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0" * 13) + chunk(b"tEXt", b"Title\0" + text.encode("latin-1")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("name, data", [
    ("a.html", b"<p>About $150 each</p>"), ("a.html", b"<p>About <b>$</b>150</p>"), ("a.html", b"<p>&#36;150</p>"), ("a.html", b"<a href='%24150'>x</a>"),
    ("a.json", b'{"a": "\\u0024150"}'), ("a.png", png_with_text("costs $150")), ("a.js", b'data("QSBsb25nIHRleHQgdGhhdCBzYXlzICQxNTAgYW5kIG1vcmUgd29yZHM=");'),
    ("$150.html", b""), ("a.svg", b"<svg><title>$150</title></svg>"),
])
def test_leaks_are_found_in_every_dress(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    assert leaks.found(tmp_path, ["$150"]) == [f"{name}: '$150'"]
    assert leaks.found(tmp_path, ["$151"]) == []


BLANK = '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'


def test_axe_finds_faults_and_lets_good_pages_through(folder, browser):
    def violations(body: str, head: str = ""):
        write(folder, body, BLANK + head)
        with chromium.visit(browser, (folder / "index.html").as_uri()) as seen:
            return chromium.axe_violations(seen.page)

    assert violations("<p>Words</p>") == []
    assert any("color-contrast" in fault for fault in violations("<p class=a>Words</p>", "<style>.a { color: #bbb }</style>"))
    assert any("image-alt" in fault for fault in violations('<img src="x.png">'))
    assert any("target-size" in fault for fault in violations(
        '<p><button class=a aria-label="a"></button><button class=a aria-label="b"></button></p>', "<style>.a { width: 9px; height: 9px; padding: 0; border: 0 }</style>"))


@pytest.mark.parametrize("body, head, said", [
    ("<p>Words</p>", "", "color"), ("<p class=a>Words</p>", "<style>.a { box-shadow: 0 0 3px #000a }</style>", "box-shadow"),
    ("<p class=a>Words</p>", "<style>.a { border-top: 1px solid #000 }</style>", "border-top-color"),
    ('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>', "<style>html { color: #123 }</style>", "fill"),
    ("<p class=a>Words</p>", "<style>html { color: #123 } .a::before { content: 'x'; color: #000 }</style>", "::before color"),
])
def test_black_in_the_browser_is_found(folder, browser, body, head, said):
    write(folder, body, BLANK + head)
    with chromium.visit(browser, (folder / "index.html").as_uri()) as seen:
        assert any(said in fault for fault in seen.page.evaluate(chromium.BLACK_SCRIPT))


def test_what_is_not_black_in_the_browser_is_let_through(folder, browser):
    write(folder, '<p class=a>Words</p><ul><li>x</li></ul><svg viewBox="0 0 9 9"><path class=p d="M0 0h9v9z"/></svg><p hidden>x</p>',
          BLANK + "<style>html { color: #123 } .a { border: 0 solid #000; background: transparent } .p { fill: none; stroke: #123 }</style>")
    with chromium.visit(browser, (folder / "index.html").as_uri()) as seen:
        assert seen.page.evaluate(chromium.BLACK_SCRIPT) == []


def test_overflow_is_found(folder, browser):
    wide = "<style>.a { width: 500px } .s { overflow-x: auto }</style>"
    for body, bad in (("<p class=a>wide</p>", True), ("<div class=s><p class=a>wide</p></div>", False), ("<p>narrow</p>", False)):
        write(folder, body, BLANK + wide)
        with chromium.visit(browser, (folder / "index.html").as_uri(), viewport=chromium.PHONE) as seen:
            assert bool(seen.page.evaluate(chromium.OVERFLOW_SCRIPT)) is bad, body


def test_a_theme_that_comes_late_is_found(folder, browser):
    for where, expected in (("head", "dark"), ("body", None)):
        script = "<script>document.documentElement.dataset.theme = 'dark'</script>"
        write(folder, script if where == "body" else "", BLANK + (script if where == "head" else ""))
        with chromium.visit(browser, (folder / "index.html").as_uri(), script_before=chromium.FIRST_PAINT_SCRIPT) as seen:
            assert seen.page.evaluate("themeAtFirstPaint") == expected


def test_what_a_page_does_wrong_is_noted(folder, browser):
    with chromium.serve(folder) as url:
        for body, said in (("<img src='nowhere.png' alt=''>", "failed: 404"), ("<img src='http://other.invalid/x.png' alt=''>", "another host"),
                           ("<script>console.log('hello')</script>", "console: log: hello"), ("<script>missing()</script>", "error: "),
                           ("<script>alert(1)</script>", "dialog: 1")):
            write(folder, body, BLANK)
            with chromium.visit(browser, url + "/index.html") as seen:
                assert any(said in fault for fault in seen.faults(url)), (body, seen)
        write(folder, "<p>Words</p>", BLANK)
        with chromium.visit(browser, url + "/index.html") as seen:
            assert seen.faults(url) == []


MANIFEST = """
library("CCmark", "libcmark-gfm", apt: []), library("CCairo", "pangocairo"),
module("Markdown", ["CCmark"]), module("Canvas", ["CCairo"]), module("Snapshot"), module("Site", ["Snapshot", "Markdown"]),
module("HTML", ["Site"], path: "Sources/Renderers/HTML"),
"""


@pytest.mark.parametrize("path, text, rule", [
    ("Sources/Site/a.swift", "// TO" + "DO later", "leftover"), ("Sources/Site/a.swift", "let a = try! b()", "escape-hatch"),
    ("Sources/Site/a.swift", "final class A: @unchecked Sendable {}", "escape-hatch"), ("Sources/Site/a.swift", "let a = Date()", "differs-by-machine"),
    ("Sources/Site/a.swift", "import CCmark", "arrow"), ("Sources/Renderers/HTML/a.swift", "internal import Snapshot", "arrow"),
    ("Sources/Site/a.swift", 'let a = "fill:#12ab34"', "colour-literal"), ("Sources/Site/a.swift", "RGB(red: 12, green: 3, blue: 4)", "colour-literal"),
    ("public/a.css", "a { color: #12ab34 }", "colour-literal"), ("public/a.css", "a { color: white; }", "colour-literal"),
    ("public/a.css", "a { background: oklch(0.3 0.1 20) }", "colour-literal"), ("public/a.css", "a { color: #000 }", "pure-black"),
    ("templates/a.html", "<script>x()</script>", "inline-code"), ("templates/a.html", "<p style='x'>", "inline-code"), ("templates/a.html", "<p onclick='x'>", "inline-code"),
    ("templates/a.html", '<script src="https://example.org/x.js"></script>', "other-host"), ("templates/a.html", '<link href="//example.org/x.css">', "other-host"), ("public/a.svg", '<path fill="#12ab34"/>', "colour-literal"),
    ("Sources/Site/a.swift", "let a = 1\n" * 301, "long-file"), ("README.md", "see /" + "wo" + "rk/x", "machine-path"), ("Sources/CLibraries/CCmark/x.c", "int a;", "c-library"),
])
def test_the_house_rules_find_what_they_are_for(path, text, rule):
    faults = houserules.check({"Package.swift": MANIFEST, path: text})
    assert rule in {fault.rule for fault in faults}, faults


@pytest.mark.parametrize("path, text", [
    ("Sources/Site/a.swift", "import Foundation\nimport Snapshot\npublic import Markdown\n// a hex colour such as #fff is no tag\nlet a = \"&#039;\""),
    ("Sources/Site/a.swift", "// Immutable after init.\nfinal class A: @unchecked Sendable {}"),
    ("Sources/Site/a.swift", "// lint: allow differs-by-machine because it is written to the log only\nlet a = Date()"),
    ("Sources/Site/a.swift", "// This file is over 300 lines because the table is one thing.\n" + "let a = 1\n" * 301),
    ("public/a.css", "#add:hover { color: var(--accent); background: color-mix(in oklab, var(--a) 20%, transparent); font: 1rem white-space }\n/* #12ab34 */"),
    ("templates/a.html", '<script src="theme.js"></script><a href="https://example.org/#abc">x</a>'), ("README.md", "see docs/work/x and a/root/b"),
])
def test_the_house_rules_let_good_code_through(path, text):
    assert houserules.check({"Package.swift": MANIFEST, path: text}) == []


@pytest.mark.parametrize("line", ['module("Markdown", ["Site"])', 'module("Site", ["CCairo"])', 'module("Snapshot", ["Site"])'])
def test_arrows_of_the_manifest_point_down_only(line):
    assert [fault.rule for fault in houserules.check({"Package.swift": MANIFEST + line})] == ["arrow"]
