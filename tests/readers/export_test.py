"""`trammel export` writes what the run itself has written; `trammel plot` draws pictures."""
# SPDX-License-Identifier: BSD-3-Clause
import re
import struct
import subprocess
import xml.etree.ElementTree as ElementTree
import zlib

import support


def pixels(path):
    """Width, height and rows (without filters undone) of a PNG: enough to see that it is not blank."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(packed)


def check_export(folder):
    folder.run("run", "model.adm", "--end", 0.5, "--steps", 50, "-o", "run", "--results",
               "h5,res,req,out")
    assert folder.run("export", "run/model.h5", "--csv", "-o", "a.csv").stdout == "a.csv\n"
    for suffix in ("csv", "req", "out", "res"):
        folder.run("export", "run/model.h5", f"--{suffix}", "-o", f"a.{suffix}")
        wanted = (folder / f"run/model.{suffix}").read_text(encoding="utf-8")
        found = (folder / f"a.{suffix}").read_text(encoding="utf-8")
        if suffix == "res":  # names itself
            wanted, found = (re.sub("<File URI=[^>]*>", "", text) for text in (wanted, found))
        assert wanted == found, suffix
    piped = folder.run("export", "run/model.h5", "--csv", "-o", "/dev/stdout").stdout
    assert piped == (folder / "a.csv").read_text(encoding="utf-8")
    # Also where a shell has sent standard output to a file, behind what is there.
    with open(folder / "piped.csv", "w+", encoding="utf-8") as file:
        file.write("before\n")
        file.flush()
        subprocess.run([str(support.PROGRAM), "export", "run/model.h5", "--csv", "-o", "/dev/stdout"],
                       cwd=folder.path, stdout=file, check=True)
    assert (folder / "piped.csv").read_text(encoding="utf-8") == "before\n" + piped
    folder.run("export", "run/model.h5", expect=1)
    folder.run("export", "run/model.h5", "--csv", "--req", "-o", "x", expect=1)
    folder.run("export", "none.h5", "--csv", expect=4)
    folder.run("export", "model.adm", "--csv", expect=4)
    (folder / "cut.h5").write_bytes((folder / "run/model.h5").read_bytes()[:5000])
    assert "cut.h5: its end is missing" in folder.run("export", "cut.h5", "--csv", expect=4).stderr
    folder.run("view", "none.html", expect=4)
    folder.run("export", "run/model.h5", "--res", "-o", "run/model.h5", expect=1)


def check_plot(folder):
    done = folder.run("plot", "run/model.h5", "REQ7.F2", "fore.X", "PART_3.VX", "-o", "one")
    assert done.stdout == "one.svg\none.png\n"
    root = ElementTree.parse(folder / "one.svg").getroot()
    assert root.tag.endswith("svg")
    assert "script" not in {element.tag.split("}")[-1] for element in root.iter()}
    width, height, rows = pixels(folder / "one.png")
    assert width == 1800 and height > 1200, (width, height)
    assert len(set(rows)) > 50
    folder.run("run", "model.adm", "--end", 0.4, "--steps", 33, "--error", 1e-7, "-o", "second")
    folder.run("plot", "run/model.h5", "second/model.h5", "REQ3.VX", "-o", "two")
    folder.run("plot", "run/model.h5", "second/model.h5", "REQ3.VX", "--diff", "-o", "diff")
    for word in ("REQ7.F22", "PART_4.X"):
        message = folder.run("plot", "run/model.h5", word, expect=1).stderr
        assert word in message, message
    assert "did you mean REQ7.F2" in folder.run("plot", "run/model.h5", "REQ7.F22", expect=1).stderr
    folder.run("plot", "run/model.h5", expect=1)
    folder.run("plot", "run/model.h5", "REQ7.F2", "--diff", expect=1)
    folder.run("plot", "run/model.h5", "REQ7.F2", "-o", "no/such/folder", expect=4)
    listed = folder.run("plot", "run/model.h5", "--list").stdout
    assert "PART_3.ACCZ" in listed and "[mm/s^2]" in listed


with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    check_export(folder)
    check_plot(folder)
print("ok")
