"""Pulls that can be trusted: consistent under changes, few requests, incremental, robust, interrupted at any moment."""
from __future__ import annotations

import json
import os
import random
import re
import resource
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from support import replay, tree
from support.program import binary, environment, run, start, succeed, wait_until
from support.vault_server import Vault, VaultServer, page

NIGHTS = ("vaults/homelab/night1", "vaults/homelab/night2")
ROUTES = ["/status", "/pages", "/graph", "/export/data.json", "/sources", "/projects", "/review/queue", "/lint/findings", "/export"]


def small(count: int = 12) -> Vault:
    pages = [page(f"wiki/concepts/p{i}.md", f"Page {i}", f"See [[Page {i + 1}]].") for i in range(count)]
    return Vault(pages, files={"raw/sources/table.csv": b"a,b\n1,2\n"})


def manifest(snapshot: Path) -> dict:
    return json.loads((snapshot / "manifest.json").read_text())


def core(snapshot: Path) -> dict[str, str]:
    """Every file but the one with a clock in it."""
    return {name: digest for name, digest in tree.digest(snapshot).items() if name != "pull.json"}


def contents(snapshot: Path) -> dict[str, str]:
    return {name: digest for name, digest in tree.digest(snapshot).items() if name not in ("pull.json", "manifest.json", "findings.json")}


def inode(path: Path) -> int:
    return path.stat().st_ino


