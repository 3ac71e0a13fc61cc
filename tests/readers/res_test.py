"""A .res file as a reader of XRF takes it: StepMap, Step, units; against the table of requests."""
# SPDX-License-Identifier: BSD-3-Clause
import math
import xml.etree.ElementTree as ElementTree

import support

SPACE = "{http://www.mscsoftware.com/:xrf10}"


class Res:
    """Names of components by id, and steps by kind, from nothing but the XML."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        assert root.tag == SPACE + "Results", root.tag
        self.analysis = root.find(SPACE + "Analysis")
        self.units = self.analysis.find(SPACE + "Units").attrib
        self.ids, self.unit, self.types = {}, {}, {}
        for entity in self.analysis.find(SPACE + "StepMap"):
            self.types[entity.get("name")] = entity.get("entType")
            for component in entity:
                key = entity.get("name"), component.get("name")
                self.ids[key] = int(component.get("id")) - 1
                self.unit[key] = component.get("unitsValue")
        self.data = [(data.get("name"), [[float(x) for x in step.text.split()] for step in data])
                     for data in self.analysis.findall(SPACE + "Data")]
        status = self.analysis.find(SPACE + "TerminationStatus")
        self.status = status.get("runStatus") if status is not None else None

    def values(self, entity, component, kind):
        return [step[self.ids[entity, component]]
                for name, steps in self.data if name.startswith(kind) for step in steps]


def check(res, rows, column):
    assert res.status == "Successful"
    assert res.units == {"angle": "rad", "length": "mm", "mass": "kg", "time": "sec"}
    assert [name for name, _ in res.data] == ["modelInput_001", "initialConditions_001",
                                              "dynamic_001"]
    numbers = len(res.ids)
    assert sorted(res.ids.values()) == list(range(numbers)), "ids are 1 … n, each once"
    assert all(len(step) == numbers for _, steps in res.data for step in steps)
    arm, fore = "<b>arm</b> & co_XFORM", "fore_XFORM"
    assert res.types[arm] == "Part" and res.types["JOINT_1"] == "Joint"
    # Blockwise: positions of all parts first.
    assert res.ids[fore, "X"] == res.ids[arm, "X"] + 6 and res.ids[arm, "VX"] == 13
    assert res.unit[arm, "ACCX"] == "mm/sec**2" and res.unit["JOINT_1", "TZ"] == "newton-mm"
    for name, request in (("X", "REQ7.F2"), ("Y", "REQ7.F3"), ("PSI", "REQ7.F6"),
                          ("THETA", "REQ7.F7"), ("VX", "REQ3.F2"), ("WZ", "REQ3.F8"),
                          ("ACCY", "REQ4.F3"), ("WDZ", "REQ4.F8")):
        wanted = [row[column[request]] for row in rows]
        found = res.values(fore, name, "initialConditions") + res.values(fore, name, "dynamic")
        assert all(support.near(a, b, 1e-9) for a, b in zip(found, wanted, strict=True)), name
    times = res.values("time", "TIME", "dynamic")
    assert times == [row[0] for row in rows[1:]]
    assert all(support.near(v, math.sin(t), 1e-12)
               for v, t in zip(res.values("VARIABLE_5", "Q", "dynamic"), times))
    wanted = [row[column["REQ5.F2"]] for row in rows[1:]]
    for entity in ("JOINT_1", "REQUEST_5"):
        assert all(support.near(a, b, 1e-9)
                   for a, b in zip(res.values(entity, "FX", "dynamic"), wanted, strict=True))


def check_switches(folder):
    text = support.MODEL.replace("RESULTS/XRF", "RESULTS/XRF, NOVELOCITIES, NOACCELERATIONS, "
                                 "NOREACTIONFORCES, NOAPPLIEDFORCES, NOSYSTEMELEMENTS, NOREQUESTS")
    folder.write("short.adm", text)
    folder.run("run", "short.adm", "--end", 0.1, "--steps", 2)
    assert len(Res(folder / "short.res").ids) == 1 + 2 * 6
    folder.write("none.adm", text.replace("RESULTS/", "!RESULTS/").replace("OUTPUT/", "!OUTPUT/"))
    folder.run("run", "none.adm", "--end", 0.1, "--steps", 2)
    assert not (folder / "none.res").exists() and not (folder / "none.req").exists()
    assert (folder / "none.h5").exists()


def check_repair(folder):
    whole = (folder / "model.res").read_bytes()
    cut = folder / "cut.res"
    for length in (len(whole) - 20, len(whole) * 3 // 4, len(whole) // 2):
        cut.write_bytes(whole[:length])
        folder.run("repair", "cut.res")
        res = Res(cut)
        assert res.status == "Failed"
        steps = res.values("time", "TIME", "dynamic")
        assert 0 < len(steps) <= 50
        assert "nothing to repair" in folder.run("repair", "cut.res").stdout


with support.Folder() as folder:
    folder.write("model.adm", support.MODEL)
    folder.run("run", "model.adm", "--end", 0.5, "--steps", 50)
    names, rows = support.table(folder / "model.csv")
    check(Res(folder / "model.res"), rows, {name: k for k, name in enumerate(names)})
    check_switches(folder)
    check_repair(folder)
print("ok")
