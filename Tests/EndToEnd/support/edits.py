"""A small vault as a snapshot folder that is edited again and again, as people and servers edit theirs: for tests of builds that keep files."""
from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

WORDS = "backup vector index graph night archive mirror retention parity shard sensor battery cable switch router".split()
TYPES = ["concept", "entity", "source", "synthesis", "comparison", "query"]


def seal(folder: Path, contents: dict[str, bytes]) -> None:
    """Makes the folder hold exactly these files, with a manifest that lists them. Files that are as they were stay."""
    listed = [{"bytes": len(data), "path": path, "sha256": hashlib.sha256(data).hexdigest()}
              for path, data in sorted(contents.items(), key=lambda item: item[0].encode())]
    lines = "".join(f"{entry['sha256']}  {entry['path']}\n" for entry in listed)
    manifest = {"consistent": True, "counts": {}, "data_version": 1, "files": listed, "format": "synapse-publish snapshot", "format_version": 1,
                "root_hash": hashlib.sha256(lines.encode()).hexdigest(), "server_version": "1", "source": "folder", "title": "A vault that is edited",
                "vault": "edited"}
    contents = contents | {"manifest.json": json.dumps(manifest).encode()}
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in contents:
            path.unlink()
    for name, data in contents.items():
        path = folder / name
        if path.exists() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(data)


class Page:
    def __init__(self, title: str, number: int):
        self.title, self.number = title, number
        self.front: dict[str, str] = {}
        self.paragraphs: list[str] = []

    @property
    def text(self) -> str:
        front = "".join(f"{key}: {value}\n" for key, value in ({"title": self.title} | self.front).items())
        return f"---\n{front}---\n\n" + "\n\n".join(self.paragraphs) + "\n"


