"""What the tests share: the outputs, made once a session by the program itself, and one browser."""
from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from support import browser as chromium
from support import document, nights, replay, tree
from support.program import REPOSITORY, succeed
from support.pulls import small
from support.shards import shards
from support.vault_server import VaultServer

EXAMPLE = REPOSITORY / "Examples/homelab"


def pytest_configure(config):
    """A shell that starts the tests in the background has them ignore interruptions, and with them every program that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Tests that need the shared folder say that it is missing instead of failing without it; slow ones have an hour each."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(3600))
    if replay.shared() is None:
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(pytest.mark.skip(reason="no shared folder beside the checkout"))


class Output:
    """A folder that the program wrote, and the run that wrote it."""

    def __init__(self, root: Path, run):
        self.root, self.run = root, run

    @property
    def files(self) -> dict[str, Path]:
        return tree.files(self.root)

    @property
    def pages(self) -> dict[str, Path]:
        """Documents for readers; what stands at an alias only leads to one."""
        return {name: path for name, path in self.files.items()
                if name.endswith(".html") and b'http-equiv="refresh"' not in path.read_bytes()[:1000]}

    def read(self, name: str) -> document.Document:
        assert name in self.files, f"{name} is not in {self.root}"
        return document.read(self.root / name)


@pytest.fixture(scope="session")
def example() -> Path:
    assert (EXAMPLE / "manifest.json").exists(), f"{EXAMPLE} is no snapshot folder"
    return EXAMPLE


@pytest.fixture(scope="session")
def site(example, tmp_path_factory) -> Output:
    """The sample vault's site with its posters."""
    out = tmp_path_factory.mktemp("example") / "site"
    report = out.parent / "report.json"
    output = Output(out, succeed("build", example, "--out", out, "--json", "--report", report))
    output.report = report
    return output


@pytest.fixture(scope="session")
def gallery(example, tmp_path_factory) -> Output:
    out = tmp_path_factory.mktemp("example-gallery") / "gallery"
    return Output(out, succeed("gallery", example, "--out", out))


@pytest.fixture(scope="session")
def posters(example, tmp_path_factory) -> Output:
    out = tmp_path_factory.mktemp("example-posters") / "posters"
    return Output(out, succeed("posters", example, "--out", out))


@pytest.fixture(scope="session")
def told(tmp_path_factory):
    """A store of 34 nights, and the pages of each."""
    folder, story, pages = tmp_path_factory.mktemp("archive"), nights.Story(), []
    for number in range(nights.NIGHTS):
        pages.append(story.night())
        snapshot = nights.snapshot(folder / f"snapshot-{number}", pages[-1], nights.moment(number))
        succeed("archive", "add", snapshot, "--store", folder / "store")
    return folder, pages


@pytest.fixture
def store(told, tmp_path):
    """A copy to do harm to."""
    shutil.copytree(told[0] / "store", tmp_path / "store")
    return tmp_path / "store"


class Recording:
    """A recording of the real server: the snapshot pulled from it, and the site built from that snapshot."""

    def __init__(self, name: str, folder: Path):
        self.name, self.snapshot, self.root = name, folder / "snapshot", folder / "site"
        with replay.replay(replay.recording(name)) as url:
            self.pulled = succeed("pull", url, "--out", self.snapshot)
            self.url_site = folder / "site-from-url"
            succeed("build", url, "--out", self.url_site, "--no-posters")
        self.run = succeed("build", self.snapshot, "--out", self.root, "--no-posters", "--jobs", "2")
        self.output = Output(self.root, self.run)


@pytest.fixture(scope="session", params=sorted(replay.RECORDINGS))
def recorded(request, tmp_path_factory) -> Recording:
    return Recording(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        program = chromium.launch(playwright)
        yield program
        program.close()


@pytest.fixture(scope="session")
def site_url(site):
    with chromium.serve(site.root) as url:
        yield url


@pytest.fixture(scope="session")
def gallery_url(gallery):
    with chromium.serve(gallery.root) as url:
        yield url


@pytest.fixture(scope="session")
def made_parts(tmp_path_factory):
    """A snapshot of a small vault, its site, and three parts of it."""
    folder = tmp_path_factory.mktemp("made")
    with VaultServer(small()) as server:
        succeed("pull", server.url, "--out", folder / "snapshot")
    succeed("build", folder / "snapshot", "--out", folder / "site", "--no-posters")
    shards(folder / "snapshot", folder, 3, "--no-posters")
    return folder


@pytest.fixture
def parts(made_parts, tmp_path):
    """Three parts to do harm to, and a site at the place where they are to be merged."""
    for number in (1, 2, 3):
        shutil.copytree(made_parts / f"part-{number}", tmp_path / f"part-{number}")
    succeed("build", "sample", "--out", tmp_path / "site", "--no-posters", "--no-search")
    return [tmp_path / f"part-{number}" for number in (1, 2, 3)]
