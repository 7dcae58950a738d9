"""The command that starts Assay, and a project to check."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

RULES = """
collections:
  meshes: { rpath: /meshes/, xpath: '*/Name' }
rules:
  - { name: few-faces, rpath: /meshes/, xpath: '*/Faces', condition: ['<=', 500] }
  - { name: mesh-is-known, rpath: /scenes/, xpath: '*/Mesh', condition: [Exist in, artfunc_meshes] }
  - { name: part-is-small, rpath: /scenes/, xpath: '*/Uses', subxpath: '*/Faces', condition: ['<', 400] }
"""


@pytest.fixture(scope="session")
def assay() -> list[str]:
    """The command that starts Assay: `ASSAY`, or that of the path."""
    return shlex.split(os.environ.get("ASSAY", "assay"))


class Project:
    """A project of meshes and scenes in a new folder."""

    def __init__(self, folder: Path, assay: list[str], count: int = 150) -> None:
        self.folder = folder
        self.assay = assay
        self.assets = folder / "assets"
        self.steps = folder / "check"
        (folder / "rules.yaml").write_text(RULES)
        for kind in ["meshes", "scenes"]:
            (self.assets / kind).mkdir(parents=True)
        for number in range(count):
            mesh = f"n{number}" if number % 4 == 0 else f"m{number}"
            uses = f"<Uses>meshes/m{count - number}.xml</Uses>"
            self.write(f"meshes/m{number}.xml", f"<Mesh><Name>m{number}</Name><Faces>{number * 5}</Faces></Mesh>")
            self.write(f"scenes/s{number}.xml", f"<Scene><Mesh>{mesh}</Mesh>{uses}</Scene>")

    def write(self, path: str, text: str) -> None:
        (self.assets / path).write_text(text)

    def whole(self) -> tuple[int, dict]:
        """Returns the exit code and the report of `assay check`."""
        report = self.folder / "whole.json"
        options = ["--quiet", "--rules", "rules.yaml", "--format", f"json={report}"]
        done = subprocess.run([*self.assay, "check", *options, "assets"], cwd=self.folder, check=False)
        return done.returncode, json.loads(report.read_text())


@pytest.fixture
def project(tmp_path: Path, assay: list[str], monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path, assay)
