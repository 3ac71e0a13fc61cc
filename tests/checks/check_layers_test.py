"""tools/check_layers.py accepts the arrows and can fail on everything it claims to report."""
# SPDX-License-Identifier: BSD-3-Clause
import subprocess
import sys
import unittest

from tree import TOOLS, Tree, load

layers = load("check_layers")

BRIDGE = {
    "src/math/vec.h": "#include <vector>\n",
    "src/numerics/pattern.h": "",
    "src/numerics/newton.h": "",
    "src/numerics/dae.h": '#include "math/vec.h"\n#include "numerics/pattern.h"\n',
    "src/numerics/observer.h": '#include "numerics/dae.h"\n',
}


def faults(files):
    with Tree({**BRIDGE, **files}) as root:
        return layers.check(root)


class LayerTest(unittest.TestCase):
    def assert_fault(self, files, expected):
        found = faults(files)
        self.assertTrue(any(expected in fault for fault in found), found)


class Arrows(LayerTest):
    def test_includes_along_the_arrows_pass(self):
        self.assertEqual(faults({
            "src/integrators/hht.cpp": '#include "numerics/newton.h"\n#include "math/vec.h"\n',
            "src/kinematics/marker.h": '#include "math/vec.h"\n',
            "src/elements/forces/spring.cpp": '#include "kinematics/marker.h"\n',
            "src/system/system.h": '#include "numerics/dae.h"\n#include "kinematics/marker.h"\n',
            "src/analysis/session.cpp": '#include "system/system.h"\n#include "numerics/newton.h"\n',
            "src/app/main.cpp": '#include "system/system.h"\n'}), [])

    def test_numerics_knows_no_mechanics(self):
        self.assert_fault({"src/model/part.h": "",
                           "src/numerics/bad.cpp": '\n#include "model/part.h"\n'},
                          'src/numerics/bad.cpp:2: numerics must not include "model/part.h"')

    def test_mechanics_knows_no_integrator(self):
        self.assert_fault({"src/integrators/hht.h": "",
                           "src/system/bad.cpp": '#include "integrators/hht.h"\n'},
                          "system must not include")

    def test_dataset_reader_needs_no_solver(self):
        self.assert_fault({"src/io/adm/reader.cpp": '#include "numerics/dae.h"\n'},
                          "io/adm must not include")

    def test_the_two_languages_are_separate(self):
        self.assert_fault({"src/io/acf/a.h": "", "src/io/adm/b.cpp": '#include "io/acf/a.h"\n'},
                          "io/adm must not include")

    def test_system_sees_the_bridge_and_what_it_includes(self):
        self.assertEqual(faults({"src/system/a.cpp": '#include "numerics/dae.h"\n'
                                                     '#include "numerics/pattern.h"\n'}), [])

    def test_system_sees_nothing_else_of_numerics(self):
        self.assert_fault({"src/system/a.cpp": '#include "numerics/newton.h"\n'},
                          'system must not include "numerics/newton.h"')

    def test_elements_do_not_see_the_bridge(self):
        self.assert_fault({"src/elements/a.cpp": '#include "numerics/dae.h"\n'},
                          "elements must not include")

    def test_diagnostics_sees_the_observer_only(self):
        self.assertEqual(faults({"src/diagnostics/a.cpp": '#include "numerics/observer.h"\n'}), [])
        self.assert_fault({"src/diagnostics/a.cpp": '#include "numerics/newton.h"\n'},
                          "diagnostics must not include")

    def test_every_folder_but_app_is_below_app(self):
        for folder in layers.USES:
            if folder != "app":
                with self.subTest(folder):
                    self.assert_fault({"src/app/options.h": "",
                                       f"src/{folder}/bad.cpp": '#include "app/options.h"\n'},
                                      "must not include")


class Form(LayerTest):
    def test_unknown_folder(self):
        self.assert_fault({"src/helpers/a.h": ""}, "src/helpers/a.h:1: folder is not in the table")

    def test_file_outside_the_folders(self):
        self.assert_fault({"src/stray.cpp": ""}, "src/stray.cpp:1: folder is not in the table")

    def test_missing_header(self):
        self.assert_fault({"src/math/a.cpp": '#include "math/absent.h"\n'}, "is not a header")

    def test_paths_are_relative_to_src(self):
        self.assert_fault({"src/math/a.cpp": '#include "vec.h"\n'}, "is not a header")
        self.assert_fault({"src/numerics/a.cpp": '#include "../math/vec.h"\n'}, "is not a header")

    def test_angle_brackets_do_not_hide_a_header(self):
        self.assert_fault({"src/math/a.cpp": "#  include <numerics/newton.h>\n"},
                          "math must not include")

    def test_comments_are_not_includes(self):
        self.assertEqual(faults({"src/math/a.cpp": '// #include "numerics/newton.h"\n'
                                                   '/*\n#include "numerics/newton.h"\n*/\n'}), [])


class Cycles(LayerTest):
    def test_cycle_of_files(self):
        self.assert_fault({"src/math/a.h": '#include "math/b.h"\n',
                           "src/math/b.h": '#include "math/c.h"\n',
                           "src/math/c.h": '#include "math/a.h"\n'},
                          "include cycle: math/a.h -> math/b.h -> math/c.h -> math/a.h")

    def test_cycle_of_folders(self):
        self.assert_fault({"src/math/a.h": '#include "numerics/pattern.h"\n'},
                          "cycle of folders: math -> numerics -> math")

    def test_the_table_itself_has_no_cycle(self):
        graph = {folder: {used if used in layers.USES else layers.folder_of(used) for used in uses}
                 for folder, uses in layers.USES.items()}
        self.assertIsNone(layers.find_cycle(graph))


class Cmake(LayerTest):
    def test_link_arrows_follow_the_table(self):
        self.assertEqual(faults({"src/CMakeLists.txt":
                                 "trammel_folder(math LINK Eigen3::Eigen)  # DEPENDS nothing\n"
                                 "trammel_folder(system DEPENDS elements numerics LINK fmt)\n"}), [])

    def test_an_arrow_that_is_only_in_cmake(self):
        self.assert_fault({"src/CMakeLists.txt": "trammel_folder(math DEPENDS numerics)\n"},
                          "math depends on numerics, the table says nothing")


class CommandLine(unittest.TestCase):
    def test_exit_code(self):
        command = [sys.executable, str(TOOLS / "check_layers.py")]
        with Tree({**BRIDGE, "src/math/a.cpp": '#include "numerics/dae.h"\n'}) as root:
            bad = subprocess.run([*command, root], capture_output=True, text=True, check=False)
        with Tree(BRIDGE) as root:
            good = subprocess.run([*command, root], capture_output=True, text=True, check=False)
        self.assertEqual((bad.returncode, good.returncode), (1, 0))
        self.assertIn("math must not include", bad.stdout)
        self.assertEqual(good.stdout, "")


if __name__ == "__main__":
    unittest.main()
