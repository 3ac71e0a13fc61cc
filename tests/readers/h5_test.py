"""An .h5 file as h5py reads it: shapes, texts, and numbers against the table of requests."""
# SPDX-License-Identifier: BSD-3-Clause
import json
import math

import support

h5py = support.import_h5py()


def check_contents(f, folder):
    text = (folder / "model.adm").read_text(encoding="utf-8")
    assert f.attrs["format"] == b"trammel results" and f.attrs["version"] == 1
    assert f.attrs["title"].decode() == support.NASTY, f.attrs["title"]
    assert f["model/text"][:].tobytes().decode() == text
    assert f["units"].attrs["length"] == b"mm" and f["units"].attrs["force_name"] == b"NEWTON"
    assert list(f["parts/name"].asstr()[:]) == ["model.<b>arm</b> & co", "model.fore"]
    assert list(f["parts/id"][:]) == [2, 3]
    assert list(f["reactions/type"].asstr()[:]) == ["REVOLUTE", "SPHERICAL"]
    assert f["markers/id"][f["reactions/i"][1]] == 302
    assert list(f["requests/column"].asstr()[:]) == ["REQ7", "REQ3", "REQ4", "REQ5", "REQ9"]
    assert list(f["requests/units"].asstr()[1])[:2] == ["mm/s", "mm/s"]


def check_numbers(f, folder):
    names, rows = support.table(folder / "model.csv")
    n = len(rows)
    assert f["time"].shape == (n,) and f["parts/pose"].shape == (n, 2, 7), f["parts/pose"].shape
    for dataset in ("parts/pose", "parts/velocity", "reactions/values", "requests/values"):
        assert f[dataset].compression == "gzip" and f[dataset].shuffle, dataset
    column = {name: k for k, name in enumerate(names)}
    requests = f["requests/values"][:]
    for k, row in enumerate(rows):
        assert f["time"][k] == row[0]
        for r, name in enumerate(f["requests/column"].asstr()[:]):
            for c in range(8):
                value = row[column[f"{name}.F{c + 1}"]]
                assert requests[k, r, c] == value or (value is None and math.isnan(requests[k, r, c]))
        pose, velocity = f["parts/pose"][k, 1], f["parts/velocity"][k, 1]
        assert abs(sum(e * e for e in pose[3:]) - 1) < 1e-12
        acceleration, reaction = f["parts/acceleration"][k, 1], f["reactions/values"][k, 0]
        for c in range(3):
            assert support.near(pose[c], row[column[f"REQ7.F{c + 2}"]], 1e-9)
            assert support.near(velocity[c], row[column[f"REQ3.F{c + 2}"]], 1e-9)
            assert support.near(acceleration[c], row[column[f"REQ4.F{c + 2}"]], 1e-9)
            assert support.near(reaction[c], row[column[f"REQ5.F{c + 2}"]], 1e-9)
            assert support.near(reaction[3 + c], row[column[f"REQ5.F{c + 6}"]], 1e-9)
        assert support.near(f["variables/values"][k, 0], math.sin(row[0]), 1e-12)
        assert support.near(f["states/values"][k, 0], math.exp(-row[0]), 1e-4)


def check_run(f):
    summary = json.loads(f["summary/json"][:].tobytes())
    assert summary["status"] == "ok" and summary["steps"] == len(f["steps/time"])
    assert any("REQUEST/9" in warning for warning in summary["warnings"]), summary["warnings"]
    assert list(f["analysis"][:2]) == [0, 1]
    steps = f["steps/step"][:]
    assert abs(sum(steps) - f["steps/time"][-1]) < 1e-9 and min(steps) > 0
    assert abs(f["steps/time"][-1] - 0.5) < 1e-9


with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    folder.run("run", "model.adm", "--end", 0.5, "--steps", 50)
    with h5py.File(folder / "model.h5") as f:
        check_contents(f, folder)
        check_numbers(f, folder)
        check_run(f)
print("ok")
