"""Memory does not grow with the number of outputs: of a run with all its files, and of what reads them."""
# SPDX-License-Identifier: BSD-3-Clause
import subprocess
import sys

import support

done = subprocess.run([sys.executable, "-B", str(support.SOURCE / "benchmarks/result_memory"),
                       str(support.PROGRAM), "20000", "60000"], text=True, capture_output=True, timeout=110)
print(done.stdout, done.stderr)
assert done.returncode == 0
print("ok")
