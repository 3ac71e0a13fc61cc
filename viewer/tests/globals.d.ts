// SPDX-License-Identifier: BSD-3-Clause
import "../src/main";
