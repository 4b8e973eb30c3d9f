"""Pulls from servers that fail, and pulls that are ended in the middle."""
from __future__ import annotations

import json
import os
import random
import re
import secrets
import shutil
import signal
import ssl
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import pytest

from support import replay, tree
from support.program import binary, environment, run, start, succeed, wait_until
from support.pulls import NIGHTS, core, pulled_nights, small
from support.vault_server import Vault, VaultServer

ROUTES = ["/status", "/pages", "/graph", "/export/data.json", "/sources", "/projects", "/review/queue", "/lint/findings", "/export"]


@pytest.fixture(scope="module")
def nights(tmp_path_factory) -> list[Path]:
    return pulled_nights(tmp_path_factory.mktemp("nights"))


@pytest.mark.shared
@pytest.mark.parametrize("kind", ["500", "503", "429", "429-bare", "reset", "truncate", "garbage"])
def test_one_fault_on_every_route_is_not_seen(kind, nights, tmp_path):
    faults = [word for route in ROUTES for word in ("--fault", f"{kind}@{route}:1")]
    with replay.replay(replay.shared() / NIGHTS[0], *faults) as url:
        succeed("pull", url, "--out", tmp_path / "s")
    assert core(tmp_path / "s") == core(nights[0])


KINDS = ["500", "503", "429", "429-bare", "410", "reset", "truncate", "garbage", "login", "redirect", "huge"]
# An answer that stops takes its minute at every try, so these stand for the other routes; they begin first.
FOR_EVER = ([(kind, route) for kind in ("stall", "trickle") for route in ("/status", "/graph", "/export")]
            + [(kind, route) for route in ["/pages/*/content", "/sources/raw", *ROUTES] for kind in KINDS])


@pytest.mark.shared
@pytest.mark.slow
def test_every_fault_on_every_route_for_ever(tmp_path):
    """A snapshot that is whole and says what it lacks, or none and a reason; never something between."""
    # The server holds a huge answer in memory; all others wait most of the time, so they wait side by side.
    few = threading.Semaphore(2)

    def pulled(number: int):
        kind, route = FOR_EVER[number]
        with few if kind == "huge" else nullcontext():
            pulled_with(kind, route, tmp_path / str(number))

    with ThreadPoolExecutor(32) as pool:
        runs = {fault: pool.submit(pulled, number) for number, fault in enumerate(FOR_EVER)}
    assert {fault: error for fault, run in runs.items() if (error := run.exception())} == {}


def pulled_with(kind, route, folder):
    token, stolen, out = "tok-" + secrets.token_hex(16), folder / "stolen", folder / "web/s"
    faults = ["--fault", f"{kind}@{route}:9999", "--steal-log", str(stolen)] + (["--fault", "410@/export:9"] if "/raw" in route or "content" in route else [])
    out.parent.mkdir(parents=True)
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
        assert not out.exists() and "way out: " in done.err and route.partition("*")[0] in done.err, done.said


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


class Held(VaultServer):
    """A server that answers one request only when it is told to: the n-th of all, or of a route."""

    def __init__(self, vault: Vault, token: str | None = None):
        super().__init__(vault, token)
        self.held, self.is_holding, self.go = None, False, threading.Event()

    def hold(self, route: str, number: int):
        self.held, self.is_holding, self.go = [route, number], False, threading.Event()

    def release(self):
        self.held = None
        self.go.set()

    def fault(self, path):
        if self.held and self.held[0] in ("*", path):
            self.held[1] -= 1
            if self.held[1] == 0:
                self.is_holding = True
                self.go.wait(60)
        return super().fault(path)


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("asked", [1, 5, 9, 10])
def test_an_interrupted_pull_leaves_what_was_there(sent, code, asked, tmp_path):
    (tmp_path / "web").mkdir()
    out = tmp_path / "web/s"
    with VaultServer(small()) as server:
        succeed("pull", server.url, "--out", out)
    before = tree.digest(out)
    with Held(small(40)) as server:
        server.hold("*", asked)
        process = start("pull", server.url, "--out", out)
        assert wait_until(lambda: server.is_holding)
        process.send_signal(sent)
        process.communicate(timeout=30)
        server.release()
    assert process.returncode == code
    assert tree.neighbours(out) == [] and tree.digest(out) == before


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


# Resuming


def heavy(extra: int = 0) -> Vault:
    """A vault whose ZIP is worth keeping: a megabyte and a half that cannot be packed."""
    vault = small(20 + extra)
    vault.files["raw/sources/noise.bin"] = random.Random(1).randbytes(3 << 19)
    return vault


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_the_next_run_takes_the_archive_that_was_there(sent, tmp_path):
    out = tmp_path / "web/s"
    out.parent.mkdir()
    with Held(heavy(), token="a-secret-of-nobody") as server:
        env = environment(SYNAPSE_TOKEN="a-secret-of-nobody")
        succeed("pull", server.url, "--out", tmp_path / "plain", env=env)
        server.hold("/status", 2)
        process = start("pull", server.url, "--out", out, env=env)
        assert wait_until(lambda: server.is_holding)
        process.send_signal(sent)
        process.communicate(timeout=30)
        server.release()
        kept = out.parent / ".s.resume"
        assert process.returncode != 0 and not out.exists() and kept.stat().st_mode & 0o777 == 0o700
        assert sorted(path.name for path in kept.iterdir()) == ["export.zip", "note"]
        assert not any(b"a-secret-of-nobody" in path.read_bytes() for path in kept.iterdir())
        server.asked.clear()
        succeed("pull", server.url, "--out", out, env=env)
        assert "/export" not in server.asked and "/export/data.json" in server.asked
    assert core(out) == core(tmp_path / "plain") and tree.neighbours(out) == []


@pytest.mark.parametrize("how", ["another page", "a changed byte", "an old file", "another server"])
def test_an_archive_that_does_not_fit_is_asked_for_again(how, tmp_path):
    out = tmp_path / "web/s"
    out.parent.mkdir()
    with Held(heavy()) as server:
        server.hold("/status", 2)
        process = start("pull", server.url, "--out", out)
        assert wait_until(lambda: server.is_holding)
        process.kill()
        process.communicate(timeout=30)
        server.release()
        archive = out.parent / ".s.resume/export.zip"
        if how == "another page":
            server.vault = heavy(1)
        elif how == "a changed byte":
            data = bytearray(archive.read_bytes())
            data[len(data) // 2] ^= 1
            archive.write_bytes(data)
        elif how == "an old file":
            os.utime(archive, (time.time() - 1000, time.time() - 1000))
        server.asked.clear()
        if how == "another server":
            with VaultServer(heavy(1)) as other:
                succeed("pull", other.url, "--out", out)
                assert "/export" in other.asked
        else:
            succeed("pull", server.url, "--out", out)
            assert "/export" in server.asked
    with VaultServer(heavy(1 if how.startswith("another") else 0)) as server:
        succeed("pull", server.url, "--out", tmp_path / "plain")
    assert core(out) == core(tmp_path / "plain") and tree.neighbours(out) == []


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
