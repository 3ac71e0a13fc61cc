"""A .req file by its records, and an .out file by its tables, against the table of requests."""
# SPDX-License-Identifier: BSD-3-Clause
import math
import re

import support


def check_req(path, names, rows):
    lines = path.read_text(encoding="utf-8").split("\n")
    head = re.fullmatch(r" A\.R3    \d{4}-\d\d-\d\d \d\d:\d\d:\d\d +(\d+) +(\d+)  3D", lines[0])
    assert head and head.group(1) == "5", lines[0]
    assert lines[1].rstrip() == support.NASTY and len(lines[1]) >= 80 - 4
    assert lines[2] == "    0     MMKGS_N_RACA 1.000000000000000E+03", lines[2]
    records = lines[3:-1]
    assert len(records) == len(rows) * 6
    for k, row in enumerate(rows):
        time, *requests = records[6 * k:6 * k + 6]
        assert len(time) == 14 and abs(float(time) - row[0]) < 1e-6
        for r, record in enumerate(requests):
            found = [float(record[14 * c:14 * c + 14]) for c in range(6)]
            wanted = [row[1 + 8 * r + c] for c in (1, 2, 3, 5, 6, 7)]
            for a, b in zip(found, wanted):
                assert math.isnan(a) if b is None else abs(a - b) <= 6e-6 * max(abs(b), 1e-30)


def check_out(path, names, rows):
    text = path.read_text(encoding="utf-8")
    tables = re.split(r"\n REQUEST (\d+) .*\n\n", text)[1:]
    assert tables[0::2] == ["7", "3", "4", "5", "9"]
    for r, body in enumerate(tables[1::2]):
        lines = [line for line in body.split("\n")[3:] if line.strip()]
        assert len(lines) == len(rows), (r, len(lines))
        heading = body.split("\n")[0].split()
        if r == 0:
            assert heading == ["TIME", "MAG", "X", "Y", "Z", "PSI", "THETA", "PHI"]
            assert body.split("\n")[1].split()[-1] == "deg"
        for line, row in zip(lines, rows):
            found = [float(line[14 * c:14 * c + 14]) for c in range(9)]
            for c, b in enumerate([row[0], *row[1 + 8 * r:9 + 8 * r]]):
                if b is not None and r == 0 and c > 5:
                    b = math.degrees(b)
                a = found[c]
                assert math.isnan(a) if b is None else abs(a - b) <= 6e-6 * max(abs(b), 1e-30)


with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    folder.run("run", "model.adm", "--end", 0.5, "--steps", 50)
    names, rows = support.table(folder / "model.csv")
    check_req(folder / "model.req", names, rows)
    check_out(folder / "model.out", names, rows)
    folder.write("quiet.adm", support.MODEL.replace("OUTPUT/REQSAVE", "OUTPUT/NOPRINT"))
    folder.run("run", "quiet.adm", "--end", 0.1, "--steps", 2)
    assert not (folder / "quiet.out").exists() and not (folder / "quiet.req").exists()
print("ok")
