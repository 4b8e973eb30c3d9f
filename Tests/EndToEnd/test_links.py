"""Every link inside what we publish leads to a file and a fragment that exist: by our own checker, and by lychee."""
from __future__ import annotations

import pytest

from support import links, tree, validators


def few(faults: list[str]) -> str:
    return f"{len(faults)} faults:\n" + "\n".join(faults[:20])


def sound(root) -> None:
    faults = links.broken(root)
    assert faults == [], few(faults)


def agreed(root) -> None:
    followed, faults = validators.lychee(root)
    assert faults == [], few(faults)
    assert followed > len(tree.files(root)), "lychee followed next to nothing"


def test_links_of_the_site(site):
    sound(site.root)


def test_links_of_the_site_by_lychee(site):
    agreed(site.root)


def test_links_of_the_gallery(gallery):
    sound(gallery.root)
    followed, faults = validators.lychee(gallery.root)
    assert faults == [] and followed > 0, few(faults)


def test_every_page_is_reached_from_home(site):
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        page = waiting.pop()
        for target in links.targets(site.root / page, site.root):
            if target.endswith(".html") and target not in reached and target in site.files:
                reached.add(target)
                waiting.append(target)
    assert set(site.pages) - reached - {"404.html"} == set()


def test_names_can_be_kept_on_every_disk(site, gallery, posters):
    for output in (site, gallery, posters):
        assert tree.unportable(output.root) == []


@pytest.mark.shared
def test_links_of_real_vaults(recorded):
    sound(recorded.root)
    assert tree.unportable(recorded.root) == []


@pytest.mark.shared
def test_links_of_real_vaults_by_lychee(recorded):
    agreed(recorded.root)
