"""Time in the site: what pages were on earlier nights, and nothing of what is not published today.

Over 300 lines because all of it is asked of one archive, which takes long to make.
"""
from __future__ import annotations

import json
import shutil
from email.utils import parsedate_to_datetime

import pytest

from support import browser as chromium
from support import document, leaks, links, nights, past, pulls, tree, validators
from support.program import run, succeed
from test_validity import faults_of

VERSION = "assets/history/versions/{}/{}.html"


class Told:
    """Four nights in a store, and the site of the fifth."""

    def __init__(self, folder):
        self.folder, self.store, self.root = folder, folder / "store", folder / "site"
        self.snapshots = [past.snapshot(folder, pages, number) for number, pages in enumerate(past.story(), 1)]
        for snapshot in self.snapshots[:4]:
            succeed("archive", "add", snapshot, "--store", self.store)
        self.build(self.root)

    def build(self, out, *options, snapshot=None):
        succeed("build", snapshot or self.snapshots[4], "--out", out, "--store", self.store, "--no-posters", *options)
        return out

    def read(self, name):
        return document.read(self.root / name)


@pytest.fixture(scope="module")
def time_told(tmp_path_factory):
    return Told(tmp_path_factory.mktemp("time"))


def versions(root) -> dict[str, list[str]]:
    """Nights with a version, by page."""
    found = {}
    for path in tree.files(root / "assets/history/versions"):
        night, _, page = path.partition("/")
        found.setdefault(page.removesuffix(".html"), []).append(night)
    return found


def test_every_page_has_its_earlier_versions(time_told):
    """What was private then, what tells something that is private today, and what is gone, has none."""
    one, two, three = past.day(1), past.day(2), past.day(3)
    assert versions(time_told.root) == {"alpha": [one, two, three], "beta": [one], "日本": [one]}
    rows = [element.text for element in time_told.read("assets/history/pages/alpha.html").elements if "row-title" in element.classes]
    assert rows == ["The page of today", "3 Mar 2026 – 4 Mar 2026", "2 Mar 2026", "1 Mar 2026"]
    page = time_told.read("alpha.html")
    assert [e.text for e in page.all("a") if e.attributes["href"] == "assets/history/pages/alpha.html"] == ["3 earlier versions"]
    assert not [e for e in time_told.read("still.html").all("a") if "history/pages" in e.attributes.get("href", "")]


def test_an_earlier_version_is_rendered_as_it_was(time_told):
    page = time_told.read(VERSION.format(past.day(1), "alpha"))
    assert "Alpha says one & <two>." in page.text and "As it was on 1 Mar 2026" in page.text
    targets = {e.text: e.attributes["href"] for e in page.all("a") if "link" in e.classes}
    # To pages of today, and within the text; what is not published has no name.
    assert targets["Beta"] == "../../../../beta.html" and targets["Later"] == "#later"
    assert "a label" in page.text and "a label" not in targets
    assert "Never written" in page.text, "what is dangling in public today is no secret"
    assert page.all("article")[0].text.count("unpublished page") == 3


def test_what_changed_next_is_told(time_told):
    def lines(night):
        page = time_told.read(VERSION.format(night, "alpha"))
        return [(e.classes[0], e.text) for e in page.all("li") if e.classes in (["new"], ["gone"])]

    assert lines(past.day(1)) == [("gone", "Alpha says one & \\<two>."), ("new", "Alpha says another & \\<two>.")]
    page = time_told.read(VERSION.format(past.day(1), "alpha"))
    assert [e.text.strip() for e in page.all("b") if {"ins", "del"} & set(e.inside)] == ["one", "another"]
    assert ("new", "See Beta.") in lines(past.day(2))
    assert lines(past.day(3)) == [("gone", "No file. See Never written."), ("new", "No file, still. See Never written.")]
    japanese = time_told.read(VERSION.format(past.day(1), "日本"))
    assert [e.text for e in japanese.all("b") if {"ins", "del"} & set(e.inside)] == ["最初", "二番目"]


def test_whole_nights(time_told):
    shown = sorted(path.stem for path in (time_told.root / "assets/history/nights").glob("*.html"))
    assert shown == [past.day(1), past.day(2), past.day(3)], "a night without change is that before it"
    first = time_told.read(f"assets/history/nights/{past.day(1)}.html")
    shown = {e.attributes["href"].rsplit("/", 1)[-1] for e in first.all("a") if "/versions/" in e.attributes.get("href", "")}
    assert shown == {"alpha.html", "beta.html", "%E6%97%A5%E6%9C%AC.html"}
    assert "1 of today's pages was not there yet" in first.text
    second = time_told.read(f"assets/history/nights/{past.day(2)}.html")
    hrefs = {e.attributes["href"] for e in second.all("a") if "/versions/" in e.attributes.get("href", "")}
    assert hrefs == {f"../versions/{past.day(2)}/alpha.html", f"../versions/{past.day(1)}/beta.html"}


