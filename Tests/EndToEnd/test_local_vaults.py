"""Vaults without a server, a folder or a ZIP; and the proof of privacy, which asks no server either."""
from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from support import tree
from support.program import environment, run, succeed
from support.pulls import core


@pytest.fixture
def vault(example, tmp_path) -> Path:
    """The sample vault's own files, without a server, with an editor's settings among them."""
    shutil.copytree(example / "vault", tmp_path / "My vault")
    (tmp_path / "My vault/.obsidian").mkdir()
    (tmp_path / "My vault/.obsidian/workspace.json").write_text('{"secret": "workspace"}')
    return tmp_path / "My vault"


def test_a_folder_is_built_by_way_of_the_cache(vault, example, tmp_path):
    changes = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    before = tree.digest(vault)
    first = succeed("build", vault, "--out", tmp_path / "site", env=changes)
    assert "Computing" in first.err and "local-layout" in first.err and "igraph" in first.err
    second = succeed("build", vault, "--out", tmp_path / "again", env=changes)
    assert "Computing" not in second.err, "a layout is computed once"
    elsewhere = succeed("build", vault, "--out", tmp_path / "elsewhere", env=environment(XDG_CACHE_HOME=str(tmp_path / "other")))
    assert "Computing" in elsewhere.err
    aside = ".synapse-publish.json"
    sites = [{k: v for k, v in tree.digest(tmp_path / name).items() if k != aside} for name in ("site", "again", "elsewhere")]
    assert sites[0] == sites[1] == sites[2]
    assert tree.digest(vault) == before, "the vault is only read"
    assert not [name for name, path in tree.files(tmp_path / "site").items() if b"workspace" in path.read_bytes() and "obsidian" in name]
    assert "concepts/snapshot.html" in sites[0] and "concepts/private-shopping-list.html" not in sites[0]


def test_a_zip_is_a_folder(vault, tmp_path):
    shutil.make_archive(str(tmp_path / "My vault"), "zip", tmp_path, "My vault")
    succeed("pull", vault, "--out", tmp_path / "folder")
    succeed("pull", tmp_path / "My vault.zip", "--out", tmp_path / "zip")
    assert {k: v for k, v in core(tmp_path / "folder").items() if k != "manifest.json"} == {k: v for k, v in core(tmp_path / "zip").items() if k != "manifest.json"}
    assert not [name for name in tree.files(tmp_path / "zip") if "obsidian" in name]
    succeed("snapshot", "verify", tmp_path / "zip")


