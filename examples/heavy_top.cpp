// A fast spinning top on a fixed point, written against the numerics library alone: one body with a
// unit quaternion, one spherical joint as an index-3 constraint, integrated by any method in the
// registry. Prints a summary and writes time, position, orientation and reaction to a CSV file.
//
//   example_heavy_top [OUTPUT_FOLDER [INTEGRATOR [ERROR]]]
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "integrators/drive.h"
#include "integrators/registry.h"
#include "math/rotation.h"

namespace {

using namespace trammel;

// State: r (centre of mass), e (quaternion); v = (ṙ, ω̄). Constraint: Φ = r − A(e) X = 0.
class HeavyTop final : public QuaternionDae {
 public:
  HeavyTop() {
    layout_.n_q = 7;
    layout_.n = 6;
    layout_.m0 = 3;
    layout_.rotations = {{3, 3}};
    layout_.kinds = {Kind::length, Kind::length, Kind::length,
                     Kind::angle,  Kind::angle,  Kind::angle};
    square_ = dense(6, 6);
    wide_ = dense(3, 6);
  }

  State initial_state() const {
    State s = make_state(layout_);
    const Vec3 omega(0, 150, -4.61538);
    s.q.head<3>() = X;
    s.v.head<3>() = omega.cross(X);
    s.v.tail<3>() = omega;
    return s;
  }

  double energy(const State& s) const {
    const Vec3 v = s.v.head<3>(), omega = s.v.tail<3>(), r = s.q.head<3>();
    return 0.5 * mass * v.squaredNorm() + 0.5 * omega.dot(J.cwiseProduct(omega)) -
           mass * gravity.dot(r);
  }

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override {
    return b <= Block::Kg ? square_ : b <= Block::Gq ? wide_ : b == Block::Ql ? no_ql_ : none_;
  }

  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    const Mat3 A = rotation_matrix(s.q.tail<4>());
    const Vec3 omega = s.v.tail<3>(), spin = A * omega.cross(X);  // velocity of the tip A X
    if (ask & Ask::forces) {
      const Vec3 lambda = s.lambda;
      out.inertia << mass * s.a.head<3>(), J.cwiseProduct(s.a.tail<3>());
      out.action << mass * gravity, -omega.cross(J.cwiseProduct(omega));
      out.reaction << lambda, -X.cross(A.transpose() * lambda);
    }
    if (ask & Ask::position) out.c0 = s.q.head<3>() - A * X;
    if (ask & Ask::velocity) out.c1 = s.v.head<3>() - spin;
    if (ask & Ask::acceleration) {
      const Vec3 omega_dot = s.a.tail<3>();
      out.c2 = s.a.head<3>() - A * (omega_dot.cross(X) + omega.cross(omega.cross(X)));
    }
    return Outcome::ok;
  }

  Outcome linearise(const State& s, BlockMask, Blocks& out) const override {
    const Mat3 A = rotation_matrix(s.q.tail<4>());
    const Vec3 omega = s.v.tail<3>(), lambda = s.lambda;
    using Square = Eigen::Matrix<double, 6, 6>;
    using Wide = Eigen::Matrix<double, 3, 6>;
    Square M = Square::Zero(), C = M, Kg = M;
    Wide G, Gq = Wide::Zero();
    M.diagonal() << Vec3::Constant(mass), J;
    C.bottomRightCorner<3, 3>() = skew(omega) * J.asDiagonal();
    C.bottomRightCorner<3, 3>() -= skew(J.cwiseProduct(omega));
    G << Mat3::Identity(), A * skew(X);
    Kg.bottomRightCorner<3, 3>() = -skew(X) * skew(A.transpose() * lambda);
    Gq.rightCols<3>() = A * skew(omega.cross(X));
    const auto put = [&](Block block, const auto& from) {
      std::copy(from.data(), from.data() + from.size(), out[block].values().begin());
    };
    put(Block::M, M), put(Block::C, C), put(Block::Kg, Kg), put(Block::G, G), put(Block::Gq, Gq);
    return Outcome::ok;
  }

  void reaction(const State& s, const Vector& lambda, Vector& out) const override {
    const Mat3 A = rotation_matrix(s.q.tail<4>());
    const Vec3 l = lambda;
    out << l, -X.cross(A.transpose() * l);
  }

  std::string row_name(int row) const override {
    return row < 6 ? "TOP, balance of motion" : "PIVOT, coincident points";
  }
  std::string column_name(int column) const override {
    return column < 6 ? "TOP, acceleration" : "PIVOT, reaction";
  }