def test_time_maps(time_told, tmp_path):
    """RFC 7089, section 5: the page, the map itself, and every version with its moment."""
    for root, start in ((time_told.root, "../"), (time_told.build(tmp_path / "at", "--base-url", "https://example.org/w/"), "https://example.org/w/assets/history/")):
        told = past.timemap(root / "assets/history/timemaps/alpha.link")
        assert [rest["rel"] for _, rest in told] == ["original", "self", "first memento", "memento", "last memento"]
        assert told[0][0] in ("../../../alpha.html", "https://example.org/w/alpha.html") and told[1][1]["type"] == "application/link-format"
        for number, (target, rest) in enumerate(told[2:], 1):
            assert target == f"{start}versions/{past.day(number)}/alpha.html"
            assert parsedate_to_datetime(rest["datetime"]).isoformat() == f"{past.day(number)}T02:30:00+00:00"
            assert parsedate_to_datetime(rest["datetime"]).strftime("%a") == rest["datetime"][:3]
        assert "/assets/history/timemaps/*\n  Content-Type: application/link-format\n" in (root / "_headers").read_text()
        assert told[1][1]["from"] == told[2][1]["datetime"] and told[1][1]["until"] == told[-1][1]["datetime"]


def test_the_timeline_counts_what_was_public(time_told):
    page = time_told.read("assets/history/index.html")
    labels = [e.attributes["aria-label"] for e in page.all("svg") if "aria-label" in e.attributes]
    # Of eleven pages two were private on the first night, and one is private today; one was opened since, and one is gone.
    assert labels[0] == "Pages: from 8 to 8" and labels[1].startswith("Links: from ") and labels[2].startswith("Communities: from ")
    assert [e.text for e in page.elements if "row-title" in e.classes] == ["3 Mar 2026 – 4 Mar 2026", "2 Mar 2026", "1 Mar 2026"]


def test_nothing_of_what_is_not_published_today_is_anywhere(time_told, tmp_path):
    assert leaks.found(time_told.root, past.LOST) == []
    succeed("check", "privacy", time_told.root, time_told.snapshots[4])
    # The words would be found: they are in the site of the second night.
    site = time_told.build(tmp_path / "second", snapshot=time_told.snapshots[1])
    assert {fault.split("'")[1] for fault in leaks.found(site, past.LOST)} >= {"Secret plan", "purple submarine", "Vanished page"}
    # And later nights are not its past.
    assert versions(site) == {"alpha": [past.day(1)], "日本": [past.day(1)]}


def test_a_page_that_turned_private_loses_its_past(time_told, tmp_path):
    pages = past.story()[4] | {"beta": past.page("Beta", "Now for nobody.", publish="false")}
    snapshot = past.snapshot(tmp_path, pages, 5)
    site = time_told.build(tmp_path / "site", snapshot=snapshot)
    assert "beta" not in versions(site) and not [name for name in tree.files(site) if "beta" in name.lower()]
    assert leaks.found(site, ["brown fox", "sleeping cat"]) == []
    succeed("check", "privacy", site, snapshot)


def test_every_link_leads_somewhere_and_every_page_is_reached(time_told):
    assert links.broken(time_told.root) == []
    followed, faults = validators.lychee(time_told.root)
    assert faults == [] and followed > 100
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        page = waiting.pop()
        for target in links.targets(time_told.root / page, time_told.root):
            if target not in reached and (time_told.root / target).exists():
                reached.add(target)
                waiting += [target] if target.endswith(".html") else []
    # Maps and texts are for the script alone.
    there = {name for name in tree.files(time_told.root) if name.startswith("assets/history/") and not name.endswith(".js")}
    assert len(there) == 15 and there - reached == set()
    assert tree.unportable(time_told.root) == []


def test_valid_for_others(time_told):
    assert validators.nu_errors(time_told.root) == []
    pages = [name for name in tree.files(time_told.root) if name.startswith("assets/history/") and name.endswith(".html")]
    assert [fault for name in pages for fault in faults_of(name, time_told.read(name))] == []


