"""Pictures of screens: taken by an installed Chromium, bound to decisions, compared with what was approved."""
from __future__ import annotations

import hashlib
import json
import shutil
import struct
import subprocess

import pytest

from support import browser as chromium
from support import colours
from support.program import REPOSITORY, environment, run, succeed

# Six states and four further devices, each in both themes.
SCREEN, PICTURES = "language", 20


def evidence(folder) -> dict:
    return next(line for line in map(json.loads, (folder / "evidence.json").read_text().splitlines()) if line["screen"] == SCREEN)


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def resources(folder, change) -> dict:
    """The program's own files with some changed."""
    for name in ("templates", "public"):
        shutil.copytree(REPOSITORY / name, folder / name)
    change(folder)
    return environment(SYNAPSE_PUBLISH_RESOURCES=str(folder))


def make(example, out, ledger, env=None):
    succeed("gallery", example, "--out", out, "--ledger", ledger, "--capture", "--screens", SCREEN, env=env)
    return {path.stem: path.read_bytes() for path in sorted((out / "pictures").glob("*.png"))}


@pytest.fixture(scope="module")
def captured(example, tmp_path_factory):
    """A gallery with pictures, all of it approved."""
    folder = tmp_path_factory.mktemp("captured")
    out, ledger = folder / "gallery", folder / "ledger.json"
    pictures = make(example, out, ledger)
    succeed("gallery", "approve", "all", "--by", "Mara", "--gallery", out, "--ledger", ledger)
    return out, ledger, pictures


def test_pictures_have_their_devices_sizes_and_hashes(captured):
    out, ledger, pictures = captured
    assert len(pictures) == PICTURES
    assert {name.rsplit("-", 1)[0]: size(picture) for name, picture in pictures.items()} == {
        **{f"{SCREEN}-{state}": (780, 1688) for state in ("filled", "it", "ja", "rtl", "text-200", "text-310")}, f"{SCREEN}-small": (640, 1280),
        f"{SCREEN}-large": (860, 1864), f"{SCREEN}-tablet": (768, 1024), f"{SCREEN}-desktop": (1280, 800)}
    hashes = {name: hashlib.sha256(picture).hexdigest() for name, picture in pictures.items()}
    line = evidence(out)
    assert line["pictures"] == hashes
    listed = "".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes))
    assert line["picture"] == hashlib.sha256(listed.encode()).hexdigest()
    decision = next(d for d in map(json.loads, ledger.read_text().splitlines()) if d["screen"] == SCREEN)
    assert decision["picture"] == line["picture"]
    kept = {path.stem for path in (ledger.parent / "gallery.approved/pictures").glob("*.png")}
    assert kept == set(hashes.values())


