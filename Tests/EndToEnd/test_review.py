"""A whole review: decided in the browser, taken into the ledger, stale when a token changes, merged by git."""
from __future__ import annotations

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


@pytest.mark.parametrize("window", [chromium.PHONE, chromium.DESKTOP], ids=["phone", "desktop"])
def test_everything_is_approved_by_keyboard_and_imported(window, gallery, browser, tmp_path):
    ledger, exported = tmp_path / "ledger.json", tmp_path / "exported.json"
    with chromium.visit(browser, (gallery.root / "review.html").as_uri(), viewport=window) as seen:
        page = seen.page
        assert page.inner_text("[data-tally]") == f"{SCREENS} of {SCREENS} need a decision"
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
        assert page.inner_text("[data-tally]") == "Everything is decided"
        page.check("[data-open]")
        assert page.locator("[data-screen]:visible").count() <= 1, "what is decided folds away"
        with page.expect_download() as download:
            page.click("[data-export]")
        download.value.save_as(exported)
        assert seen.faults(gallery.root.as_uri()) == []
    lines = [json.loads(line) for line in exported.read_text().splitlines()]
    assert len(lines) == SCREENS and {line["verdict"] for line in lines} == {"approved"} and lines[-1]["comment"] == "as it should be"
    succeed("gallery", "import", exported, "--ledger", ledger)
    code, standings = status(gallery.root, ledger, "--strict")
    assert code == 0 and all(screen["standing"] == "approved" for screen in standings.values())
    assert "0 new" in succeed("gallery", "import", exported, "--ledger", ledger).out


def test_a_token_makes_the_screens_stale_that_use_it(gallery, example, tmp_path):
    ledger, resources, changed = tmp_path / "ledger.json", tmp_path / "resources", tmp_path / "changed"
    succeed("gallery", "approve", "all", "--by", "Mara", "--gallery", gallery.root, "--ledger", ledger)
    for folder in ("templates", "public"):
        shutil.copytree(REPOSITORY / folder, resources / folder)
    file = resources / "templates/tokens.json"
    tokens = json.loads(file.read_text())
    # The red of what is dangerous.
    tokens["light"]["semantic"]["red"]["$value"] = {"colorSpace": "srgb", "components": [0.7843, 0.1176, 0.1569], "hex": "#c81e28"}
    file.write_text(json.dumps(tokens))
    succeed("gallery", example, "--out", changed, env=environment(SYNAPSE_PUBLISH_RESOURCES=str(resources)))
    code, standings = status(changed, ledger, "--strict")
    stale = {name for name, screen in standings.items() if screen["standing"] == "stale"}
    assert code == 1 and {"activity", "tokens", "ingest"} <= stale and all(standings[name]["changes"] == ["tokens"] for name in stale)
    assert {"home", "settings", "vaults", "language", "sources"} & stale == set()
    # Whether a screen is stale follows from its own style sheet: the red is in the documents of these and of no other.
    for name, screen in standings.items():
        if name not in stale:
            assert screen["standing"] == "approved"


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
