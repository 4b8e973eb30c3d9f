"""`--compress`: files packed beside their originals say the same, are smaller, and never stale."""
from __future__ import annotations

import gzip
import shutil
import signal

import pytest

from support import leaks, tree
from support.program import run, succeed
from test_serve import Served

TEXTS = {"html", "css", "js", "json", "webmanifest", "md", "txt", "xml", "svg", "csv"}


@pytest.fixture(scope="module")
def packed(example, tmp_path_factory):
    out = tmp_path_factory.mktemp("packed") / "site"
    succeed("build", example, "--out", out, "--no-posters", "--compress", "gz,br")
    return out


def test_packed_files_say_what_their_originals_say(packed):
    files = tree.files(packed)
    beside = {name for name in files if name.endswith((".gz", ".br"))}
    assert len([n for n in beside if n.endswith(".html.gz")]) > 150 and len([n for n in beside if n.endswith(".html.br")]) > 150
    for name in beside:
        original = files[name[:-3]].read_bytes()
        assert name[:-3].rsplit(".", 1)[1] in TEXTS and files[name].stat().st_size < len(original), name
        if name.endswith(".gz"):
            data = files[name].read_bytes()
            assert gzip.decompress(data) == original and data[4:8] == b"\0\0\0\0", name
    # What is text and has none is as small as it can be.
    for name in set(files) - beside:
        if name.rsplit(".", 1)[-1] in TEXTS and files[name].stat().st_size > 300 and not name.startswith("."):
            assert name + ".gz" in beside and name + ".br" in beside, name


def test_the_same_is_packed_to_the_same_and_nothing_stays(packed, example, tmp_path):
    out = tmp_path / "site"
    succeed("build", example, "--out", out, "--no-posters", "--compress", "br,gz")
    before = {name: path.read_bytes() for name, path in tree.files(packed).items()}
    inodes = {name: path.stat().st_ino for name, path in tree.files(out).items()}
    (out / "index.html").unlink()
    succeed("build", example, "--out", out, "--no-posters", "--compress", "br,gz", "--jobs", "3")
    after = tree.files(out)
    assert {name: path.read_bytes() for name, path in after.items()} == before
    # Packing is slow: what is as it was is taken over.
    assert all(after[name].stat().st_ino == inodes[name] for name in after if name.endswith(".br"))
    # An original that is another has another beside it.
    (tmp_path / "own.yml").write_text("title: Renamed wiki\ncompress: gz\n")
    succeed("build", example, "--out", out, "--no-posters", "--config", tmp_path / "own.yml")
    after = tree.files(out)
    assert not [name for name in after if name.endswith(".br")]
    assert b"Renamed wiki" in gzip.decompress(after["index.html.gz"].read_bytes())
    succeed("build", example, "--out", out, "--no-posters")
    assert not [name for name in tree.files(out) if name.endswith((".gz", ".br"))]


def test_the_preview_sends_what_a_browser_takes(packed, tmp_path):
    served = Served(packed, folder=tmp_path)
    try:
        sheet = next(packed.glob("assets/site.*.css"))
        name = sheet.relative_to(packed).as_posix()
        for accepted, token, suffix in [("gzip, deflate, br", "br", ".br"), ("gzip;q=0.5", "gzip", ".gz"), ("br;q=0, gzip", "gzip", ".gz"), ("identity", None, "")]:
            status, headers, body = served.get(name, Accept_Encoding=accepted)
            assert status == 200 and headers["Content-Encoding"] == token and headers["Content-Type"] == "text/css; charset=utf-8"
            assert body == (packed / (name + suffix)).read_bytes() and (token is None or headers["Vary"] == "Accept-Encoding")
        status, _, part = served.get(name, Accept_Encoding="br", Range="bytes=0-4")
        assert status == 206 and part == sheet.read_bytes()[:5]
    finally:
        served.end(signal.SIGTERM)


def test_the_proof_of_privacy_reads_packed_files(packed, example, tmp_path):
    proof = ("check", "privacy", tmp_path / "site", example)
    shutil.copytree(packed, tmp_path / "site")
    assert run(*proof).code == 0
    name = leaks_of(packed)
    for suffix in (".gz", ".br"):
        target = tmp_path / "site" / (name + suffix)
        kept = target.read_bytes()
        # Plain text cannot be in a packed file; only its meaning can tell of the private page.
        target.write_bytes(gzip.compress(b"<p>Private shopping list</p>") if suffix == ".gz" else brotli_of(b"<p>Private shopping list</p>"))
        assert run(*proof).code == 65, suffix
        target.write_bytes(kept)


def leaks_of(root) -> str:
    assert leaks.found(root, ["Private shopping list"]) == []
    return "index.html"


def brotli_of(text: bytes) -> bytes:
    """One uncompressed metablock (RFC 7932, section 9.2), then an empty last one."""
    bits, size = [0], 1  # WBITS 16

    def put(value: int, count: int):
        nonlocal size
        for n in range(count):
            if size % 8 == 0:
                bits.append(0)
            bits[-1] |= (value >> n & 1) << size % 8
            size += 1
    put(0, 1)  # not the last
    put(0, 2)  # four nibbles of length
    put(len(text) - 1, 16)
    put(1, 1)  # uncompressed
    return bytes(bits) + text + b"\x03"
