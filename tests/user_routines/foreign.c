/* A library that was not made for Trammel.
 * SPDX-License-Identifier: BSD-3-Clause */
int spring(void);
int spring(void) {
  return 0;
}
