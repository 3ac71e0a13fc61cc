// Routines for tests: the same formulas as expressions in the tests, with and without partial
// derivatives, and routines that misbehave.
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

#include <array>
#include <atomic>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

TRAMMEL_USER_LIBRARY

namespace {

double ask(trammel_context* c, const char* name, std::initializer_list<int> ids) {
  double value = 0;
  if (trammel_sysfnc(c, name, ids.begin(), static_cast<int>(ids.size()), &value))
    throw std::runtime_error("no answer");
  return value;
}

void partial(trammel_context* c, const char* name, std::initializer_list<int> ids, double value) {
  trammel_syspar(c, name, ids.begin(), static_cast<int>(ids.size()), &value, 1);
}

int marker(double parameter) {
  return static_cast<int>(parameter);
}

}  // namespace

#define ROUTINE(name)                                                                            \
  extern "C" TRAMMEL_EXPORT int name([[maybe_unused]] trammel_context* c,                        \
                                     [[maybe_unused]] const double* p, [[maybe_unused]] int n_p, \
                                     [[maybe_unused]] double* f, [[maybe_unused]] int n_f)

// -20*(DM(i,j)-0.5)-3*VR(i,j)*DM(i,j)+SIN(TIME)
ROUTINE(spring) {
  const int i = marker(p[0]), j = marker(p[1]);
  const double s = ask(c, "DM", {i, j});
  f[0] = -20 * (s - 0.5) - 3 * ask(c, "vr", {i, j}) * s + std::sin(c->time);
  return 0;
}

ROUTINE(spring_with_partials) {
  const int i = marker(p[0]), j = marker(p[1]);
  const double s = ask(c, "DM", {i, j}), v = ask(c, "VR", {i, j});
  f[0] = -20 * (s - 0.5) - 3 * v * s + std::sin(c->time);
  partial(c, "DM", {i, j}, -20 - 3 * v);
  partial(c, "VR", {i, j}, -3 * s);
  partial(c, "TIME", {}, std::cos(c->time));
  return 0;
}

// FX = -3*DX(i,j,j), FY = VY(i,j,j,j)*DZ(i,j,j), FZ = 2+TIME, and TX = -AX(i,j), TY = -WX(i,j,j), TZ = VARVAL(1)
ROUTINE(general) {
  const int ids[] = {marker(p[0]), marker(p[1]), marker(p[1]), marker(p[1])};
  std::array<double, 3> d, v;
  if (trammel_sysary(c, "TDISP", ids, 3, d.data(), 3) != 3) return 1;
  if (trammel_sysary(c, "TVEL", ids, 4, v.data(), 3) != 3) return 1;
  f[0] = -3 * d[0];
  f[1] = v[1] * d[2];
  f[2] = 2 + c->time;
  if (n_f == 3) return 0;
  f[3] = -ask(c, "AX", {ids[0], ids[1]});
  f[4] = -ask(c, "WX", {ids[0], ids[1], ids[1]});
  f[5] = ask(c, "VARVAL", {1});
  return 0;
}

// 0.3*SIN(2*TIME)+TIME**2
ROUTINE(motion) {
  f[0] = 0.3 * std::sin(2 * c->time) + c->time * c->time;
  return 0;
}

ROUTINE(motion_with_derivatives) {
  const double t = c->time;
  f[0] = 0.3 * std::sin(2 * t) + t * t;
  const double first = 0.6 * std::cos(2 * t) + 2 * t, second = -1.2 * std::sin(2 * t) + 2;
  return trammel_time_derivatives(c, &first, &second, 1);
}

ROUTINE(motion_of_position) {
  f[0] = ask(c, "DX", {marker(p[0])});
  return 0;
}

// 0.3*SIN(VARVAL(2))+DM(i,j)
ROUTINE(variable) {
  f[0] = 0.3 * std::sin(ask(c, "VARVAL", {2})) + ask(c, "DM", {marker(p[0]), marker(p[1])});
  return 0;
}

// -3*DIF(1)+VR(i,j)
ROUTINE(rate) {
  f[0] = -3 * ask(c, "DIF", {1}) + ask(c, "VR", {marker(p[0]), marker(p[1])});
  return 0;
}

