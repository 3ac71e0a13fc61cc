"""The contestants of the suite and the settings that are swept for each.

A contestant is a program of the build, fixed settings, variants of further settings, and the setting that
trades time for accuracy with its values from loose to tight.
"""
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses


def decades(loosest, tightest):
    return [float(f"1e{k}") for k in range(loosest, tightest - 1, -1)]


@dataclasses.dataclass(frozen=True)
class Contestant:
    name: str
    program: str
    fixed: dict
    knob: str
    values: tuple
    variants: tuple = ({},)
    is_stiff: bool = True  # copes with stiff problems


def trammel(name, loosest=-2, tightest=-10, variants=({},), is_stiff=True):
    return Contestant(name, "trammel_contest", {"integrator": name}, "error", tuple(decades(loosest, tightest)), variants,
                      is_stiff)


ORDERS = ({}, {"kmax": 4})     # 6 is the default of BDF, 5 of IDA
ALPHAS = ({}, {"alpha": -0.01})  # -0.3 is the default

IDA = ({"velocity": 10, "multiplier": 1e6}, {"velocity": 10, "multiplier": 1e6, "ordering": "colamd"},
       {"velocity": 1, "multiplier": 1e6}, {"velocity": 1, "multiplier": 1e6, "relative": 1},
       {"velocity": 1, "multiplier": 1e6, "relative": 1, "kmax": 4}, {"velocity": 1, "multiplier": 1})


def simbody(name, is_stiff=False):
    return Contestant(f"simbody-{name}", "simbody_contest", {"integrator": name}, "accuracy",
                      tuple(decades(-1, -11)), is_stiff=is_stiff)


CONTESTANTS = {c.name: c for c in [
    trammel("hht-i3", variants=ALPHAS),
    trammel("hht-si2", variants=ALPHAS),
    trammel("gstiff-i3"),
    trammel("gstiff-si2", variants=ORDERS),
    trammel("wstiff-i3"),
    trammel("wstiff-si2", variants=ORDERS),
    trammel("abam", loosest=0, is_stiff=False),
    trammel("rkf45", loosest=0, is_stiff=False),
    trammel("tlismni-am4", loosest=-1, is_stiff=False),
    Contestant("ida", "ida_contest", {}, "tolerance", tuple(decades(-2, -11)), IDA),
    simbody("rkm"),
    simbody("rkf"),
    simbody("adams"),
    simbody("bdf", is_stiff=True),
]}

# Others that can be asked for by name.
MORE = {c.name: c for c in [
    trammel("newmark"), trammel("st-lq"), trammel("st-qc"), trammel("st-l1h3"), trammel("st-l2h4"), trammel("sdirk4"),
    trammel("tlismni-am3", is_stiff=False), trammel("tlismni-trapezoidal", is_stiff=False),
    trammel("tlismni-hht", is_stiff=False), trammel("tlismni-bdf2", is_stiff=False), simbody("rk3")]}

# A problem's reference is the first of these that reaches the end; how far the second is from it is what it is worth.
REFERENCES = {
    False: [("simbody_contest", {"integrator": "rkm", "accuracy": 1e-12}),
            ("ida_contest", {"tolerance": 1e-11, "multiplier": 1e6}),
            ("trammel_contest", {"integrator": "abam", "error": 1e-11}),
            ("trammel_contest", {"integrator": "wstiff-si2", "error": 1e-11})],
    True: [("ida_contest", {"tolerance": 1e-11, "multiplier": 1e6}),
           ("trammel_contest", {"integrator": "gstiff-si2", "error": 1e-11}),
           ("simbody_contest", {"integrator": "bdf", "accuracy": 1e-11}),
           ("trammel_contest", {"integrator": "wstiff-si2", "error": 1e-10})],
}
