// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/examples.h"

namespace trammel::adm {
namespace {

constexpr StatementExample examples[] = {
    {"UNITS", "m a = UCF · F", "model",
     "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND"},
    {"PART", "m r̈ = Σ F, J ω̇ + ω × J ω = Σ T about the centre of mass", "equations",
     "PART/5, MASS = 2, CM = 51, IP = 0.1, 0.1, 0.2, QG = 0, 1, 0, REULER = 90D, 0D, 0D"},
    {"POINT_MASS", "m r̈ = Σ F", "equations", "POINT_MASS/4, MASS = 0.5, CM = 41, QG = 0, 0, 2"},
    {"MARKER", "r = r_part + A_part QP, axes A_part A_marker", "rotations",
     "MARKER/61, PART = 2, QP = 0.5, 0, 0, REULER = 90D, 90D, 0D"},
    {"JOINT", "as many of d·x, d·y, d·z = 0 and (axis of I)·(axis of J) = 0 as the type takes away",
     "mechanisms", "JOINT/1, REVOLUTE, I = 21, J = 11, ICROT = 30D"},
    {"JPRIM", "as the table says; INPLANE: d·z_j = 0", "mechanisms",
     "JPRIM/1, INPLANE, I = 22, J = 12"},
    {"COUPLER", "r1 q1 + r2 q2 [+ r3 q3] = 0", "mechanisms",
     "COUPLER/1, JOINTS = 1, 2, TYPE = R:T, SCALES = 1, -0.1"},
    {"GEAR",
     "c1 q1 = c2 q2 + const, c = ±(z × (p − r))·z_cv of a turning joint, p the origin of CV",
     "mechanisms", "GEAR/1, JOINTS = 1, 3, CV = 15"},
    {"GCON", "FUNCTION = 0", "mechanisms", "GCON/1, FUNCTION = DX(21, 31)**2 + DY(21, 31)**2 - 1"},
    {"PTCV", "d − r(u) = 0 in the axes of RM, u the place on the curve", "higher_pairs",
     "PTCV/1, I = 21, JFLOAT = 91, RM = 11, CURVE = 1"},
    {"CVCV", "d + R r_i(u) − r_j(w) = 0, n·(R r_i′ × r_j′) = 0", "higher_pairs",
     "CVCV/1, IFLOAT = 92, JFLOAT = 93, IRM = 22, JRM = 31, ICURVE = 1, JCURVE = 1"},
    {"MOTION", "displacement (velocity, acceleration) − FUNCTION = 0", "mechanisms",
     "MOTION/1, JOINT = 3, FUNCTION = 2*PI*TIME"},
    {"SFORCE", "F = FUNCTION along (r_i − r_j)/|r_i − r_j|; T = FUNCTION about z_j", "mechanisms",
     "SFORCE/1, TRANSLATIONAL, I = 21, J = 12\n"
     ", FUNCTION = -100*(DM(21, 12) - 0.5) - 2*VR(21, 12)"},
    {"VFORCE", "F = FX x + FY y + FZ z, axes of RM", "mechanisms",
     "VFORCE/1, I = 21, JFLOAT = 94, RM = 11, FX = 0\\ FY = 0\\ FZ = -5*VZ(21, 11)"},
    {"VTORQUE", "T = TX x + TY y + TZ z, axes of RM", "mechanisms",
     "VTORQUE/1, I = 21, JFLOAT = 95, RM = 11, TX = 0\\ TY = 0\\ TZ = -5*WZ(21, 11)"},
    {"GFORCE", "F = FX x + FY y + FZ z, T = TX x + TY y + TZ z, axes of RM", "mechanisms",
     "GFORCE/1, I = 21, JFLOAT = 96, RM = 11, FX = 1\\ FY = 0\\ FZ = 0\\ TX = 0\\ TY = 0\\ TZ = 2"},
    {"SPRINGDAMPER",
     "F = −C d|r_i − r_j|/dt − K (|r_i − r_j| − LENGTH) + FORCE; "
     "T = −CT ω_z − KT (θ − ANGLE) + TORQUE",
     "mechanisms", "SPRINGDAMPER/1, TRANSLATIONAL, I = 21, J = 12, K = 1000, C = 10, LENGTH = 0.4"},
    {"BUSHING",
     "F_x = −K_x DX(i,j,j) − C_x VX(i,j,j,j) + FORCE_x, "
     "T_x = −KT_x AX(i,j) − CT_x WX(i,j,j) + TORQUE_x; likewise y, z",
     "mechanisms",
     "BUSHING/1, I = 21, J = 11, K = 1E5, 1E5, 1E4, C = 100, 100, 10\n"
     ", KT = 50, 50, 50, CT = 1, 1, 1"},
    {"BEAM",
     "(F, T) = −K (q − (LENGTH, 0, 0, 0, 0, 0)) − C q̇; K11 = E A/L, K22 = 12 E Izz/(L³(1 + Py)), "
     "K26 = −6 E Izz/(L²(1 + Py)), K66 = (4 + Py) E Izz/(L(1 + Py)), Py = 12 E Izz ASY/(G A L²), "
     "K44 = G Ixx/L",
     "beams",
     "BEAM/1, I = 21, J = 11, LENGTH = 0.5, AREA = 1E-4, IXX = 1.4E-9, IYY = 8E-10, IZZ = 8E-10\n"
     ", EMODULUS = 2.1E11, GMODULUS = 8E10, CRATIO = 1E-4"},
    {"FIELD", "(F, T) = −K (q − LENGTH) − C q̇ + FORCE, q = (x, y, z, angles) of I in the axes of J",
     "beams",
     "FIELD/1, I = 21, J = 11, KMATRIX = 1E4, 0, 0, 0, 0, 0, 0, 1E4, 0, 0, 0, 0, 0, 0, 1E4, 0, 0, "
     "0\n"
     ", 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 50, CRATIO = 0.01"},
    {"NFORCE", "(F1, T1, F2, …) = −K (q − LENGTH) − C q̇ + FORCE, q of all markers in the axes of J",
     "beams", "NFORCE/1, IMARKERS = 21, J = 11, KMATRIX = 4, CRATIO = 0.01"},
    {"FRICTION",
     "f = −(μs L + P)(s + exp(−(|v|/V)²)(g v − |v| s)/V), ṡ = (g v − |v| s)/(g D), "
     "g = (μ(|v|) L + P)/(μs L + P): L the load, P the preload, s bristles",
     "friction",
     "FRICTION/1, JOINT = 2, MU_STATIC = 0.3, MU_DYNAMIC = 0.2\n"
     ", STICTION_TRANSITION_VELOCITY = 0.01, MAX_STICTION_DEFORMATION = 1E-4, FORMULATION = LUGRE"},
    {"VARIABLE", "VARVAL(id) = FUNCTION", "mechanisms", "VARIABLE/1, FUNCTION = 0.5*2*VM(21)**2"},
    {"DIFF", "DIF1(id) = FUNCTION, or FUNCTION = 0", "equations",
     "DIFF/1, IC = 0, FUNCTION = (VARVAL(1) - DIF(1))/0.05"},
    {"ARRAY", "", "systems", "ARRAY/1, IC, NUMBERS = 1, 2.5, -4"},
    {"STRING", "", "", "STRING/1, STRING = a text for a user routine"},
    {"SPLINE", "y(x), y(x, z)", "splines",
     "SPLINE/1, X = 0, 1, 2, 3, Y = 0, 2, 1, 0, LINEAR_EXTRAPOLATE"},
    {"MATRIX", "", "", "MATRIX/1, FULL = RORDER, ROWS = 2, COLUMNS = 2, VALUES = 0, 1, -4, -0.4"},
    {"CURVE", "r(u) = (x(u), y(u), z(u))", "splines", "CURVE/1, OPEN, MATRIX = 9, CURVE_POINTS"},
    {"SENSOR", "FUNCTION − VALUE = 0", "steps",
     "SENSOR/1, LE, FUNCTION = DZ(21, 11), VALUE = 0, ERROR = 1E-6, RETURN"},
    {"LSE", "ẋ = A x + B u, y = C x + D u", "systems",
     "LSE/1, X = 11, U = 12, Y = 13, A = 1, B = 2, C = 3"},
    {"TFSISO", "y = Σ n_k s^k / Σ d_k s^k · u", "systems",
     "TFSISO/1, X = 21, U = 22, Y = 23, NUMERATOR = 3, DENOMINATOR = 4, 0.4, 1"},
    {"GSE", "ẋ = f(t, x, x_d, u), y = g(t, x, x_d, u), x_d ← h(t, x, x_d, u) at samples", "systems",
     "GSE/1, NS = 1, NO = 1, X = 31, U = 32, Y = 33, FUNCTION = USER(2, 0.5)\\\n"
     ", INTERFACE = controller::rates, controller::outputs"},
    {"PINPUT", "", "systems", "PINPUT/1, VARIABLES = 1"},
    {"POUTPUT", "", "systems", "POUTPUT/1, VARIABLES = 1"},
    {"PSTATE", "", "linear", "PSTATE/1, VARIABLES = 1"},
    {"ACCGRAV", "F = m (IGRAV, JGRAV, KGRAV)", "equations", "ACCGRAV/KGRAV = -9.81"},
    {"REQUEST", "", "measures",
     "REQUEST/1, DISPLACEMENT, I = 21, J = 11\n"
     "REQUEST/2, F2 = AZ(21, 11)*RTOD\\ F3 = SFORCE(1, 0, 2, 0), CNAMES = \"\", \"angle\", "
     "\"force\""},
    {"MREQUEST", "", "measures", "MREQUEST/1, FORCE, JOINTS = ALL"},
    {"GRAPHICS", "", "", "GRAPHICS/1, CYLINDER, CM = 21, LENGTH = 0.5, RADIUS = 0.02"},
    {"OUTPUT", "", "", "OUTPUT/REQSAVE"},
    {"RESULTS", "", "", "RESULTS/XRF, NOACCELERATIONS"},
    {"INTEGRATOR",
     "HHT: M a + (1 + α)(Γᵀλ − Q) − α (Γᵀλ − Q)_last = 0; GSTIFF: BDF of order 1 to 6", "hht",
     "INTEGRATOR/GSTIFF, SI2, ERROR = 1E-6, HMAX = 0.01"},
    {"EQUILIBRIUM", "Γᵀλ − Q = 0, Φ = 0 with v = a = ẋ = 0; (K + STABILITY (C + M)) Δq = …",
     "statics", "EQUILIBRIUM/IMBALANCE = 1E-6, ALIMIT = 5D, MAXIT = 50, FUNNEL"},
    {"KINEMATICS", "Φ(t, q) = 0, Γ v = −Φ_t, Γ a = γ", "initial_conditions",
     "KINEMATICS/ERROR = 1E-8"},
    {"IC", "½ (q − q0)ᵀ W (q − q0) → min with Φ(q) = 0", "initial_conditions",
     "IC/ERROR = 1E-12, MAXIT = 50"},
    {"DEBUG", "", "", "DEBUG/EPRINT"},
    {"PREFERENCES", "", "", "PREFERENCES/NTHREADS = 1"},
};

}  // namespace

std::span<const StatementExample> statement_examples() {
  return examples;
}

std::string_view example_model() {
  return "PART/1, GROUND\n"
         "MARKER/11, PART = 1\n"
         "MARKER/12, PART = 1, QP = 0, 0, 0.1\n"
         "MARKER/13, PART = 1, QP = 2, 0, 0\n"
         "MARKER/15, PART = 1, QP = 1, 0, 0, REULER = 0D, -90D, 0D\n"
         "MARKER/91, PART = 1, FLOATING\n"
         "MARKER/93, PART = 3, FLOATING\n"
         "MARKER/94, PART = 1, FLOATING\n"
         "MARKER/95, PART = 1, FLOATING\n"
         "MARKER/96, PART = 1, FLOATING\n"
         "PART/2, MASS = 1, CM = 21, IP = 0.01, 0.01, 0.01\n"
         "MARKER/21, PART = 2\n"
         "MARKER/22, PART = 2, QP = 0.5, 0, 0\n"
         "MARKER/92, PART = 2, FLOATING\n"
         "PART/3, MASS = 1, CM = 31, IP = 0.01, 0.01, 0.01, QG = 2, 0, 0\n"
         "MARKER/31, PART = 3\n"
         "MARKER/41, POINT_MASS = 4\n"
         "MARKER/51, PART = 5\n"
         "JOINT/2, TRANSLATIONAL, I = 31, J = 12\n"
         "JOINT/3, REVOLUTE, I = 31, J = 13\n"
         "MATRIX/2, FULL = CORDER, ROWS = 2, COLUMNS = 1, VALUES = 0, 1\n"
         "MATRIX/3, FULL = RORDER, ROWS = 1, COLUMNS = 2, VALUES = 1, 0\n"
         "MATRIX/4, SPARSE, ROWS = 6, COLUMNS = 6, I = 1, 2, 3, J = 1, 2, 3\n"
         ", VALUES = 1E4, 1E4, 1E4\n"
         "MATRIX/9, FULL = RORDER, ROWS = 4, COLUMNS = 3\n"
         ", VALUES = 0, 0, 0, 1, 1, 0, 2, 0, 0, 3, -1, 0\n"
         "ARRAY/11, X, SIZE = 2\nARRAY/12, U, VARIABLES = 1\nARRAY/13, Y, SIZE = 1\n"
         "ARRAY/21, X, SIZE = 2\nARRAY/22, U, VARIABLES = 1\nARRAY/23, Y, SIZE = 1\n"
         "ARRAY/31, X, SIZE = 1\nARRAY/32, U, VARIABLES = 1\nARRAY/33, Y, SIZE = 1\n";
}

}  // namespace trammel::adm