def test_what_is_neither_snapshot_nor_vault(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("no ZIP")
    for source in (tmp_path / "empty", tmp_path / "text.zip", tmp_path / "nothing"):
        done = run("pull", source, "--out", tmp_path / "s")
        assert done.code == 66 and str(source) in done.err and not (tmp_path / "s").exists(), done.said


# Private


@pytest.mark.parametrize("what", ["site", "gallery", "posters"])
def test_the_proof_of_privacy(what, example, request):
    output = request.getfixturevalue(what)
    done = succeed("check", "privacy", output.root, example)
    assert "no trace of 1 private page" in done.out


@pytest.mark.parametrize("leak, code", [
    ("<p>spare disks of eight terabytes for the pool, and more</p>", "private-words"), ("<a href='private-shopping-list.html'>x</a>", "private-title"),
])
def test_a_planted_leak_is_found(leak, code, site, example, tmp_path):
    secret = next(example.rglob("private-shopping-list.md")).read_text()
    shutil.copytree(site.root, tmp_path / "site")
    words = " ".join(re.findall(r"\w+", secret.split("---")[2])[:12])
    victim = tmp_path / "site/concepts/snapshot.html"
    victim.write_text(victim.read_text().replace("</main>", (f"<p>{words}</p>" if code == "private-words" else leak) + "</main>", 1))
    done = run("check", "privacy", tmp_path / "site", example, "--verbose")
    assert done.code == 65 and code in done.err and "concepts/snapshot.html" in done.err, done.said


# What is drawn as pixels


@pytest.fixture(scope="module")
def careless(example, tmp_path_factory) -> Path:
    """The sample vault with its private page published by mistake, at the stored places."""
    folder = tmp_path_factory.mktemp("careless") / "vault"
    shutil.copytree(example / "vault", folder)
    shutil.copy(example / "graph.json", folder / "graph.json")
    secret = next(folder.rglob("private-shopping-list.md"))
    secret.write_text(secret.read_text().replace("publish: false", "publish: true"))
    return folder


def leaky(folder: Path, example: Path, *options: str) -> dict[str, set[str]]:
    """Codes of what is found in the pictures of a folder, by file."""
    for path in list(tree.files(folder).values()):
        if path.suffix != ".png":
            path.unlink()
    report = folder.parent / f"{folder.name}.json"
    done = run("check", "privacy", folder, example, "--report", report, *options)
    found: dict[str, set[str]] = {}
    for finding in json.loads(report.read_text())["findings"]:
        found.setdefault(finding["path"], set()).add(finding["code"])
    assert done.code == (65 if any(codes - {"picture-unread"} for codes in found.values()) else 1 if found and "--strict" in options else 0), done.said
    return found


def test_a_title_that_was_drawn_on_a_poster_is_found(careless, example, tmp_path):
    succeed("posters", careless, "--tier", "detail", "--size", "4096x3072", "--lettering", "60", "--format", "png", "--theme", "light", "--out", tmp_path / "d")
    assert leaky(tmp_path / "d", example) == {"detail-light.png": {"private-title"}}
    succeed("posters", careless, "--tier", "tiles", "--theme", "light", "--out", tmp_path / "p")
    found = leaky(tmp_path / "p", example)
    tiles = [path for path in found if path.startswith("tiles-light_files/")]
    assert 0 < len(tiles) < len(tree.files(tmp_path / "p")) / 4, "only where it is written"


def test_a_title_on_a_shared_link_s_picture_is_found(careless, example, tmp_path):
    succeed("build", careless, "--out", tmp_path / "s", "--base-url", "https://wiki.example.org/", "--og-images", "pages", "--no-posters")
    found = leaky(tmp_path / "s", example)
    assert any("private-title" in codes for codes in found.values()) and len(found) < 4, found


def test_a_picture_that_nobody_can_read_is_told(posters, example, tmp_path):
    """One that was painted over since, one of somebody else's; a file of the vault is its owner's will."""
    shutil.copytree(posters.root, tmp_path / "p")
    victim, copied = tmp_path / "p/overview-light.png", tmp_path / "p/copied.png"
    data = bytearray(victim.read_bytes())
    data[data.index(b"IDAT") + 100] ^= 1
    victim.write_bytes(data)
    assert leaky(tmp_path / "p", example) == {"overview-light.png": {"picture-changed"}}
    victim.unlink()
    shutil.copy(example / "vault/raw/sources/backup-flow.png", copied)
    assert leaky(tmp_path / "p", example, "--strict") == {}
    copied.write_bytes(copied.read_bytes() + b"\0")
    assert leaky(tmp_path / "p", example) == leaky(tmp_path / "p", example, "--strict") == {"copied.png": {"picture-unread"}}


def test_the_words_of_a_poster_are_read_by_others(posters):
    """As PNG has them: `Description` in UTF-8, which any viewer of pictures shows."""
    picture = Image.open(posters.root / "regions-dark.png")
    picture.load()
    text = picture.text["Description"]
    assert {"restic", "Storage", "Snapshot"} <= set(text.splitlines()) and len(text.splitlines()) > 20


def test_devices_and_pipes_are_left_out_and_told(tmp_path):
    """Whoever opened a pipe that nobody writes to would wait for ever, and a device would never end."""
    pages = tmp_path / "vault/wiki"
    pages.mkdir(parents=True)
    (pages / "a.md").write_text("---\ntitle: A\ntype: concept\nupdated: 2999-12-31\n---\nText.\n")
    os.mkfifo(pages / "pipe.md")
    (pages / "zero.md").symlink_to("/dev/zero")
    succeed("build", tmp_path / "vault", "--out", tmp_path / "site", "--no-posters", "--report", tmp_path / "report.json")
    told = {(f["code"], f["path"]) for f in json.loads((tmp_path / "report.json").read_text())["findings"] if f["path"] != "wiki/a.md"}
    assert {("entry-left-out", "wiki/pipe.md"), ("link-left-out", "wiki/zero.md")} <= told
    assert (tmp_path / "site/a.html").exists() and not (tmp_path / "site/pipe.html").exists() and not (tmp_path / "site/zero.html").exists()
    assert 'datetime="2999-12-31"' in (tmp_path / "site/a.html").read_text(), "a day in the future is shown as it is"
