// A contestant of the suite: IDA of SUNDIALS with KLU on Trammel's equations (ida_equations.h).
//
// Set up as its manual advises for such systems: multipliers are marked as algebraic and left out of the
// error test, the matrix is exact, outputs are interpolated. Settings that are swept:
//   tolerance                absolute, of positions and angles
//   relative                 of the tolerance times |y| (0: purely absolute)
//   velocity                 tolerance of velocities over that of positions
//   multiplier               the same for multipliers, which only Newton's test sees
//   ordering                 amd, colamd or natural
//   kmax                     highest order
// SPDX-License-Identifier: BSD-3-Clause
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <stdexcept>

#include "ida_equations.h"
#include "task.h"

namespace trammel::suite {
namespace {

template <class T, void (*destroy)(T)>
struct Owner {
  T it = nullptr;
  Owner() = default;
  explicit Owner(T t) : it(t) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { destroy(it); }
};
void destroy_matrix(SUNMatrix m) {
  SUNMatDestroy(m);
}
void destroy_solver(SUNLinearSolver s) {
  SUNLinSolFree(s);
}
void destroy_context(SUNContext context) {
  SUNContext_Free(&context);
}
void destroy_memory(void* memory) {
  IDAFree(&memory);
}

int residual(double t, N_Vector y, N_Vector y_dot, N_Vector f, void* user) {
  const auto& equations = *static_cast<const IdaEquations*>(user);
  return equations.residual(t, NV_DATA_S(y), NV_DATA_S(y_dot), NV_DATA_S(f)) == Outcome::ok ? 0 : 1;
}

int jacobian(double t, double c, N_Vector y, N_Vector y_dot, N_Vector, SUNMatrix out, void* user,
             N_Vector, N_Vector, N_Vector) {
  const auto& equations = *static_cast<const IdaEquations*>(user);
  const Pattern& p = equations.pattern();
  std::copy(p.start().begin(), p.start().end(), SM_INDEXPTRS_S(out));
  std::copy(p.rows().begin(), p.rows().end(), SM_INDEXVALS_S(out));
  const Outcome outcome = equations.jacobian(t, NV_DATA_S(y), NV_DATA_S(y_dot), c, SM_DATA_S(out));
  return outcome == Outcome::ok ? 0 : 1;
}

void check(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string(what) + ": " + IDAGetReturnFlagName(flag));
}

void fill_tolerances(const Task& task, const IdaEquations& equations, double* absolute,
                     double* is_differential) {
  const double tolerance = task.number("tolerance", 1e-6);
  const double multiplier = tolerance * task.number("multiplier", 1);
  const double velocity = tolerance * task.number("velocity", 1);
  for (int k = 0; k < equations.size(); ++k) {
    const bool algebraic =
        (k >= equations.multipliers() && k < equations.states()) || k >= equations.unknowns();
    is_differential[k] = algebraic ? 0 : 1;
    absolute[k] = algebraic ? multiplier : k >= equations.velocities() ? velocity : tolerance;
  }
}

int ordering(const std::string& name) {  // of KLU
  return name == "amd" ? 0 : name == "colamd" ? 1 : 2;
}

void count(void* ida, SUNLinearSolver solver, Work& work) {
  IDAGetNumSteps(ida, &work.steps);
  IDAGetNumNonlinSolvIters(ida, &work.iterations);
  IDAGetNumResEvals(ida, &work.residuals);
  IDAGetNumJacEvals(ida, &work.jacobians);
  work.factorizations = work.jacobians;  // IDA factors each matrix once
  if (const sun_klu_numeric* numeric = SUNLinSol_KLUGetNumeric(solver))
    work.factor_entries = double(numeric->lnz) + double(numeric->unz);
}

Work integrate(const Task& task, const Subject& subject, const IdaEquations& equations,
               Track& track, const std::function<void()>& ready) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  const Owner<SUNContext, destroy_context> context_owner(context);
  const auto vector = [&] { return N_VNew_Serial(equations.size(), context); };
  const Owner<N_Vector, N_VDestroy> y(vector()), y_dot(vector()), absolute(vector()), id(vector());
  equations.start(NV_DATA_S(y.it), NV_DATA_S(y_dot.it));
  fill_tolerances(task, equations, NV_DATA_S(absolute.it), NV_DATA_S(id.it));
  Owner<void*, destroy_memory> ida(IDACreate(context));
  check(IDAInit(ida.it, residual, 0, y.it, y_dot.it), "IDAInit");
  const double relative = task.number("tolerance", 1e-6) * task.number("relative", 0);
  check(IDASVtolerances(ida.it, relative, absolute.it), "IDASVtolerances");
  check(IDASetUserData(ida.it, const_cast<IdaEquations*>(&equations)), "IDASetUserData");
  check(IDASetId(ida.it, id.it), "IDASetId");
  check(IDASetSuppressAlg(ida.it, 1), "IDASetSuppressAlg");
  check(IDASetMaxOrd(ida.it, int(task.number("kmax", 5))), "IDASetMaxOrd");
  check(IDASetMaxNumSteps(ida.it, 10000000), "IDASetMaxNumSteps");
  const Owner<SUNMatrix, destroy_matrix> matrix(SUNSparseMatrix(
      equations.size(), equations.size(), equations.pattern().n_entries(), CSC_MAT, context));
  const Owner<SUNLinearSolver, destroy_solver> solver(SUNLinSol_KLU(y.it, matrix.it, context));
  SUNLinSol_KLUSetOrdering(solver.it, ordering(task.text("ordering", "amd")));
  check(IDASetLinearSolver(ida.it, solver.it, matrix.it), "IDASetLinearSolver");
  check(IDASetJacFn(ida.it, jacobian), "IDASetJacFn");
  ready();

  Work work;
  work.ok = true;
  Vector q(subject.system().layout().n_q);
  for (const double t : task.times()) {
    double reached = 0;
    const int flag = IDASolve(ida.it, t, &reached, y.it, y_dot.it, IDA_NORMAL);
    if (flag < 0) {
      work.ok = false, work.why = IDAGetReturnFlagName(flag);
      break;
    }
    q = Eigen::Map<const Vector>(NV_DATA_S(y.it), q.size());
    track.add(subject.bodies(), q);
  }
  count(ida.it, solver.it, work);
  work.unknowns = equations.size();
  return work;
}

Run make(const Task& task, const Subject& subject) {
  return [&](Track& track, const std::function<void()>& ready) {
    IdaEquations equations(subject.system(), subject.start().state);
    return integrate(task, subject, equations, track, ready);
  };
}

}  // namespace
}  // namespace trammel::suite

int main(int argc, char** argv) {
  return trammel::suite::compete(argc, argv, trammel::suite::make);
}
