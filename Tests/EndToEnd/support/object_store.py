"""A local S3 server (moto) behind a gate that notes each request, and can hold one or refuse it."""
from __future__ import annotations

import logging
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

from .program import environment

BUCKET = "shelf"
SECRET = "a-key-that-nobody-may-see"


@dataclass(frozen=True)
class Event:
    """A request that changes an object, when it comes and when it has been answered."""
    is_answered: bool
    method: str
    key: str
    status: int = 0


class ObjectStore:
    """Objects are named by their keys. What rclone needs to know is in `env` and nowhere else."""

    def __init__(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.events: list[Event] = []
        self.requests, self.lock = [], threading.Lock()
        self.hold_at, self.refuses = 0, lambda method, key: False
        self.is_holding, self.go = threading.Event(), threading.Event()
        self.app = DomainDispatcherApplication(create_backend_app)
        self.server = make_server("127.0.0.1", 0, self.answer, threaded=True)
        # Without what this machine knows of other clouds.
        self.env = {name: value for name, value in environment().items() if not name.startswith(("AWS_", "RCLONE_"))} | dict(
            RCLONE_CONFIG="/dev/null", RCLONE_CONFIG_STORE_TYPE="s3", RCLONE_CONFIG_STORE_PROVIDER="Other",
            RCLONE_CONFIG_STORE_ENDPOINT=f"http://127.0.0.1:{self.server.port}", RCLONE_CONFIG_STORE_ACCESS_KEY_ID="nobody",
            RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY=SECRET, RCLONE_RETRIES="1", RCLONE_LOW_LEVEL_RETRIES="1")

    def __enter__(self) -> ObjectStore:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go.set()
        self.server.shutdown()
        self.server.server_close()

    def hold(self, number: int):
        """Lets `number` changing requests through and holds those after them until `release`."""
        self.hold_at, self.is_holding, self.go = number, threading.Event(), threading.Event()

    def release(self):
        self.hold_at = 0
        self.go.set()

    def answer(self, env, start_response):
        method, (_, _, key) = env["REQUEST_METHOD"], unquote(env["PATH_INFO"]).lstrip("/").partition("/")
        changes = method in ("PUT", "POST", "DELETE") and key != ""
        with self.lock:
            self.requests.append((method, key))
            is_held = changes and self.hold_at and sum(not e.is_answered for e in self.events) >= self.hold_at
            if changes and not is_held:
                self.events.append(Event(False, method, key))
        if is_held:
            self.is_holding.set()
            self.go.wait(60)
            start_response("503 Service Unavailable", [("Content-Length", "0"), ("Connection", "close")])
            return [b""]
        if self.refuses(method, key):
            start_response("403 Forbidden", [("Content-Length", "0")])
            return [b""]
        said = []
        body = self.app(env, lambda status, headers, *rest: (said.append(status), start_response(status, headers, *rest))[1])
        if changes:
            with self.lock:
                self.events.append(Event(True, method, key, int(said[0].split()[0])))
        return body

    def begin(self):
        """Forgets what was asked until now."""
        with self.lock:
            self.events, self.requests = [], []

    def put(self, key: str, text: str):
        """As somebody else would."""
        subprocess.run(["rclone", "rcat", f"store:{BUCKET}/{key}"], env=self.env, input=text.encode(), check=True)

    def changed(self, method: str) -> list[str]:
        """Keys of the requests of a kind, in the order in which they came."""
        return [e.key for e in self.events if e.method == method and not e.is_answered]


@dataclass(frozen=True)
class Stored:
    body: bytes
    content_type: str
    cache_control: str


def objects(bucket: str = BUCKET) -> dict[str, Stored]:
    """What lies in a bucket, read past the server."""
    from moto.s3.models import s3_backends
    found = {}
    for account in s3_backends.values():
        for name, kept in account["aws"].buckets.items():
            if name == bucket:
                found = {key: Stored(item.value, item.metadata.get("content-type", ""), item.metadata.get("cache-control", ""))
                         for key, item in kept.keys.items()}
    return found


def forget():
    from moto.s3.models import s3_backends
    s3_backends.reset()


def write(root: Path, prefix: str):
    """The objects below a prefix as a folder."""
    for key, stored in objects().items():
        if key.startswith(prefix):
            path = root / key.removeprefix(prefix)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(stored.body)
