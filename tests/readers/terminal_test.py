"""What a terminal shows of a run and what a pipe gets: bar, summary and link there, data and nothing else here."""
# SPDX-License-Identifier: BSD-3-Clause
import fcntl
import glob
import os
import pty
import re
import struct
import subprocess
import termios
import urllib.parse

import support

COLUMNS = 90
STRAY = glob.glob("/dev/stdout.*")


def screen(folder, *arguments, output=None, columns=COLUMNS, term="xterm", expect=0):
    """Everything that is written to a terminal; standard output may go elsewhere."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    process = subprocess.Popen([str(support.PROGRAM), *map(str, arguments)], cwd=folder.path, stdin=slave,
                               stdout=output or slave, stderr=slave, env={**os.environ, "TERM": term})
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(master)
    assert process.wait() == expect, (process.returncode, text)
    return text.decode()


def check_bar(text, columns=COLUMNS):
    bars = re.findall(r"\r(\[[^\r\n\x1b]*)\x1b\[K", text)
    assert len(bars) >= 3, text
    assert all(len(bar) < columns for bar in bars), "a bar never wraps"
    shares = [bar[:32].count("=") for bar in bars]
    assert shares == sorted(shares) and shares[-1] > shares[0], shares
    assert len({"h =" in bar for bar in bars}) == 1, "of one kind"
    assert text.rindex("\r\x1b[K") > text.rindex("\x1b[K", 0, text.rindex("\r\x1b[K")), "the last one is wiped off"
    return bars


LONG = ["run", "model.adm", "--end", 40, "--dtout", 0.002, "--results"]
REPORT = "reports are not available"

with support.Folder() as folder:
    folder.write("model.adm", support.MODEL.replace("REQUEST/9", "!REQUEST/9"))
    folder.write("driven.adm", support.MODEL.replace("REQUEST/9", "!REQUEST/9").replace(
        "JOINT/2, SPHERICAL, I = 302, J = 203", "JOINT/2, FIXED, I = 302, J = 203\nMOTION/1, JOINT = 1, FUNCTION = TIME").replace("DIFF/6", "!DIFF/6"))

    text = screen(folder, *LONG, "none")
    bars = check_bar(text)
    assert re.search(r"\] t = [\d.]+ +h = [\d.e-]+ +order \d+ +.* left$", bars[-1]), bars[-1]
    after = text[text.rindex("\r\x1b[K"):]
    for word in ("2 bodies", "degrees of freedom", "steps ", "model.csv", "model.stats.json"):
        assert word in after, (word, after)
    check_bar(screen(folder, *LONG, "none", columns=38), columns=38)
    # Without steps: by the outputs.
    assert "order" not in check_bar(screen(folder, "run", "driven.adm", "--end", 40, "--dtout", 0.001, "--results", "none"))[0]
    for quiet in (screen(folder, *LONG, "none", "--quiet"), screen(folder, *LONG, "none", term="dumb")):
        assert "\x1b" not in quiet and "[==" not in quiet

    # Data down a pipe: the terminal has all the rest.
    with open(folder / "piped.csv", "wb") as piped:
        text = screen(folder, "run", "model.adm", "--end", 20, "--dtout", 0.002, "--csv", "/dev/stdout", output=piped)
    names, rows = support.table(folder / "piped.csv")
    assert len(rows) == 10001 and names[0] == "TIME"
    assert glob.glob("/dev/stdout.*") == STRAY, "no files beside a device"
    assert "degrees of freedom" in text and "/dev/stdout" in text
    with open(folder / "nothing", "wb") as piped:
        text = screen(folder, "run", "model.adm", "--end", 0.1, output=piped)
    assert (folder / "nothing").read_bytes() == b"" and "degrees of freedom" in text
    done = folder.run("run", "model.adm", "--end", 0.1)
    assert done.stdout == "" and "\r" not in done.stderr and "degrees of freedom" in done.stderr

    # A link that a browser can follow, whatever the name.
    names = "a b#%\u00e9"
    (folder / names).mkdir()
    arguments = ["run", "model.adm", "--end", 0.1, "--report", "-o", names]
    if REPORT not in subprocess.run([str(support.PROGRAM), *map(str, arguments)], cwd=folder.path, text=True,
                                    capture_output=True).stderr:
        link = re.search(r"  report    file://(\S+)\r?\n", screen(folder, *arguments)).group(1)
        assert link.isascii() and urllib.parse.unquote(link) == str((folder / names).resolve() / "model.html")
        assert os.path.exists(urllib.parse.unquote(link))
print("ok")