@pytest.fixture(scope="module")
def nights(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("nights")
    for index, name in enumerate(NIGHTS):
        with replay.replay(replay.shared() / name) as url:
            succeed("pull", url, "--out", folder / str(index + 1))
    return [folder / "1", folder / "2"]


# Consistent


@pytest.mark.shared
@pytest.mark.parametrize("answers", range(13))
def test_night_one_turns_into_night_two(answers, nights, tmp_path):
    """At every request: what is pulled is one of the nights, whole, and says so."""
    with replay.replay(replay.shared() / NIGHTS[0], "--then", str(replay.shared() / NIGHTS[1]), "--after", str(answers)) as url:
        succeed("pull", url, "--out", tmp_path / "s", "--strict")
    assert manifest(tmp_path / "s")["consistent"]
    assert core(tmp_path / "s") == core(nights[0 if answers >= 11 else 1])


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize("answers", range(0, 142, 3))
def test_night_one_turns_into_night_two_page_by_page(answers, nights, tmp_path):
    with replay.replay(replay.shared() / NIGHTS[0], "--then", str(replay.shared() / NIGHTS[1]), "--after", str(answers), "--fault", "410@/export:9") as url:
        succeed("pull", url, "--out", tmp_path / "s")
    assert manifest(tmp_path / "s")["consistent"]
    assert contents(tmp_path / "s") in [contents(night) for night in nights]


def test_a_vault_that_never_rests_is_marked_and_refused_under_strict(tmp_path):
    class Restless(Vault):
        version = 0

        def answer(self, path, query):
            status, headers, body = super().answer(path, query)
            if path == "/status":
                self.version += 1
                body = body.replace(b'"data_version": 7', b'"data_version": %d' % self.version)
            return status, headers, body

    with VaultServer(Restless(small().pages)) as server:
        done = run("pull", server.url, "--out", tmp_path / "s")
        assert done.code == 0 and "inconsistent" in done.err, done.said
        assert manifest(tmp_path / "s")["consistent"] is False
        assert run("pull", server.url, "--out", tmp_path / "t", "--strict").code == 65 and not (tmp_path / "t").exists()
    assert run("build", tmp_path / "s", "--out", tmp_path / "site", "--strict", "--no-posters").code == 65
    assert run("build", tmp_path / "s", "--out", tmp_path / "site", "--no-posters").code == 0


# Fast and gentle


@pytest.mark.parametrize("count", [3, 1450])
def test_few_requests(count, tmp_path):
    with VaultServer(small(count)) as server:
        succeed("pull", server.url, "--out", tmp_path / "s")
    assert len(server.asked) <= 12 + (count + 1 + 499) // 500, server.asked
    never = ("/export/full", "/provider", "/conversations", "/config")
    assert not [path for path in server.asked if path.startswith(never)]


@pytest.mark.shared
@pytest.mark.slow
def test_ten_thousand_pages_in_little_memory_and_few_requests(tmp_path):
    subprocess.run([sys.executable, replay.shared() / "bench/gen_recording.py", tmp_path / "recording", "10000"], check=True, stdout=subprocess.DEVNULL)
    log = tmp_path / "log"
    with replay.replay(tmp_path / "recording", "--log", str(log)) as url:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        process = start("pull", url, "--out", tmp_path / "s")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        process.stderr.close()
    assert process.returncode == 0
    assert usage.ru_maxrss <= 300 * 1024, f"{usage.ru_maxrss // 1024} MB (children before: {before // 1024} MB)"
    assert len(log.read_text().splitlines()) <= 12 + 20
    assert manifest(tmp_path / "s")["counts"]["pages"] == 10000
    succeed("snapshot", "verify", tmp_path / "s")


@pytest.mark.shared
def test_bulk_and_page_by_page_agree(nights, tmp_path):
    for number, night in enumerate(NIGHTS):
        with replay.replay(replay.shared() / night, "--fault", "410@/export:9", "--fault", "410@/export/data.json:9") as url:
            succeed("pull", url, "--out", tmp_path / str(number))
        assert contents(tmp_path / str(number)) == contents(nights[number])


# Incremental


@pytest.mark.shared
def test_since_reports_and_shares(nights, tmp_path):
    with replay.replay(replay.shared() / NIGHTS[1]) as url:
        done = succeed("pull", url, "--out", tmp_path / "s", "--since", nights[0], "--json")
    assert core(tmp_path / "s") == core(nights[1])
    told = json.loads(done.out)["difference"]
    diff = json.loads(succeed("snapshot", "diff", nights[0], nights[1], "--json").out)["difference"]
    assert told == diff and "vault/wiki/concepts/power-budget.md" in told["added"] and "vault/wiki/concepts/scrub.md" in told["changed"]
    assert told["removed"] == ["vault/wiki/comparisons/hnsw-vs-ivf.md"] and told["moved"] == []
    same = [name for name in tree.files(tmp_path / "s") if name.startswith("vault/") and name not in told["added"] + told["changed"]]
    assert len(same) == 112 and all(inode(tmp_path / "s" / name) == inode(nights[0] / name) for name in same)
    assert tree.neighbours(tmp_path / "s") == []


def recomputed(vault: Vault) -> Vault:
    """The same vault whose server has computed its layout anew."""
    class Other(Vault):
        def layout(self):
            graph = super().layout()
            for node in graph["nodes"]:
                node.update(x=node["y"] + 1, y=-node["x"], community=5)
            return dict(graph, communities=[dict(group, id=5) for group in graph["communities"]])
    return Other(vault.pages, files=vault.files)


def test_since_keeps_the_layout_of_the_same_graph(tmp_path):
    with VaultServer(small()) as server:
        succeed("pull", server.url, "--out", tmp_path / "first")
    with VaultServer(recomputed(small())) as server:
        succeed("pull", server.url, "--out", tmp_path / "full")
        done = succeed("pull", server.url, "--out", tmp_path / "kept", "--since", tmp_path / "first")
        succeed("pull", server.url, "--out", tmp_path / "fresh", "--since", tmp_path / "first", "--fresh-layout")
    assert core(tmp_path / "fresh") == core(tmp_path / "full")
    first, kept, full = [json.loads((tmp_path / name / "graph.json").read_text()) for name in ("first", "kept", "full")]
    assert kept["nodes"] == first["nodes"] != full["nodes"] and kept["communities"] == first["communities"]
    assert kept["layout"] == {"night": "2026-05-04", "sha256": tree.digest(tmp_path / "first")["graph.json"]}
    assert "--fresh-layout" in done.out and "2026-05-04" in done.out
    aside = {"graph.json", "manifest.json"}
    assert {k: v for k, v in core(tmp_path / "kept").items() if k not in aside} == {k: v for k, v in core(tmp_path / "full").items() if k not in aside}
    # Drawn from either snapshot, the map is the same.
    for name in ("first", "kept"):
        succeed("posters", tmp_path / name, "--out", tmp_path / f"posters-{name}", "--format", "png", "--tier", "detail", "--theme", "light", "--size", "800x600")


# Robust


@pytest.mark.shared
@pytest.mark.parametrize("kind", ["500", "503", "429", "429-bare", "reset", "truncate", "garbage"])
def test_one_fault_on_every_route_is_not_seen(kind, nights, tmp_path):
    faults = [word for route in ROUTES for word in ("--fault", f"{kind}@{route}:1")]
    with replay.replay(replay.shared() / NIGHTS[0], *faults) as url:
        succeed("pull", url, "--out", tmp_path / "s")
    assert core(tmp_path / "s") == core(nights[0])


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize("route", ROUTES + ["/pages/*/content", "/sources/raw"])
@pytest.mark.parametrize("kind", ["500", "503", "429", "429-bare", "410", "reset", "truncate", "stall", "trickle", "garbage", "login", "huge", "redirect"])
def test_every_fault_on_every_route_for_ever(kind, route, tmp_path):
    """A snapshot that is whole and says what it lacks, or none and a reason; never something between."""
    token, stolen = "tok-" + secrets.token_hex(16), tmp_path / "stolen"
    faults = ["--fault", f"{kind}@{route}:9999", "--steal-log", str(stolen)] + (["--fault", "410@/export:9"] if "/raw" in route or "content" in route else [])
    (tmp_path / "web").mkdir()
    out = tmp_path / "web/s"
    with replay.replay(replay.shared() / NIGHTS[0], "--token", token, *faults) as url:
        done = run("pull", url, "--out", out, env=environment(SYNAPSE_TOKEN=token), timeout=580)
    assert done.code in (0, 65, 69, 75, 77), done.said
    assert token not in done.said and not (stolen.exists() and token in stolen.read_text())
    assert tree.neighbours(out) == []
    if done.code == 0:
        succeed("snapshot", "verify", out)
        assert route not in ("/status", "/pages", "/graph")
        assert len(json.loads((out / "findings.json").read_text())) > 0
    else:
        assert not out.exists() and "way out: " in done.err, done.said


def test_a_certificate_that_nobody_knows(tmp_path):
    """The message says what to do, and doing it helps."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"], check=True, capture_output=True)
    server = VaultServer(small())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    server.server.socket = context.wrap_socket(server.server.socket, server_side=True)
    url = server.url.replace("http://127.0.0.1", "https://localhost")
    with server:
        done = run("pull", url, "--out", tmp_path / "s")
        assert done.code == 69 and "certificate" in done.err and "SSL_CERT_FILE" in done.err, done.said
        succeed("pull", url, "--out", tmp_path / "s", env=environment(SSL_CERT_FILE=str(tmp_path / "cert.pem")))


# Interrupted


class Slow(VaultServer):
    """A server that takes its time over every answer."""

    def __init__(self, vault: Vault, seconds: float):
        super().__init__(vault)
        self.seconds = seconds

    def fault(self, path):
        time.sleep(self.seconds)
        return super().fault(path)


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("asked", [1, 5, 9, 10])
def test_an_interrupted_pull_leaves_what_was_there(sent, code, asked, tmp_path):
    (tmp_path / "web").mkdir()
    out = tmp_path / "web/s"
    with VaultServer(small()) as server:
        succeed("pull", server.url, "--out", out)
    before = tree.digest(out)
    with Slow(small(40), 0.05) as server:
        process = start("pull", server.url, "--out", out)
        assert wait_until(lambda: len(server.asked) >= asked)
        process.send_signal(sent)
        process.communicate(timeout=30)
    assert process.returncode == code
    assert tree.digest(out) == before and tree.neighbours(out) == []


@pytest.mark.slow
def test_killed_a_hundred_times(tmp_path):
    """At random moments: the old snapshot is there, whole, or the new one; the next run tidies up."""
    (tmp_path / "web").mkdir()
    out = tmp_path / "web/s"
    dice = random.Random(8)
    vaults = [small(300), small(301)]
    with VaultServer(vaults[0]) as server:
        begun = time.monotonic()
        succeed("pull", server.url, "--out", out)
        whole = time.monotonic() - begun
    accepted, killed = [core(out)], 0
    with VaultServer(vaults[1]) as server:
        succeed("pull", server.url, "--out", tmp_path / "other")
        accepted.append(core(tmp_path / "other"))
    for attempt in range(100):
        with VaultServer(vaults[attempt % 2]) as server:
            process = start("pull", server.url, "--out", out, *(["--since", out] if attempt % 3 == 0 else []))
            time.sleep(dice.uniform(0, whole * 1.1))
            killed += process.poll() is None
            process.kill()
            process.communicate()
        assert core(out) in accepted, f"kill {attempt}"
        assert all(re.fullmatch(r"\.s\.staged-[0-9a-f]{8}", name) for name in tree.neighbours(out))
    assert killed > 50, "most runs were over before they could be killed"
    with VaultServer(vaults[0]) as server:
        succeed("pull", server.url, "--out", out)
    assert core(out) == accepted[0] and tree.neighbours(out) == []


def mounts() -> bool:
    """Whether this user may have a small disk of his own."""
    return bool(shutil.which("unshare")) and subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not mounts(), reason="no small disk can be mounted here")
@pytest.mark.parametrize("size", [0, 16, 40, 80, 120, 200, 300, 400, 600])
def test_a_full_disk(size, tmp_path):
    """With room for the old snapshot and `size` kB more: the old one stays, or the new one is whole."""
    with VaultServer(small(20)) as server:
        succeed("pull", server.url, "--out", tmp_path / "old")
    room = sum((path.stat().st_size + 4095) // 4096 * 4 for path in tree.files(tmp_path / "old").values()) + 40
    script = (f"mount -t tmpfs -o size={room + size}k none /mnt && cp -r {tmp_path}/old /mnt/s && "
              f"{{ {binary()} pull $URL --out /mnt/s; echo $? > {tmp_path}/code; cp -r /mnt {tmp_path}/left; }}")
    with VaultServer(small(60)) as server:
        succeed("pull", server.url, "--out", tmp_path / "new")
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], env=environment(URL=server.url), capture_output=True, text=True, timeout=120)
    code = int((tmp_path / "code").read_text())
    expected = {0: "new", 73: "old", 74: "old"}
    assert code in expected, done.stderr
    assert core(tmp_path / "left/s") == core(tmp_path / expected[code])
    assert tree.neighbours(tmp_path / "left/s") == []
    assert code == 0 or "no space left" in done.stderr, done.stderr


# Other sources


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
        assert done.code in (64, 66) and not (tmp_path / "s").exists(), done.said


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
