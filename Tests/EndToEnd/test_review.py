"""A whole review: decided in the browser, taken into the ledger, stale when a token changes, merged by git."""
from __future__ import annotations

import hashlib
import json
import shutil
import subprocess

import pytest

from support import browser as chromium
from support.program import REPOSITORY, environment, run, succeed

SCREENS = 17


def status(gallery, ledger, *options):
    done = run("gallery", "status", gallery, "--ledger", ledger, "--json", *options)
    return done.code, {screen["screen"]: screen for screen in json.loads(done.out)["screens"]}


def evidence(folder) -> dict[str, dict]:
    return {line["screen"]: line for line in map(json.loads, (folder / "evidence.json").read_text().splitlines())}


@pytest.mark.parametrize("window", [chromium.PHONE, chromium.DESKTOP], ids=["phone", "desktop"])
def test_everything_is_approved_by_keyboard_and_imported(window, gallery, browser, tmp_path):
    ledger, exported = tmp_path / "ledger.json", tmp_path / "exported.json"
    with chromium.visit(browser, (gallery.root / "review.html").as_uri(), viewport=window) as seen:
        page = seen.page
        assert page.inner_text("[data-tally]") == f"0 of {SCREENS} decided, 1 waits for evidence"
        page.click("[data-export]")
        assert page.evaluate("document.activeElement.hasAttribute('data-name')"), "a decision needs a name"
        page.fill("[data-name]", "Mara")
        page.keyboard.press("Escape")
        for _ in range(SCREENS):
            page.keyboard.press("n")
            page.keyboard.press("a")
        page.keyboard.press("c")
        page.keyboard.type("as it should be")
        page.keyboard.press("Escape")
        page.keyboard.press("t")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.inner_text("[data-tally]") == f"{SCREENS} of {SCREENS} decided, 1 waits for evidence"
        page.check("[data-filter][value=changed]", force=True)
        assert page.locator("[data-screen]:visible").count() == 0 and page.locator("[data-done]").is_visible()
        page.check("[data-filter][value=all]", force=True)
        assert page.locator("[data-screen]:visible").count() == SCREENS + 1
        assert page.locator(".is-folded").count() == SCREENS, "what is decided and unchanged folds away"
        page.locator("[data-unfold]").first.click()
        assert page.locator(".is-folded").count() == SCREENS - 1
        with page.expect_download() as download:
            page.click("[data-export]")
        download.value.save_as(exported)
        assert seen.faults(gallery.root.as_uri()) == []
    lines = [json.loads(line) for line in exported.read_text().splitlines()]
    assert len(lines) == SCREENS and {line["verdict"] for line in lines} == {"approved"} and lines[-1]["comment"] == "as it should be"
    succeed("gallery", "import", exported, "--ledger", ledger, "--gallery", gallery.root)
    code, standings = status(gallery.root, ledger, "--strict")
    assert code == 1 and [name for name, screen in standings.items() if screen["standing"] != "approved"] == ["graph-renderer"]
    assert "0 new" in succeed("gallery", "import", exported, "--ledger", ledger).out


def test_a_decision_that_is_no_screen_waits_for_its_evidence(example, gallery, browser, tmp_path):
    ledger, out = tmp_path / "ledger.json", tmp_path / "gallery"
    done = run("gallery", "approve", "graph-renderer", "--by", "Mara", "--gallery", gallery.root, "--ledger", ledger)
    assert done.code == 64 and "gallery.evidence/graph-renderer/" in done.err
    attached = tmp_path / "gallery.evidence/graph-renderer/phone.json"
    attached.parent.mkdir(parents=True)
    attached.write_text('{"renderer": "raster", "p95": 9.1}')
    succeed("gallery", example, "--out", out, "--ledger", ledger)
    with chromium.visit(browser, (out / "review.html").as_uri()) as seen:
        case = seen.page.locator("#case-graph-renderer")
        assert hashlib.sha256(attached.read_bytes()).hexdigest() in case.inner_text() and case.locator("[data-verdict]").count() == 2
    assert "graph-renderer" not in succeed("gallery", "approve", "all", "--by", "Mara", "--gallery", out, "--ledger", ledger).out
    assert status(out, ledger, "--strict")[0] == 0, "everything is approved"
    attached.write_text('{"renderer": "raster", "p95": 19.1}')
    succeed("gallery", example, "--out", out, "--ledger", ledger)
    code, standings = status(out, ledger, "--strict")
    assert code == 1 and standings["graph-renderer"]["standing"] == "stale"
    assert {screen["standing"] for name, screen in standings.items() if name != "graph-renderer"} == {"approved"}


USES = (REPOSITORY / "Tests/EndToEnd/support/token_uses.js").read_text()