 private:
  static Pattern dense(int rows, int columns) {
    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) entries.emplace_back(i, j);
    return Pattern::from_entries(rows, columns, entries);
  }

  const double mass = 15;                     // kg
  const Vec3 J{0.234375, 0.46875, 0.234375};  // kg m², about the centre of mass
  const Vec3 X{0, 1, 0};                      // centre of mass in body axes, m
  const Vec3 gravity{0, 0, -9.81};            // m/s²
  Layout layout_;
  Pattern square_, wide_, no_ql_{6, 3}, none_{0, 0};
};

// Measured with hht-i3: below, rounding outweighs what smaller steps gain and the energy drift stays.
constexpr double smallest_error = 1e-13;

struct Arguments {
  std::filesystem::path folder = ".";
  const IntegratorInfo* integrator = find_integrator("hht-i3");
  IntegratorOptions options;
};

std::string known_integrators() {
  std::string names;
  for (const IntegratorInfo& i : integrators())
    names += (names.empty() ? "" : ", ") + std::string(i.name);
  return names;
}

void print_usage(std::FILE* to) {
  std::fprintf(to,
               "usage: example_heavy_top [OUTPUT_FOLDER [INTEGRATOR [ERROR]]]\n"
               "  OUTPUT_FOLDER  where heavy_top.csv is written, default: here\n"
               "  INTEGRATOR     %s; default: hht-i3\n"
               "  ERROR          local error of a step, at least %g; default: 1e-6\n",
               known_integrators().c_str(), smallest_error);
}

std::optional<double> number(const std::string& text) {
  std::istringstream in(text);
  double value = 0;
  if (!(in >> value) || !in.eof()) return std::nullopt;
  return value;
}

// Fills `to`; what is wrong, or nothing.
std::string parse(const std::vector<std::string>& words, Arguments& to) {
  if (words.size() > 3) return "there are at most three arguments";
  if (!words.empty() && words[0].starts_with("-")) return "there is no option " + words[0];
  if (!words.empty()) to.folder = words[0];
  if (words.size() > 1) to.integrator = find_integrator(words[1]);
  if (!to.integrator)
    return "there is no integrator \"" + words[1] + "\"; there are: " + known_integrators();
  const std::optional<double> error = words.size() > 2 ? number(words[2]) : 1e-6;
  if (!error) return "ERROR must be a number, not \"" + words[2] + "\"";
  to.options.error = *error;
  if (*error > 0 && *error < smallest_error)
    return "ERROR = " + words[2] + " is more than double precision can hold; the least is 1e-13";
  return check_options(*to.integrator, to.options);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words == std::vector<std::string>{"--help"} || words == std::vector<std::string>{"-h"}) {
    print_usage(stdout);
    return 0;
  }
  Arguments arguments;
  if (const std::string problem = parse(words, arguments); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    print_usage(stderr);
    return 1;
  }
  const auto& [folder, info, options] = arguments;
  const std::string name(info->name);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  const auto path = folder / "heavy_top.csv";
  std::ofstream csv(path);
  if (!csv) {
    std::fprintf(stderr, "error: cannot write %s\n", path.c_str());
    return 4;
  }

  const HeavyTop top;
  const auto method = info->make(top, options);
  StepReport report = method->start(top.initial_state());
  const double energy = top.energy(top.initial_state());
  double drift = 0, violation = 0;
  csv << "TIME,X,Y,Z,E0,E1,E2,E3,FX,FY,FZ\n" << std::setprecision(17);
  const auto write = [&](const State& s) {
    csv << s.t;
    for (double value : s.q) csv << ',' << value;
    for (double value : s.lambda) csv << ',' << -value;  // force of the pivot on the top
    csv << '\n';
    const Mat3 A = rotation_matrix(s.q.tail<4>());
    violation = std::max(violation, (s.q.head<3>() - A.col(1)).norm());
    drift = std::max(drift, std::abs(top.energy(s) / energy - 1));
    return bool(csv);
  };
  DriveOptions times;
  times.output_times = Times::evenly(0, 1, 1000);
  Driver driver(top, *method);
  if (report.ok()) report = driver.run(times, write).last;
  csv.close();

  const Statistics& work = method->statistics();
  std::printf("heavy top, 1 s, %s, ERROR = %g\n", name.c_str(), options.error);
  std::printf("  %ld steps (%ld rejected), %ld iterations, %ld Jacobians, %ld factorisations\n",
              work.steps, work.rejected_steps, work.iterations, work.jacobians,
              work.factorizations + work.refactorizations);
  std::printf("  step size %.2g to %.2g s; energy drift %.2g; constraint violation %.2g m\n",
              work.h_min, work.h_max, drift, violation);
  std::printf("  results: %s\n", path.c_str());
  if (report.ok() && csv) return 0;
  std::fprintf(stderr, "error: %s\n",
               report.ok() ? "the results could not be written" : report.message.c_str());
  return report.ok() ? 4 : 3;
}
