"""A small vault of our own behind the routes of the Synapse API, with faults on demand, for tests without any recording.

It speaks as the real server does where that matters: two shapes of errors, no length limit beyond 500 rows, rows for raw sources
with null titles, a dropped connection after a 500.
"""
from __future__ import annotations

import fnmatch
import hashlib
import io
import json
import socket
import threading
import uuid
import zipfile
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

STAMP = "2026-05-04T03:02:01.000000Z"
JSON = {"Content-Type": "application/json"}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class VaultPage:
    path: str
    text: str
    title: str | None = "from the text"
    type: str | None = "concept"
    gone: bool = False
    """Listed, but its file is not on the server's disk: 410 on its content, and not in the export."""

    @property
    def id(self) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, self.path))


def page(path: str, title: str | None, body: str = "Some words.", type: str | None = "concept", extra: str = "", gone: bool = False) -> VaultPage:
    """A page with frontmatter, as the server would list it."""
    lines = ["---"] + ([f"title: {json.dumps(title, ensure_ascii=False)}"] if title else []) + ([f"type: {type}"] if type else [])
    text = "\n".join(lines + ([extra] if extra else []) + ["created: 2026-01-02", "updated: 2026-03-04", "---", "", body, ""])
    return VaultPage(path, text, title, type, gone)


@dataclass
class Vault:
    pages: list[VaultPage] = field(default_factory=list)
    name: str = "small"
    graph: bool = True
    files: dict[str, bytes] = field(default_factory=dict)
    """Raw sources: vault path → bytes."""
    extra_edges: list[tuple[str, str]] = field(default_factory=list)
    """Edges between ids, which need not be ids of nodes."""

    def rows(self) -> list[dict]:
        rows = [dict(id=p.id, vault_id=self.name, file_path=p.path, title=p.title, type=p.type, sources=None, content_hash=digest(p.text.encode()),
                     qdrant_point_id=None, deleted_at=None, created_at=STAMP, updated_at=STAMP, domain=None, community=None) for p in self.pages]
        return rows + [dict(id=str(uuid.uuid5(uuid.NAMESPACE_URL, path)), vault_id=self.name, file_path=path, title=None, type=None,
                            sources=None, content_hash=digest(data), qdrant_point_id=None, deleted_at=None, created_at=STAMP,
                            updated_at=STAMP, domain=None, community=None) for path, data in self.files.items()]

    def layout(self) -> dict:
        drawn = [p for p in self.pages if p.type not in ("index", "log", "overview", "query")] if self.graph else []
        nodes = [dict(id=p.id, title=p.title, type=p.type, x=40.0 * (i % 7), y=30.0 * (i // 7), size=8.0, degree=1, community=0, domain=None)
                 for i, p in enumerate(drawn)]
        pairs = [(a.id, b.id) for a, b in zip(drawn, drawn[1:])] + (self.extra_edges if self.graph else [])
        edges = [dict(source=a, target=b, weight=1.5, kind="link") for a, b in pairs]
        groups = [dict(id=0, size=len(nodes), cohesion=0.5, label="All", dominant_domain=None, top_page=None)] if nodes else []
        return dict(nodes=nodes, edges=edges, data_version=7, cached=True, communities=groups, total_nodes=len(nodes), total_edges=len(edges))

    def export(self) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for p in self.pages:
                if not p.gone:
                    archive.writestr(zipfile.ZipInfo(p.path, (2026, 1, 1, 0, 0, 0)), p.text.encode())
            for path, data in self.files.items():
                archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data)
        return buffer.getvalue()

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, dict, bytes]:
        limit, offset = int(query.get("limit", 50)), int(query.get("offset", 0))
        paged = lambda items: dict(items=items[offset:offset + limit], total=len(items), limit=limit, offset=offset)
        counts: dict[str, int] = {}
        for row in self.rows():
            counts[row["type"] or "untyped"] = counts.get(row["type"] or "untyped", 0) + 1
        listed = [dict(path=name.removeprefix("raw/sources/"), name=name.rpartition("/")[2], is_dir=False, ext="." + name.rpartition(".")[2],
                       size_bytes=len(data), mtime=STAMP) for name, data in self.files.items()]
        routes = {
            "/status": lambda: dict(vault_id=self.name, data_version=7, started_at=STAMP, uptime_seconds=1.0, version="2.1.7",
                                    review_pending=0, supports_vision=False),
            "/health/live": lambda: dict(status="ok"),
            "/stats/overview": lambda: dict(pages_total=len(self.rows()), pages_by_type=counts, links_total=0, communities_count=1,
                                            review_pending=0, lint_open=0, monthly_cost_usd=0.0, data_version=7, recent_activity=[]),
            "/stats/sections": lambda: dict(sections=[]), "/stats/groups": lambda: dict(groups=[]),
            "/pages": lambda: paged(self.rows()),
            "/graph": self.layout,
            "/export/data.json": lambda: dict(pages=[dict(row, tags=None, x=None, y=None) for row in self.rows()], links=[], edges=[], runs=[],
                                              review_items=[], exported_at=STAMP, data_version=7),
            "/sources": lambda: dict(entries=listed, truncated=False),
            "/projects": lambda: dict(projects=[dict(id=self.name, name="A small vault", path="/vaults/small")], active_id=self.name),
            "/vault/meta": lambda: dict(files=[]), "/costs/summary": lambda: dict(monthly_total_usd=0.0, by_day=[], by_operation=[]),
            "/review/queue": lambda: paged([]), "/lint/findings": lambda: paged([]), "/ingest/runs": lambda: paged([]),
        }
        if path == "/export":
            return 200, {"Content-Type": "application/zip"}, self.export()
        if path in routes:
            return 200, JSON, json.dumps(routes[path](), ensure_ascii=False).encode()
        source = self.files.get("raw/sources/" + query.get("path", ""))
        if path == "/sources/raw" and source is not None:
            return 200, {"Content-Type": "application/octet-stream"}, source
        for p in self.pages:
            if path == f"/pages/{p.id}/content":
                if p.gone:
                    return error(410, "gone", "the page's file is not on disk")
                return 200, JSON, json.dumps(dict(id=p.id, title=p.title, file_path=p.path, content=p.text, content_hash=digest(p.text.encode()),
                                                  updated_at=STAMP, type=p.type, sources=None, tags=None), ensure_ascii=False).encode()
        return error(404, "not_found", "no such thing")


