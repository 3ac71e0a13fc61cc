"""kill -9 at ten random moments: results are readable by trammel, and after a repair by h5py."""
# SPDX-License-Identifier: BSD-3-Clause
import random
import signal
import subprocess
import time

import support

h5py = support.import_h5py()


def kill_after(folder, seconds):
    """Starts a run that would take minutes, kills it; whether its results had begun."""
    for suffix in ("h5", "res"):
        (folder / f"model.{suffix}").unlink(missing_ok=True)
    process = subprocess.Popen([str(support.PROGRAM), "run", "model.adm", "--end", "10000",
                                "--dtout", "0.001", "--quiet", "--results", "h5,res"],
                               cwd=folder.path, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return (folder / "model.h5").exists()


def check(folder):
    """Frames that trammel, and after the repair h5py, find."""
    folder.run("export", "model.h5", "--csv", "-o", "before.csv")
    _, before = support.table(folder / "before.csv")
    assert [row[0] for row in before] == sorted(row[0] for row in before)
    assert "model.h5: repaired" in folder.run("repair", "model.h5").stdout
    with h5py.File(folder / "model.h5") as f:
        n = len(f["time"])
        assert b'"status": "killed"' in f["summary/json"][:].tobytes()
        for dataset in ("parts/pose", "reactions/values", "requests/values", "analysis"):
            assert len(f[dataset]) == n, dataset
        if n > 0:
            norms = (f["parts/pose"][:, :, 3:] ** 2).sum(axis=2)
            assert abs(norms - 1).max() < 1e-9, "poses are whole"
        assert n == len(before)
    folder.run("export", "model.h5", "--csv", "-o", "after.csv")
    assert (folder / "before.csv").read_bytes() == (folder / "after.csv").read_bytes()
    assert "nothing to repair" in folder.run("repair", "model.h5").stdout
    assert folder.run("repair", "model.res").stdout.strip()
    return n


seed = random.randrange(10**6)
print("seed", seed)
random.seed(seed)
with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    frames = []
    for trial in range(10):
        # Up to the first flush, around it, and later.
        while not kill_after(folder, random.uniform(0.02, 2.4)):
            pass
        frames.append(check(folder))
    print("frames", frames)
    assert max(frames) > 0
print("ok")
