"""Pictures for where addresses are shared: which documents have which, how small, how soon drawn, and that they are kept."""
from __future__ import annotations

import re
import urllib.parse

import pytest
from PIL import Image

from support.program import succeed


@pytest.fixture(scope="module")
def shared(example, tmp_path_factory):
    """A site whose address is known, with a picture for each page."""
    out = tmp_path_factory.mktemp("shared") / "site"
    succeed("build", example, "--out", out, "--no-posters", "--no-search", "--base-url", "https://example.org/wiki/", "--og-images", "pages")
    return out


def test_each_document_has_a_picture_for_where_it_is_shared(shared):
    seen = set()
    for page in sorted(shared.rglob("*.html")):
        if 'http-equiv="refresh"' in page.read_text():  # of an alias, which only leads on
            continue
        found = re.findall(r'property="og:image" content="https://example.org/wiki/([^"]+)"', page.read_text())
        if page.name != "404.html":
            assert len(found) == 1, page
        for picture in found:
            with Image.open(shared / urllib.parse.unquote(picture)) as image:
                assert image.size == (1200, 630) and image.format == "PNG"
            seen.add(shared / urllib.parse.unquote(picture))
    assert seen == set((shared / "previews").rglob("*.png")), "a picture that nothing shows"
    own = shared / "previews/concepts/snapshot.png"
    assert 'wiki/previews/concepts/snapshot.png"' in (shared / "concepts/snapshot.html").read_text() and own in seen
    with Image.open(own) as image:
        assert not any(colour == (0, 0, 0) for _, colour in image.convert("RGB").getcolors(1 << 20))


def test_pages_share_the_picture_of_their_group(example, tmp_path):
    base = ["build", example, "--no-posters", "--no-search", "--base-url", "https://example.org/"]
    succeed(*base, "--out", tmp_path / "groups")
    text = (tmp_path / "groups/concepts/snapshot.html").read_text()
    assert re.search(r'og:image" content="https://example.org/previews/(communities|types)/[^"]+\.png"', text)
    assert not (tmp_path / "groups/previews/concepts").exists()
    succeed(*base, "--out", tmp_path / "none", "--og-images", "none")
    assert not (tmp_path / "none/previews").exists()


def test_without_an_address_there_are_no_such_pictures(site):
    assert not (site.root / "previews").exists() and "og:image" not in (site.root / "index.html").read_text()


def test_pictures_are_small(shared):
    """At most 60 KB each, but where an emoji in the title brings its colours. How soon they are drawn is the bench's."""
    pictures = sorted((shared / "previews").rglob("*.png"))
    plain = [p for p in pictures if not any(ord(letter) > 0x1F000 for letter in p.name)]
    assert len(plain) > 110 and max(p.stat().st_size for p in plain) <= 60_000 and max(p.stat().st_size for p in pictures) <= 150_000


def test_pictures_are_kept_between_builds(example, tmp_path):
    base = ["build", example, "--no-posters", "--no-search", "--no-markdown", "--base-url", "https://example.org/", "--og-images", "pages", "--out", tmp_path / "site"]
    look = lambda: {p.relative_to(tmp_path / "site").as_posix(): (p.stat().st_ino, p.read_bytes()) for p in (tmp_path / "site/previews").rglob("*.png")}
    succeed(*base)
    first = look()
    succeed(*base)
    assert look() == first, "not one is drawn again"
    # Another title of the site stands on all of them.
    (tmp_path / "own.yml").write_text("title: Another\n")
    succeed(*base, "--config", tmp_path / "own.yml")
    second = look()
    assert set(second) == set(first) and all(second[n][0] != first[n][0] and second[n][1] != first[n][1] for n in first)
    # One that was harmed is drawn again.
    harmed = tmp_path / "site/previews/index.png"
    harmed.write_bytes(harmed.read_bytes()[:-20])
    succeed(*base, "--config", tmp_path / "own.yml")
    third = look()
    assert {n: data for n, (_, data) in third.items()} == {n: data for n, (_, data) in second.items()}
    assert [n for n in third if third[n][0] != second[n][0]] == ["previews/index.png"]