def test_a_token_makes_exactly_the_screens_stale_that_use_it(gallery, example, browser, tmp_path):
    """Which screens use it is the browser's opinion: its own parser of style sheets, its own matching of selectors."""
    ledger, resources, changed = tmp_path / "ledger.json", tmp_path / "resources", tmp_path / "changed"
    succeed("gallery", "approve", "all", "--by", "Mara", "--gallery", gallery.root, "--ledger", ledger)
    for folder in ("templates", "public"):
        shutil.copytree(REPOSITORY / folder, resources / folder)
    file = resources / "templates/tokens.json"
    tokens = json.loads(file.read_text())
    # The red of what is dangerous.
    tokens["light"]["semantic"]["red"]["$value"] = {"colorSpace": "srgb", "components": [0.7843, 0.1176, 0.1569], "hex": "#c81e28"}
    file.write_text(json.dumps(tokens))
    succeed("gallery", example, "--out", changed, "--ledger", ledger, env=environment(SYNAPSE_PUBLISH_RESOURCES=str(resources)))
    before, after = evidence(gallery.root), evidence(changed)
    variables = {name for line in before for name, value in before[line]["values"].items() if after[line]["values"].get(name, value) != value}
    assert "--semantic-red" in variables and "--accent" not in variables
    sheets = "".join((gallery.root / "assets" / name).read_text() for name in ("site.css", "app.css"))
    documents = [[name, (gallery.root / name).read_text()] for name in gallery.pages if name.startswith("live/")]
    context = browser.new_context()
    used = context.new_page().evaluate(USES, [sheets, documents])
    context.close()
    screens = [name for name, line in before.items() if line["kind"] == "screen"]
    # Of every token, not of this one only. What a shorthand names of which a longhand is set after it, the browser does not give back.
    unseen = {"--motion-fast", "--motion-ease"}
    for screen in screens:
        seen = {token for name, names in used.items() if name.startswith(f"live/{screen}-") for token in names}
        mine = set(before[screen]["values"])
        assert mine - seen <= unseen and not (seen - mine) & {token for line in before.values() for token in line["values"]}, screen
    users = {screen for screen in screens for name, names in used.items() if name.startswith(f"live/{screen}-") and variables & set(names)}
    code, standings = status(changed, ledger, "--strict")
    stale = {name for name, screen in standings.items() if screen["standing"] == "stale"}
    assert code == 1 and stale == users and 2 < len(stale) < SCREENS and {"tokens", "wiki"} <= stale
    assert all(standings[name]["changes"] == ["tokens"] for name in stale)
    with chromium.visit(browser, (changed / "review.html").as_uri()) as seen:
        shown = seen.page.locator("[data-screen]:visible").evaluate_all("cards => cards.map(card => card.dataset.screen)")
        assert set(shown) == stale | {"graph-renderer"}, "the others are folded away"
        text = seen.page.inner_text("#case-tokens")
        assert "--semantic-red" in text and "#c81e28" in text
    assert "#c81e28" in (changed / "proof.html").read_text()


def test_two_people_decide_and_git_unites_them(gallery, tmp_path):
    def git(folder, *arguments):
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
        return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout

    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    git(home, "init", "-q")
    succeed("gallery", "approve", "home", "--by", "Mara", "--gallery", gallery.root, cwd=home)
    git(home, "add", "-A")
    git(home, "commit", "-qm", "first")
    git(tmp_path, "clone", "-q", str(home), str(other))
    for folder, screen, name in ((home, "wiki", "Mara"), (other, "graph", "Jo")):
        succeed("gallery", "approve", screen, "--by", name, "--gallery", gallery.root, cwd=folder)
        succeed("gallery", "reject", "chat", "--by", name, "--comment", "too loud", "--gallery", gallery.root, cwd=folder)
        git(folder, "commit", "-qam", screen)
    git(home, "pull", "-q", "--no-rebase", str(other), "main")
    _, standings = status(gallery.root, home / "gallery.approvals.json")
    assert {name for name, screen in standings.items() if screen["standing"] == "approved"} == {"home", "wiki", "graph"}
    assert standings["chat"]["standing"] == "rejected" and standings["chat"]["comment"] == "too loud"


def test_what_cannot_be_decided_is_refused(gallery, tmp_path):
    ledger = tmp_path / "ledger.json"
    assert run("gallery", "approve", "nothing", "--by", "Mara", "--gallery", gallery.root, "--ledger", ledger).code == 64
    assert run("gallery", "approve", "home", "--gallery", gallery.root, "--ledger", ledger).code == 64
    assert run("gallery", "status", tmp_path / "no", "--ledger", ledger).code == 66
    assert run("gallery", "import", tmp_path / "no.json", "--ledger", ledger).code == 66
    assert not ledger.exists()
    ledger.write_text("<<<<<<< HEAD\n")
    done = run("gallery", "status", gallery.root, "--ledger", ledger)
    assert done.code == 65 and "ledger.json:1" in done.err
