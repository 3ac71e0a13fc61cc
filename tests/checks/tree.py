"""A throw-away repository for the tests of the checks: Tree({"src/math/vec.h": "..."})."""
# SPDX-License-Identifier: BSD-3-Clause
import importlib.util
import tempfile
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def load(name):
    """tools/<name>.py as a module."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tree(tempfile.TemporaryDirectory):
    def __init__(self, files):
        super().__init__()
        for name, text in files.items():
            path = Path(self.name) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