// MODE, TIME, then p, then the length of STRING/1 and the sum of ARRAY/1.
ROUTINE(eight) {
  f[0] = c->mode;
  f[1] = c->time;
  for (int k = 0; k < n_p && k < 4; ++k) f[2 + k] = p[k];
  const char* text = trammel_string(c, 1);
  f[6] = text ? static_cast<double>(std::char_traits<char>::length(text)) : -1;
  const int id = 1;
  std::array<double, 8> numbers{};
  const int count = trammel_sysary(c, "ARRAY", &id, 1, numbers.data(), 8);
  for (int k = 0; k < count; ++k) f[7] += numbers[static_cast<std::size_t>(k)];
  return 0;
}

// Entry (2, 1) of MATRIX/9, of two columns, times DM(i,j).
ROUTINE(by_matrix) {
  const int id = 9;
  std::array<double, 4> numbers{};
  if (trammel_sysary(c, "MATRIX", &id, 1, numbers.data(), 4) != 4) return 1;
  f[0] = numbers[2] * ask(c, "DM", {marker(p[0]), marker(p[1])});
  return 0;
}

// Linear systems as LSE has them, for comparisons: rates and outputs of a damped oscillator.
ROUTINE(oscillator_rate) {
  std::array<double, 2> x{};
  double u = 0;
  trammel_sysary(c, "X", nullptr, 0, x.data(), 2);
  trammel_sysary(c, "U", nullptr, 0, &u, 1);
  f[0] = x[1];
  f[1] = -4 * x[0] - 0.4 * x[1] + u;
  const std::array<double, 4> by_x = {0, 1, -4, -0.4};
  trammel_syspar(c, "X", nullptr, 0, by_x.data(), 4);
  return 0;
}
ROUTINE(oscillator_output) {
  std::array<double, 2> x{};
  trammel_sysary(c, "X", nullptr, 0, x.data(), 2);
  f[0] = 3 * x[0] + 0.5 * x[1];
  return 0;
}
// x_d ← 0.5 x_d + 1
ROUTINE(halve_and_add) {
  double x = 0;
  trammel_sysary(c, "XD", nullptr, 0, &x, 1);
  f[0] = 0.5 * x + 1;
  return 0;
}
// x_d ← u
ROUTINE(take_input) {
  return trammel_sysary(c, "U", nullptr, 0, f, 1) == 1 ? 0 : 1;
}
ROUTINE(read_sample) {
  return trammel_sysary(c, "XD", nullptr, 0, f, 1) == 1 ? 0 : 1;
}

// Two that fail while the other, or the same for another element, is at work: libraries have globals.
static std::atomic<int> at_work = 0;
static int work_alone(trammel_context* c, double* f) {
  const bool is_alone = at_work++ == 0;
  for (int k = 0; k < 20; ++k) std::this_thread::yield();
  --at_work;
  f[0] = c->time;
  return is_alone ? 0 : trammel_fail(c, "two routines at a time");
}
ROUTINE(works_alone) {
  return work_alone(c, f);
}
ROUTINE(works_alone_too) {
  return work_alone(c, f);
}

ROUTINE(fails_late) {
  f[0] = 1;
  return c->time > p[0] ? 3 : 0;
}
ROUTINE(says_why) {
  f[0] = 1;
  return c->time > p[0] ? trammel_fail(c, "the tank is empty") : 0;
}
ROUTINE(not_a_number) {
  f[0] = c->stage == TRAMMEL_PROBE ? 0 : std::numeric_limits<double>::quiet_NaN();
  return 0;
}
ROUTINE(throws) {
  if (c->stage != TRAMMEL_PROBE) throw std::runtime_error("out of luck");
  return 0;
}
ROUTINE(asks_late) {
  f[0] = c->stage == TRAMMEL_PROBE ? 0 : ask(c, "DM", {marker(p[0]), marker(p[1])});
  return 0;
}
ROUTINE(asks_for_marker) {
  double value = 0;
  const int id = marker(p[0]);
  trammel_sysfnc(c, "DX", &id, 1, &value);
  return 0;
}
ROUTINE(asks_for_nonsense) {
  double value = 0;
  trammel_sysfnc(c, "SIN", nullptr, 0, &value);
  return 0;
}
ROUTINE(asks_without_a_name) {
  double value = 0;
  trammel_sysfnc(c, nullptr, nullptr, -5, &value);
  return 0;
}
ROUTINE(wrong_count_of_partials) {
  const double partials[] = {1, 2, 3};
  trammel_syspar(c, "TIME", nullptr, 0, partials, 3);
  return 0;
}