def error(status: int, code: str, message: str) -> tuple[int, dict, bytes]:
    return status, JSON, json.dumps({"error": {"code": code, "message": message, "status": status, "details": None}}).encode()


class VaultServer:
    """Serves a vault on loopback. `faults` are (kind, glob of the path, times); see `_broken` for the kinds."""

    def __init__(self, vault: Vault, token: str | None = None, faults: list[tuple[str, str, int]] = ()):
        self.vault, self.token, self.faults, self.lock = vault, token, [list(f) for f in faults], threading.Lock()
        self.asked: list[str] = []
        # Connections that are open now, and how many were at most.
        self.open, self.most_open = 0, 0
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> VaultServer:
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def count(self, step: int):
        with self.lock:
            self.open += step
            self.most_open = max(self.most_open, self.open)

    def fault(self, path: str) -> str | None:
        with self.lock:
            self.asked.append(path)
            for f in self.faults:
                if f[2] > 0 and fnmatch.fnmatchcase(path, f[1]):
                    f[2] -= 1
                    return f[0]
        return None


def _handler(owner: VaultServer):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def setup(self):
            owner.count(1)
            super().setup()

        def finish(self):
            super().finish()
            owner.count(-1)

        def reply(self, status: int, headers: dict, body: bytes, declared: int | None = None):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) if declared is None else declared))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            parts = urlsplit(self.path)
            path, query = unquote(parts.path), dict(parse_qsl(parts.query))
            kind = owner.fault(path)
            if owner.token and path not in ("/status", "/health/live") and self.headers.get("Authorization") != f"Bearer {owner.token}":
                return self.reply(401, {**JSON, "WWW-Authenticate": "Bearer"}, b'{"error":"unauthorized","hint":"Provide a token"}')
            status, headers, body = owner.vault.answer(path, query)
            if kind is None:
                return self.reply(status, headers, body)
            self.close_connection = True
            self.broken(kind, status, headers, body)

        def broken(self, kind: str, status: int, headers: dict, body: bytes):
            if kind == "500":
                self.reply(500, {"Content-Type": "text/plain"}, b"Internal Server Error")
            elif kind == "404":
                self.reply(*error(404, "not_found", "no such route"))
            elif kind == "429":
                self.reply(429, {"Retry-After": "1"}, b"Too Many Requests")
            elif kind == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                self.connection.close()
            elif kind == "truncate":
                self.reply(status, headers, body[:len(body) // 2], declared=len(body))
            elif kind == "garbage":
                self.reply(200, headers, b"\xff\xfe{not json")
            elif kind == "login":
                self.reply(200, {"Content-Type": "text/html"}, b"<!doctype html><title>Sign in</title><form><input type=password></form>")
            elif kind == "empty":
                self.reply(200, headers, b"")
            else:
                raise ValueError(kind)

    return Handler