@pytest.mark.parametrize("lang", ["en", "ar"])
def test_pages_of_the_past_in_a_browser(lang, time_told, browser, tmp_path):
    """On both screens in both themes; Arabic runs the other way."""
    root = time_told.root if lang == "en" else time_told.build(tmp_path / "site", "--lang", lang)
    pages = ["index.html", f"nights/{past.day(1)}.html", "pages/alpha.html", f"versions/{past.day(1)}/alpha.html"][0 if lang == "en" else 3:]
    with chromium.serve(root) as url:
        faults = []
        for number, name in enumerate(pages):
            for scheme, viewport in (("light", chromium.DESKTOP), ("dark", chromium.PHONE)) if number % 2 else (("dark", chromium.DESKTOP), ("light", chromium.PHONE)):
                with chromium.visit(browser, f"{url}/assets/history/{name}", scheme, viewport, scripts=True) as seen:
                    faults += [f"{name}: {fault}" for fault in chromium.faults_seen(seen, url, tmp_path / "picture.png", whole=False)]
    assert faults == []


def test_each_language_has_its_words(time_told, tmp_path):
    said = {}
    for lang in ("en", "de", "it", "ja", "ar"):
        root = time_told.build(tmp_path / lang, "--lang", lang, "--no-search")
        said[lang] = [document.read(root / name).title for name in ("assets/history/index.html", "assets/history/pages/alpha.html")]
        assert links.broken(root) == []
    assert len({titles[0] for titles in said.values()}) == 5 and len({titles[1] for titles in said.values()}) == 5


# What it costs

def test_an_unchanged_vault_has_the_same_past_and_adds_next_to_nothing(time_told, tmp_path):
    store = tmp_path / "store"
    shutil.copytree(time_told.store, store)
    succeed("archive", "add", time_told.snapshots[4], "--site", time_told.root, "--store", store)
    # The night itself is in the archive now: the present is not the past, and not a byte is another.
    snapshot = past.snapshot(tmp_path, past.story()[4], 6)
    site = tmp_path / "site"
    for number in (6, 7):
        succeed("build", snapshot, "--out", site, "--store", store, "--no-posters")
        assert tree.difference(site, time_told.root) == []
        pull = snapshot / "pull.json"
        pull.write_text(pull.read_text().replace(past.day(number - 1), past.day(number)))
        before = sum(path.stat().st_size for path in tree.files(store).values())
        succeed("archive", "add", snapshot, "--site", site, "--store", store)
        assert sum(path.stat().st_size for path in tree.files(store).values()) - before < 8192


def test_bounds(time_told, tmp_path):
    site = time_told.build(tmp_path / "site", "--history-nights", "1", "--history-versions", "1")
    assert versions(site) == {"alpha": [past.day(3)], "beta": [past.day(1)], "日本": [past.day(1)]}
    assert [path.stem for path in (site / "assets/history/nights").glob("*.html")] == [past.day(3)]
    assert links.broken(site) == []


def test_without_a_store_there_is_no_past(time_told, tmp_path):
    succeed("build", time_told.snapshots[4], "--out", tmp_path / "site", "--no-posters")
    assert not [name for name in tree.files(tmp_path / "site") if "history" in name]
    # The script of all sites knows where a past would be.
    assert [found for found in leaks.found(tmp_path / "site", ["assets/history"]) if not found.startswith("assets/site.")] == []
    # Nor where the archive has nothing that differs.
    succeed("archive", "add", time_told.snapshots[4], "--store", tmp_path / "store")
    succeed("build", time_told.snapshots[4], "--out", tmp_path / "same", "--store", tmp_path / "store", "--no-posters")
    assert tree.difference(tmp_path / "site", tmp_path / "same") == []


@pytest.mark.parametrize("options, code", [
    (["--history-nights", "3"], 64), (["--store", "nowhere"], 66), (["--store", "{store}", "--history-versions", "0"], 64)])
def test_wrong_options(options, code, time_told, tmp_path):
    options = [option.format(store=time_told.store) for option in options]
    done = run("build", time_told.snapshots[4], "--out", tmp_path / "site", *options)
    assert done.code == code and not (tmp_path / "site").exists()


def test_another_vault_s_archive_is_refused(time_told, example, tmp_path):
    done = run("build", example, "--out", tmp_path / "site", "--store", time_told.store)
    assert done.code == 65 and "holds nights of the vault" in done.err and not (tmp_path / "site").exists()


