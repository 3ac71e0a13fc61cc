"""A .msg file by the words that readers of such files look for: of a script and of a dataset."""
# SPDX-License-Identifier: BSD-3-Clause
import re

import support

REDUNDANT = "!           adams_view_name='model.twin'\nJOINT/8, SPHERICAL, I = 302, J = 203\n"
MODEL = support.MODEL.replace("SPRINGDAMPER/1", REDUNDANT + "SPRINGDAMPER/1")
ROW = re.compile(r" +([\d.E+-]+) +([\d.E+-]+) +(\d+) +(\d+) +(\d+) +([\d.]+)")


def blocks(text):
    return re.findall(r"\n Begin Simulation\n(.*?)\n End Simulation\n", text, re.S)


def rows(block):
    head = block.index("Simulation       Step        Function     Cumulative    Integration    CPU")
    return [[float(x) for x in match.groups()] for match in map(ROW.fullmatch, block[head:].split("\n")) if match]


def check_dynamic(block, integrator, index, error, start, end):
    assert f" ****** Performing Dynamic Simulation using {integrator} Integrator ******\n" in block, block
    assert f" The system is modelled with INDEX-{index} DAEs.\n" in block
    assert f" The integrator is {integrator.split()[0].upper()}, CORRECTOR = original\n" in block
    assert f" Integration error =    {error:.6E}\n" in block
    table = rows(block)
    times = [row[0] for row in table]
    assert times[0] == start and abs(times[-1] - end) < 1e-5 * end, times
    tenths = [start + (end - start) * k / 10 for k in range(11)]
    assert all(any(t >= tenth - 1e-5 * end for t in times) for tenth in tenths) and 2 <= len(times) <= 11, times
    for column in (0, 2, 3, 5):
        values = [row[column] for row in table]
        assert values == sorted(values), values
    assert table[0][3] == 0 and table[-1][3] > 0


with support.Folder() as folder:
    folder.write("model.adm", MODEL)
    done = folder.run("run", "model.adm", "--end", 0.5, "--steps", 50, "--integrator", "gstiff-i3", "--error", 1e-4)
    text = (folder / "model.msg").read_text(encoding="utf-8")
    assert re.match(r" \*{78}\n \*  trammel [\d.]+ +\*\n \*{78}\n", text), text[:300]
    assert support.NASTY[:60] in text
    block, = blocks(text)
    check_dynamic(block, "Gstiff I3", 3, 1e-4, 0, 0.5)
    dof = re.search(r" Degree-of-freedom analysis identified redundant constraints in the model:\n"
                    r"((?: -  deactivating constraint equation  .+ in \S+\n)+)", block)
    assert dof and dof.group(1).count(" in model.twin\n") == 3, block
    assert re.search(r"\n---- START: WARNING ----\nmodel.adm:\d+:\d+: warning: .*?\n---- END: WARNING ----\n", text, re.S)
    assert re.search(r" Finished -----\n Elapsed time = [\d.]+s, CPU time = [\d.]+s\n$", text)
    statistics = re.search(r" ended at time 0.5: (\d+) steps, (\d+) iterations", text)
    assert int(statistics.group(1)) == rows(block)[-1][3] and int(statistics.group(2)) == rows(block)[-1][2]

    folder.write("script.acf", "\nfile/model=model\nsim/stat\nsim/dyn, end=0.1, steps=10\nlinear/eigensol\n"
                 "sim/dyn, end=0.3, steps=10\ndeactivate/joint, id=77\n")
    folder.run("run", "script.acf", expect=2)
    folder.write("script.acf", "\nfile/model=model\nsim/stat\nsim/dyn, end=0.1, steps=10\nlinear/eigensol\n"
                 "sim/dyn, end=0.3, steps=10\nstop\n")
    folder.run("run", "script.acf")
    text = (folder / "model.msg").read_text(encoding="utf-8")
    assert re.findall(r"\n command: (.*)\n", text) == ["file/model=model", "sim/stat", "sim/dyn, end=0.1, steps=10",
                                                       "linear/eigensol", "sim/dyn, end=0.3, steps=10", "stop"]
    static, first, second = blocks(text)
    assert " ****** Performing Static Simulation ******\n" in static
    assert re.search(r" Static Solution converged in \d+ iterations\n", static)
    check_dynamic(first, "Hht I3", 3, 1e-5, 0, 0.1)
    check_dynamic(second, "Hht I3", 3, 1e-5, 0.1, 0.3)
    assert "\n E I G E N V A L U E S at time = " in text

    # Only where it is asked for.
    folder.write("plain.adm", MODEL.replace("OUTPUT/", "!OUTPUT/").replace("RESULTS/", "!RESULTS/"))
    folder.run("run", "plain.adm", "--end", 0.1)
    assert not (folder / "plain.msg").exists()
    folder.run("run", "plain.adm", "--end", 0.1, "--results", "msg", "-o", "there")
    assert (folder / "there/plain.msg").exists() and not (folder / "there/plain.h5").exists()
    # What fails says so there, too.
    folder.write("bad.adm", MODEL.replace("REQUEST/9, F2", "SFORCE/3, TRANSLATION, I = 302, J = 101, FUNCTION = SQRT(0.2 - TIME)\nREQUEST/9, F2"))
    folder.run("run", "bad.adm", "--end", 1, expect=3)
    text = (folder / "bad.msg").read_text(encoding="utf-8")
    assert "\n---- START: ERROR ----\n" in text and "the run has stopped: failed" in text and " stopped at time 0.2" in text
print("ok")
