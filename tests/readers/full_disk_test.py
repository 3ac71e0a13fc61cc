"""A full disk is an error message, and what was written before can be read."""
# SPDX-License-Identifier: BSD-3-Clause
import os
import subprocess

import support


def check(folder, formats):
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(disk)],
                             capture_output=True, text=True)
    if mounted.returncode != 0:
        support.skip("no tmpfs can be mounted: " + mounted.stderr.strip())
    try:
        done = folder.run("run", "model.adm", "--end", 1000, "--dtout", 0.001, "--quiet", "-o",
                          "disk", "--csv", "table.csv", "--results", formats, expect=4)
        assert "No space left on device" in done.stderr, done.stderr
        assert done.stderr.count("\n") <= 3, done.stderr
        for name in formats.split(","):
            if name == "h5":
                folder.run("export", "disk/model.h5", "--csv", "-o", "export.csv")
                _, rows = support.table(folder / "export.csv")
                _, whole = support.table(folder / "table.csv")
                for k, row in enumerate(rows):
                    assert row == whole[k], (k, len(rows), len(whole), row, whole[k])
                print(formats, "rows of the .h5 file:", len(rows))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
        disk.rmdir()


if os.geteuid() != 0:
    support.skip("only root can mount a small tmpfs")
with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    for formats in ("h5", "res", "req", "h5,res"):
        check(folder, formats)
print("ok")