class Vault:
    """Pages by vault path, sources, a graph over them. The same seed gives the same vault and the same edits. Every third has a page to which
    more lead than its own document lists."""

    def __init__(self, seed: int, pages: int = 14):
        self.random = random.Random(seed)
        self.count = 0
        self.pages: dict[str, Page] = {}
        self.sources = {"raw/sources/plan.csv": b"a,b\n1,2\n", "raw/sources/photo.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>', "raw/sources/note.md": b"# Note\n"}
        self.names: dict[str, str] = {}
        self.shift, self.choice = 0.0, 0
        for _ in range(pages):
            self.add()
        for path in list(self.pages):
            for _ in range(2):
                self.pages[path].paragraphs.append(self.paragraph())
        if seed % 3 == 0:
            hub = self.title()
            for _ in range(34):
                self.add()
                list(self.pages.values())[-1].paragraphs.append(f"{self.words(3)} [[{hub}]] {self.words(3)}.")

    # Parts of pages

    def words(self, count: int) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(count))

    def title(self) -> str:
        return self.random.choice([page.title for page in self.pages.values()] or ["Nobody"])

    def paragraph(self) -> str:
        title = self.title()
        return self.random.choice([
            f"{self.words(6).capitalize()} [[{title}]] {self.words(4)}.", f"{self.words(5)} **{self.words(2)}** `{self.words(1)}`.",
            f"## {self.words(2).capitalize()}", f"[[{title}|{self.words(2)}]] and [[{title}#{self.words(2).capitalize()}]].", f"![[{title}]]",
            f"{self.words(3)} #{self.random.choice(WORDS)} {self.words(2)}.", "![[photo.svg]] and [[plan.csv]]", "![[note.md]]", "$a^2 + b^2$",
            "```python\nprint(1)\n```", f"| a | b |\n|---|---|\n| {self.words(1)} | [[{title}]] |", f"<b>{self.words(2)}</b> <a href=\"{self.words(1)}.html\">x</a>",
            f"[[Missing {self.random.choice(WORDS)}]]", "[web](https://example.org/x?y=1)", f"%%{self.words(2)}%% {self.words(3)}"])

    # Edits. Each leaves a vault that a person could have.

    def add(self) -> None:
        self.count += 1
        page = Page(f"{self.words(2).title()} {self.count}", self.count)
        page.front["type"] = self.random.choice(TYPES)
        page.paragraphs = [self.paragraph()]
        folder = self.random.choice(["concepts", "entities", "notes/deep"])
        self.pages[f"wiki/{folder}/{self.random.choice(['page', 'Page', 'página'])} {self.count}.md"] = page

    def remove(self) -> None:
        if len(self.pages) > 4:
            del self.pages[self.random.choice(sorted(self.pages))]

    def rename(self) -> None:
        path = self.random.choice(sorted(self.pages))
        self.count += 1
        self.pages[f"wiki/entities/moved {self.count}.md"] = self.pages.pop(path)

    def retitle(self) -> None:
        self.count += 1
        self.victim.title = f"{self.words(2).title()} {self.count}"

    def edit(self) -> None:
        page = self.victim
        place = self.random.randrange(len(page.paragraphs) + 1)
        page.paragraphs.insert(place, self.paragraph())

    def cut(self) -> None:
        if len(self.victim.paragraphs) > 1:
            self.victim.paragraphs.pop()

    def reword(self) -> None:
        page = self.victim
        page.paragraphs[0] = page.paragraphs[0].replace(self.random.choice(WORDS), self.random.choice(WORDS))

    def refront(self) -> None:
        key, value = self.random.choice([
            ("type", self.random.choice(TYPES)), ("tags", f"[{self.random.choice(WORDS)}, domain/{self.random.choice(WORDS[:3])}]"),
            ("aliases", f"[{self.words(2)}]"), ("publish", "false"), ("draft", "true"), ("publish", "true"), ("updated", f"2026-0{self.random.randrange(1, 9)}-11"),
            ("sources", "[raw/sources/plan.csv, https://example.org, a book]"), ("related", f'["[[{self.title()}]]"]'), ("lang", "de"),
            ("summary", self.words(5)), ("domain", self.random.choice(WORDS[:3])), ("tags", "[]")])
        self.victim.front[key] = value

    def unfront(self) -> None:
        if self.victim.front:
            self.victim.front.pop(self.random.choice(sorted(self.victim.front)))

    def change_source(self) -> None:
        name = self.random.choice(sorted(self.sources) + ["raw/sources/new.csv"])
        if self.sources.pop(name, None) is None or self.random.random() < 0.7:
            self.sources[name] = b'<svg xmlns="http://www.w3.org/2000/svg" width="9"/>' if name.endswith(".svg") else f"a,{self.words(2)}\n".encode()

    def move_graph(self) -> None:
        self.shift += 0.25

    def rename_community(self) -> None:
        self.names[str(self.random.randrange(2))] = self.words(1).title()

    EDITS = ["add", "remove", "rename", "retitle", "edit", "edit", "edit", "cut", "reword", "reword", "refront", "refront", "unfront", "change_source",
             "move_graph", "rename_community"]

    @property
    def victim(self) -> Page:
        # The same for the whole of one edit: an edit asks for it more than once.
        return self.pages[sorted(self.pages)[self.choice % len(self.pages)]]

    def step(self) -> str:
        """One to three edits; says which."""
        done = []
        for _ in range(self.random.randrange(1, 4)):
            self.choice = self.random.randrange(1 << 20)
            done.append(self.random.choice(self.EDITS))
            getattr(self, done[-1])()
        return " + ".join(done)

    # The snapshot

    def graph(self) -> dict:
        paths = sorted(self.pages, key=lambda path: f"id-{self.pages[path].number}")
        nodes = [{"community": self.pages[path].number % 2, "degree": 0, "id": f"id-{self.pages[path].number}", "size": 8,
                  "title": self.pages[path].title, "type": self.pages[path].front.get("type", "concept"),
                  "x": self.pages[path].number * 1.5 + self.shift, "y": (self.pages[path].number * 7 % 5) * 2.0} for path in paths]
        numbers = {self.pages[path].title: place for place, path in enumerate(paths)}
        edges = set()
        for place, path in enumerate(paths):
            for title, other in numbers.items():
                if other != place and f"[[{title}" in self.pages[path].text:
                    edges.add((min(place, other), max(place, other)))
        return {"communities": [{"cohesion": 0.5, "id": number, "label": self.names.get(str(number), f"Group {number}"), "size": 5} for number in range(2)],
                "edges": [[*pair, 1.0, 0] for pair in sorted(edges)], "kinds": ["link"], "nodes": nodes}

    def write(self, folder: Path) -> Path:
        rows = [{"created": "2026-01-01", "id": f"id-{page.number}", "path": path, "sources": [], "tags": [], "title": page.title, "updated": "2026-01-02"}
                for path, page in sorted(self.pages.items(), key=lambda item: item[0].encode())]
        sources = [{"bytes": len(data), "path": path, "present": True} for path, data in sorted(self.sources.items())]
        contents = {"pages.json": rows, "graph.json": self.graph(), "sources.json": sources, "dashboard.json": {"lint": {}, "review": {}}, "findings.json": []}
        files = {name: json.dumps(value).encode() for name, value in contents.items()}
        files |= {f"vault/{path}": page.text.encode() for path, page in self.pages.items()} | {f"vault/{path}": data for path, data in self.sources.items()}
        seal(folder, files)
        return folder