def test_a_version_that_cannot_be_read_is_told_and_left_out(time_told, tmp_path):
    store = tmp_path / "store"
    shutil.copytree(time_told.store, store)
    victim = next(path for path in store.rglob("beta.md"))
    victim.unlink()
    done = succeed("build", time_told.snapshots[4], "--out", tmp_path / "site", "--store", store, "--no-posters", "--report", tmp_path / "report.json")
    assert "version-unreadable" in (tmp_path / "report.json").read_text() and "beta" not in versions(tmp_path / "site"), done.said
    assert links.broken(tmp_path / "site") == []


def test_nightly_shows_the_nights_before(tmp_path):
    from test_nightly import Night
    folder = tmp_path / "night"
    folder.mkdir()
    snapshot = past.snapshot(tmp_path, past.story()[0], 1)
    # The prune exchanges the archive that the build has read.
    night = Night(folder, snapshot, build={"no-posters": True, "store": str(folder / "archive"), "history-nights": 5}, prune={"keep": "last=2"})
    night.succeed()
    assert not (night.web / "assets/history").exists(), "the first night has no archive yet"
    night.write(source=str(past.snapshot(tmp_path, past.story()[1], 2)))
    night.succeed()
    assert versions(night.web) == {"alpha": [past.day(1)], "日本": [past.day(1)]}
    night.write(source=str(past.snapshot(tmp_path, past.story()[2], 3)))
    night.succeed()
    assert versions(night.web)["alpha"] == [past.day(1), past.day(2)] and night.record["outcome"] == "done"
    assert [kept["night"] for kept in nights.listed(folder / "archive")] == [past.day(2), past.day(3)]


@pytest.mark.shared
def test_two_recorded_nights(tmp_path):
    """The real server's: what was edited has a version, what was deleted has none."""
    first, second = pulls.pulled_nights(tmp_path)
    succeed("archive", "add", first, "--store", tmp_path / "store")
    succeed("build", second, "--out", tmp_path / "site", "--store", tmp_path / "store", "--no-posters")
    site = tmp_path / "site"
    expected = json.loads((pulls.replay.shared() / "vaults/homelab/expected.json").read_text())["night2"]
    changed = [expected["edited"], *expected["changed_by_the_delete"], *expected["changed_by_the_backend"]]
    stem = lambda path: path.removeprefix("wiki/").removesuffix(".md")
    # The index of the first night says the deleted page's name in plain words.
    assert {page.partition("~")[0] for page in versions(site)} == {stem(path) for path in changed} - {"index"}
    assert links.broken(site) == [] and validators.nu_errors(site / "assets/history") == []
    succeed("check", "privacy", site, second)


def test_what_was_said_in_private_is_told_by_no_version(tmp_path):
    """Names and texts that a page had while it was private, or before it became so, whatever it says now."""
    page, farm = past.page, "the board wants to buy the northern axolotl farm soon"
    then = {"home": page("Home", "Always."), "a": page("A", "Mentions Quetzal Merger in words."), "b": page("B", f"Copied: {farm}."),
            "c": page("C", "Names Platypus Paper here."), "d": page("D", "Names Dugong Title here."), "e": page("E", "Nothing of the kind, first edition."),
            "secret": page("Quetzal Merger", farm, publish="false"), "opened": page("Platypus Paper", "For nobody.", publish="false"),
            "moved": page("Dugong Title", "It is public in the first night.")}
    now = then | {name: page(name.upper(), "Another text.") for name in "abcde"}
    now |= {"secret": page("Marmoset Plan", "All is different now.", publish="false"), "opened": page("Open Paper", "For everybody."),
            "kept": page("Other Title", "Other words.", publish="false")}
    del now["moved"]
    first, second = past.snapshot(tmp_path, then, 1), past.snapshot(tmp_path, now, 2)
    succeed("archive", "add", first, "--store", tmp_path / "store")
    succeed("build", second, "--out", tmp_path / "site", "--store", tmp_path / "store", "--no-posters")
    for words in ("Quetzal", "axolotl", "Platypus", "Dugong", "Marmoset"):
        assert leaks.found(tmp_path / "site", [words]) == [], words
    assert set(versions(tmp_path / "site")) == {"e"}, "what gives nothing away has a past"


# With scripts


def links_of(page, selector="main a[href]") -> dict[str, str]:
    """Where links lead, from the web root, by their words."""
    return page.eval_on_selector_all(selector, """links => Object.fromEntries(links.map(link => [link.textContent.trim(), decodeURIComponent(link.href)]))""")