def test_the_same_input_gives_the_same_pictures(captured, example, tmp_path):
    """Taken anew, without anything to compare with; and nothing of the browser is left."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert make(example, tmp_path / "again", tmp_path / "ledger.json", environment(TMPDIR=str(scratch))) == captured[2]
    assert list(scratch.iterdir()) == []


def test_what_nobody_sees_is_no_change(captured, example, tmp_path):
    """A hairline two steps darker: another picture, below the threshold. The approved pictures stay; the token is told all the same."""
    out, ledger, pictures = captured

    def change(folder):
        sheet = folder / "public/gallery/app.css"
        sheet.write_text(sheet.read_text() + "\n.app-chevron { opacity: .98; }\n")

    again = make(example, tmp_path / "again", ledger, resources(tmp_path / "resources", change))
    assert again == pictures and evidence(tmp_path / "again")["picture"] == evidence(out)["picture"]
    assert not (tmp_path / "again/before").exists()


@pytest.mark.parametrize("window", [chromium.PHONE, chromium.DESKTOP], ids=["phone", "desktop"])
def test_before_and_after(window, captured, example, browser, tmp_path_factory):
    out, ledger, pictures = captured
    changed = changed_gallery(example, ledger, pictures, tmp_path_factory)
    with chromium.visit(browser, (changed / "review.html").as_uri(), viewport=window) as seen:
        page = seen.page
        page.check("[data-filter][value=changed]", force=True)
        cards = page.locator("[data-screen]:visible").evaluate_all("cards => cards.map(card => card.dataset.screen)")
        assert SCREEN in cards
        case = page.locator(f"#case-{SCREEN}")
        assert "pictures changed" in case.inner_text() and "picture changed since Mara" in case.inner_text()
        light = case.locator(".ga-side[data-theme=light]")
        shown = lambda: light.locator("img").evaluate_all("images => images.map(image => [image.complete && image.naturalWidth > 0, image.getAttribute('src')])")
        case.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle", timeout=120_000)
        assert shown() == [[True, f"before/{SCREEN}-filled-light.png"], [True, f"pictures/{SCREEN}-filled-light.png"]]
        modes = case.locator("[data-modes] button").all_inner_texts()
        assert modes == ["Live", "Picture", "Side by side", "Slider", "Difference"]
        case.get_by_role("button", name="Slider").click()
        case.locator("input[type=range]").fill("25")
        assert light.locator(".ga-over").evaluate("image => image.style.clipPath") in ("inset(0px 75% 0px 0px)", "inset(0 75% 0 0)")
        case.get_by_role("button", name="Difference").click()
        page.wait_for_load_state("networkidle", timeout=120_000)
        assert [source for _, source in shown()] == [f"mask/{SCREEN}-filled-light.png"]
        assert "% of the pixels changed" in light.inner_text()
        case.get_by_role("button", name="Desktop").click()
        assert f"mask/{SCREEN}-desktop-light.png" in str(shown())
        page.keyboard.press("v")
        assert case.locator("[data-modes] [aria-pressed=true]").inner_text() == "Live"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"
        assert seen.faults(changed.as_uri()) == []
        # Last: axe reads style sheets in a way that the page's policy refuses.
        assert chromium.axe_violations(page) == []


made = {}


def changed_gallery(example, ledger, pictures, tmp_path_factory):
    """The titles of rows grow: made once for both windows."""
    if "changed" not in made:
        folder = tmp_path_factory.mktemp("changed")

        def change(copy):
            sheet = copy / "public/gallery/app.css"
            sheet.write_text(sheet.read_text() + "\n.app-item-title { font-weight: 700; }\n")

        again = make(example, folder / "gallery", ledger, resources(folder / "resources", change))
        assert all(again[name] != pictures[name] for name in pictures)
        made["changed"] = folder / "gallery"
    return made["changed"]


def test_without_a_browser_it_is_said(example, tmp_path):
    for env in (environment(SYNAPSE_PUBLISH_CHROMIUM=str(tmp_path / "none")), environment(PATH=str(tmp_path))):
        done = run("gallery", example, "--out", tmp_path / "gallery", "--capture", env=env)
        assert done.code == 69 and "SYNAPSE_PUBLISH_CHROMIUM" in done.err and not (tmp_path / "gallery").exists()
    assert run("gallery", example, "--out", tmp_path / "gallery", "--screens", "home").code == 64
    assert run("gallery", example, "--out", tmp_path / "gallery", "--capture", "--screens", "nothing").code == 64


def test_the_sign_off_sheet(captured, tmp_path):
    out, ledger, pictures = captured
    sheets = [tmp_path / name for name in ("one.pdf", "two.pdf")]
    for sheet in sheets:
        succeed("gallery", "sheet", out, "--ledger", ledger, "--out", sheet)
    assert sheets[0].read_bytes() == sheets[1].read_bytes(), "the same decisions give the same bytes"
    text = subprocess.run(["pdftotext", "-layout", str(sheets[0]), "-"], check=True, capture_output=True, text=True).stdout
    lines = list(map(json.loads, (out / "evidence.json").read_text().splitlines()))
    assert f"{len(lines) - 1} of {len(lines)} approved" in text and text.count("Approved by Mara") == len(lines) - 1
    for line in lines:
        assert line["title"] in text
        assert line["kind"] == "matter" or (line.get("picture") or line["content"]) in text and line["tokens"] in text
    assert "Proposed: no evidence attached" in text and "Signature" in text
    assert subprocess.run(["qpdf", "--check", str(sheets[0])], capture_output=True).returncode == 0
    # The picture stands in both themes: some page holds the dark ground and the light one.
    subprocess.run(["pdftoppm", "-r", "40", "-png", str(sheets[0]), str(tmp_path / "page")], check=True)
    pages = sorted(tmp_path.glob("page-*.png"))
    assert len(pages) >= len(lines) // 3 and sum(colours.black_pixels(page) for page in pages) == 0
    images = subprocess.run(["pdfimages", "-list", str(sheets[0])], check=True, capture_output=True, text=True).stdout.splitlines()[2:]
    assert len([line for line in images if " image " in line]) == 2, "of the one screen that has pictures, light and dark"