@pytest.mark.parametrize("place", ["http", "file"])
def test_a_night_is_walked_through(place, time_told, browser):
    """From the night's list by the links of the texts, through versions and through pages that read as today; also from a folder."""
    night, first = past.day(2), past.day(1)
    with chromium.serve(time_told.root) as served:
        url = served if place == "http" else time_told.root.as_uri()
        page = browser.new_page()
        faults = []
        page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{url}/assets/history/nights/{night}.html")
        page.get_by_role("button", name="All pages of this night").click()
        page.wait_for_selector("[data-all] a.row")
        rows = links_of(page, "[data-all] a.row")
        at = lambda name: f"{url}/{name}?night={night}"
        assert rows == {"Alpha": at(f"assets/history/versions/{night}/alpha.html"), "Beta": at(f"assets/history/versions/{first}/beta.html"),
                        "Still": at("still.html"), "Opened": at("opened.html"), "日本語": at("日本.html")}, rows
        page.click("[data-all] a.row >> text=Alpha")
        page.wait_for_selector(".past a")
        told = links_of(page)
        assert told["Beta"] == at(f"assets/history/versions/{first}/beta.html") and told["As of 2 Mar 2026"] == f"{url}/assets/history/nights/{night}.html"
        assert told["Later"].endswith("#later") and told["The page of today"] == f"{url}/alpha.html"
        page.click(".prose a.link >> text=Beta")
        page.wait_for_url("**/beta.html?night=*")
        assert "quick brown fox" in page.inner_text(".prose") and "lazy dog" in page.inner_text(".prose")
        page.wait_for_selector(".past a")
        page.click(".prose a.link >> text=Alpha")
        page.wait_for_url(f"**/{night}/alpha.html?night=*")
        # A page that reads as today belongs to the night too; one that was not there says so.
        page.goto(f"{url}/opened.html?night={night}")
        page.wait_for_selector(".past a")
        assert links_of(page, ".prose a")["Alpha"] == at(f"assets/history/versions/{night}/alpha.html")
        assert not page.is_visible(".backlinks")
        page.goto(f"{url}/opened.html?night={first}")
        page.wait_for_selector(".past a")
        assert "Not there on that night" in page.inner_text(".past")
        page.goto(f"{url}/alpha.html")
        assert page.query_selector(".past") is None and links_of(page, ".prose a")["Beta"] == f"{url}/beta.html"
        page.close()
    assert faults == []


@pytest.mark.parametrize("place", ["http", "file"])
def test_any_two_versions_are_compared(place, time_told, browser):
    with chromium.serve(time_told.root) as served:
        page = browser.new_page()
        faults = []
        page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
        page.goto(f"{served if place == 'http' else time_told.root.as_uri()}/assets/history/pages/alpha.html")
        page.wait_for_selector(".compare select option", state="attached")
        first, second = page.query_selector_all(".compare select")
        names = [option.inner_text() for option in first.query_selector_all("option")]
        assert names == ["1 Mar 2026", "2 Mar 2026", "3 Mar 2026 – 4 Mar 2026", "The page of today"]
        marked = lambda name: [text.strip() for text in page.eval_on_selector_all(f".changes {name}", "found => found.map(e => e.textContent)")]
        assert marked("ins") == ["still."] or "still" in " ".join(marked("ins")), "the last two at first"
        first.select_option("0")
        second.select_option("1")
        assert marked("del") == ["one"] and marked("ins") == ["another"]
        rows = page.eval_on_selector_all(".compare .diff li", "found => found.map(e => [e.className, e.textContent])")
        assert ["gone", "Alpha says one & <two>."] in rows and ["new", "Alpha says another & <two>."] in rows
        assert page.eval_on_selector_all(".compare .diff b", "found => found.map(e => e.textContent.trim())") == ["one", "another"]
        second.select_option("3")
        shown = page.inner_text(".changes")
        assert "still" in shown and "one" in marked("del") and page.query_selector(".changes h1, .changes h2") is not None
        second.select_option("0")
        assert page.inner_text("[data-result]") == "The text is the same."
        page.close()
    assert faults == []


def test_what_the_script_is_given_tells_nothing_that_is_not_published(time_told):
    """Names and texts of the maps and of the versions are those of published pages; the script is small and only there with a past."""
    given = [path for name, path in tree.files(time_told.root).items() if name.startswith("assets/history/") and name.endswith(".js")]
    assert len(given) == 3 + 3
    assert (time_told.root / "assets/history.js").stat().st_size < 10_000
