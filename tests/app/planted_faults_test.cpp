// `trammel check` of one mechanism with a planted fault at a time. The faults are those that the rules of
// thumb of the primer (section 8.3) warn of; each must be told, by its element. What only looks like one must not.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

// A pendulum and a slider, with damped springs.
const std::string healthy = R"(blind
UNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND
ACCGRAV/JGRAV=-9.80665
PART/1,GROUND
MARKER/10,PART=1
MARKER/11,PART=1,QP=2,0,0
MARKER/12,PART=1,QP=0,0,0,REULER=90D,90D,0D
MARKER/13,PART=1,QP=-1,0,0
PART/2,MASS=3,CM=20,IP=0.3,0.3,0.1,QG=0,-0.5,0
MARKER/20,PART=2
MARKER/21,PART=2,QP=0,0.5,0
MARKER/22,PART=2,QP=0,-0.5,0
JOINT/1,REVOLUTE,I=21,J=10
SPRINGDAMPER/1,ROTATION,I=21,J=10,KT=4,CT=0.2
PART/3,MASS=5,CM=30,IP=0.2,0.2,0.2,QG=2,0,0
MARKER/30,PART=3
MARKER/31,PART=3,REULER=90D,90D,0D
MARKER/14,PART=1,QP=2,0,0,REULER=90D,90D,0D
JOINT/2,TRANSLATIONAL,I=31,J=14
SPRINGDAMPER/2,TRANSLATION,I=30,J=13,K=200,C=6,LENGTH=3
REQUEST/1,D,I=30,J=10
)";

struct Planted {
  const char* what;
  const char* told;  // in the line of the message
  std::string statements;
};

std::string push(const std::string& function) {
  return "SFORCE/9,TRANSLATIONAL,ACTIONONLY,I=31,J=14,FUNCTION=" + function + "\n";
}
std::string turn(const std::string& function) {
  return "SFORCE/9,ROTATIONAL,I=21,J=10,FUNCTION=" + function + "\n";
}
const std::string spline = "SPLINE/5,X=0,1,2,3,4,5,6,Y=0,0.2,0.5,0.3,0.1,0,0\n";

const std::vector<Planted> faults = {
    {"IF step force", "SFORCE/9", push("IF(TIME-0.3:0,0,12)")},
    {"MIN saturates", "VFORCE/9", R"(MARKER/99,PART=1,FLOATING
VFORCE/9,I=30,JFLOAT=99,RM=10,FX=MIN(5,100*(2-DX(30,10,10)))\FY=0\FZ=0
)"},
    {"MAX in GFORCE", "GFORCE/9", R"(MARKER/99,PART=1,FLOATING
GFORCE/9,I=20,JFLOAT=99,RM=10,FX=0\FY=0\FZ=0\TX=0\TY=0\TZ=-MAX(0,AZ(21,10))
)"},
    {"DIM in torque", "SFORCE/9", turn("-30*DIM(AZ(21,10),0.1)")},
    {"MOD in motion", "MOTION/9", R"(MOTION/9,JOINT=1,ROTATION,FUNCTION=0.1*MOD(TIME,0.5)
)"},
    {"IF in velocity motion", "MOTION/9",
     R"(MOTION/9,JOINT=1,ROTATION,VELOCITY,FUNCTION=IF(TIME-1:0,0,2)
)"},
    {"ABS through VARIABLE", "9", R"(VARIABLE/9,FUNCTION=ABS(VX(30,10,10,10))
)" + push("-2*VARVAL(9)")},
    {"Coulomb by SIGN", "SFORCE/9", push("-SIGN(4,VX(30,10,10,10))")},
    {"cubic spline displacement", "MOTION/9",
     spline + R"(MOTION/9,JOINT=2,TRANSLATION,FUNCTION=CUBSPL(TIME,0,5)
)"},
    {"Akima in velocity motion", "MOTION/9",
     spline + R"(MOTION/9,JOINT=2,TRANSLATION,VELOCITY,FUNCTION=AKISPL(TIME,0,5)
)"},
    {"Akima displacement via VARIABLE", "9", spline + R"(VARIABLE/9,FUNCTION=AKISPL(TIME,0,5)
MOTION/9,JOINT=2,TRANSLATION,FUNCTION=VARVAL(9)
)"},
    {"satellite in metres", "PART/4", R"(PART/4,MASS=100,CM=40,IP=1,1,1,QG=4.2E7,0,0,VY=3070
MARKER/40,PART=4
)"},
    {"dummy with 1e-20", "PART/4", R"(PART/4,MASS=1E-20,CM=40,IP=0,0,0,QG=2,0,0
MARKER/40,PART=4
JOINT/4,FIXED,I=40,J=30
)"},
    {"nearly massless on a bushing", "PART/4", R"(PART/4,MASS=1E-8,CM=40,IP=0.1,0.1,0.1,QG=2,0,0
MARKER/40,PART=4
BUSHING/4,I=40,J=30,K=1E3,1E3,1E3,C=1,1,1,KT=1,1,1,CT=1,1,1
)"},
    {"nearly massless on a beam", "PART/4", R"(PART/4,MASS=1E-9,CM=40,IP=0.1,0.1,0.1,QG=3,0,0
MARKER/40,PART=4
BEAM/4,I=40,J=30,LENGTH=1,IXX=1E-8,IYY=5E-9,IZZ=5E-9,AREA=1E-4,EMODULUS=2E9,GMODULUS=8E8,CRATIO=1E-3
)"},
    {"nearly massless on a spring", "PART/4", R"(PART/4,MASS=1E-9,CM=40,IP=0.1,0.1,0.1,QG=2,1,0
MARKER/40,PART=4
SPRINGDAMPER/4,TRANSLATION,I=40,J=30,K=50,C=0.1,LENGTH=1
)"},
    {"tiny inertia on torsion spring", "PART/4",
     R"(PART/4,MASS=1,CM=40,IP=1E-10,1E-10,1E-10,QG=2,0,0
MARKER/40,PART=4
JOINT/4,SPHERICAL,I=40,J=30
BUSHING/4,I=40,J=30,K=0,0,0,C=0,0,0,KT=10,10,10,CT=0.1,0.1,0.1
)"},
    {"part without mass pulled", "PART/4", R"(PART/4
MARKER/40,PART=4,QP=2,1,0
MARKER/33,PART=3,QP=0,1,0
JOINT/4,SPHERICAL,I=40,J=33
SPRINGDAMPER/4,ROTATION,I=40,J=33,KT=3,CT=0.1
)"},
    {"door on two hinges", "redundant: ", R"(PART/4,MASS=20,CM=40,IP=1,1,1,QG=5,0,0
MARKER/40,PART=4
MARKER/41,PART=4,QP=0,0,1
MARKER/42,PART=4,QP=0,0,-1
MARKER/51,PART=1,QP=5,0,1
MARKER/52,PART=1,QP=5,0,-1
JOINT/4,REVOLUTE,I=41,J=51
JOINT/5,REVOLUTE,I=42,J=52
)"},
    {"weld twice", "redundant: ", R"(PART/4,MASS=1,CM=40,IP=1,1,1,QG=2,0,0
MARKER/40,PART=4
MARKER/41,PART=4,QP=0,1,0
MARKER/33,PART=3,QP=0,1,0
JOINT/4,FIXED,I=40,J=30
JOINT/5,FIXED,I=41,J=33
)"},
    {"planar four-bar of revolutes", "redundant: ", R"(PART/4,MASS=1,CM=40,IP=1,1,1,QG=8,0,0
MARKER/40,PART=4
MARKER/41,PART=4,QP=0,1,0
PART/5,MASS=1,CM=50,IP=1,1,1,QG=8,1,0
MARKER/50,PART=5
MARKER/51,PART=5,QP=1,0,0
PART/6,MASS=1,CM=60,IP=1,1,1,QG=9,0,0
MARKER/60,PART=6
MARKER/61,PART=6,QP=0,1,0
MARKER/71,PART=1,QP=8,0,0
MARKER/72,PART=1,QP=9,0,0
JOINT/4,REVOLUTE,I=40,J=71
JOINT/5,REVOLUTE,I=50,J=41
JOINT/6,REVOLUTE,I=51,J=61
JOINT/7,REVOLUTE,I=60,J=72
)"},
    {"motion of a state", "MOTION/9", R"(MOTION/9,JOINT=1,ROTATION,FUNCTION=0.2*DX(30,10,10)
)"},
    {"no reference frame in damper", "SFORCE/9", push("-7*VX(30,22,22)")},
    {"no reference frame, vector", "VFORCE/9", R"(MARKER/99,PART=1,FLOATING
VFORCE/9,I=30,JFLOAT=99,RM=20,FX=0\FY=-2*VY(30,20,20)\FZ=0
)"},
    {"IMPACT exponent 1", "SFORCE/9", push("IMPACT(DX(30,10,10),VX(30,10,10,10),1,1E5,1,50,0.01)")},
    {"BISTOP exponent 1", "SFORCE/9",
     push("BISTOP(DX(30,10,10),VX(30,10,10,10),1,3,1E5,1,50,0.01)")},
    {"penetration depth too small", "SFORCE/9",
     push("IMPACT(DX(30,10,10),VX(30,10,10,10),1,1E5,2.2,50,1E-6)")},
    {"divides by what is zero", "SFORCE/9", push("0.1/DY(30,10,10)")},
    {"divides by a velocity at rest", "SFORCE/9", push("TIME/VX(30,10,10,10)")},
    {"1e23", "9", push("-1E23*(DX(30,10,10)-2)")},
    {"1e-20", "9", push("1E-20*SIN(TIME)")},
    {"spline too short", "5", R"(SPLINE/5,X=-1,-0.5,0,0.5,1,Y=4,2,0,-2,-4
)" + push("CUBSPL(DX(30,10,10),0,5)")},
    {"stiff without damping", "SPRINGDAMPER/4",
     R"(SPRINGDAMPER/4,TRANSLATION,I=30,J=13,K=5E8,LENGTH=3
)"},
    {"very high damping", "SPRINGDAMPER/4",
     R"(SPRINGDAMPER/4,TRANSLATION,I=30,J=13,K=10,C=5E7,LENGTH=3
)"},
    {"damper with wrong sign", "SFORCE/9", push("+6*VX(30,10,10,10)")},
    {"damping coefficient negative", "SPRINGDAMPER/4",
     R"(SPRINGDAMPER/4,ROTATION,I=21,J=10,KT=1,CT=-0.5
)"},
    {"stiff bushing without damping", "BUSHING/4", R"(PART/4,MASS=1,CM=40,IP=0.1,0.1,0.1,QG=2,0,0
MARKER/40,PART=4
BUSHING/4,I=40,J=30,K=1E8,1E8,1E8,C=0,0,0,KT=1E7,1E7,1E7,CT=0,0,0
)"},
    {"toggle in GCON", "GCON/9", R"(GCON/9,I=30,FUNCTION=DX(30,10,10)-2-0.1*MAX(0,TIME-1)
)"},
    {"lever with hardly any inertia", "PART/4: its moment of inertia",
     R"(PART/4,MASS=0.5,CM=40,IP=2E-11,2E-11,2E-11,QG=2,0,0
MARKER/40,PART=4
MARKER/34,PART=3
JOINT/4,REVOLUTE,I=40,J=34
SPRINGDAMPER/4,ROTATION,I=40,J=34,KT=0.3,CT=0.001
)"},
    {"dummy chain ends at a speck of dust", "PART/4: it has no mass", R"(PART/4,QG=0,3,0
MARKER/40,PART=4
PART/5,MASS=1E-9,CM=50,IP=0.1,0.1,0.1,QG=0,3,0
MARKER/50,PART=5
JOINT/4,FIXED,I=40,J=50
MARKER/15,PART=1,QP=0,4,0
SPRINGDAMPER/4,TRANSLATION,I=40,J=15,K=20,C=0.01,LENGTH=1
)"},
    {"stop of an angle that damps at once", "SFORCE/9",
     turn("BISTOP(AZ(21,10),WZ(21,10,10),-1,1,500,2,4,1E-6)")},
    {"tap between long steps", "SFORCE/9: its function has a pulse",
     push("40*STEP5(TIME,1.2,0,1.2005,1)*STEP5(TIME,1.2005,1,1.201,0)-VX(30,10,10,10)") +
         "INTEGRATOR/HHT,HMAX=0.02\n"},
    {"tap by IF", "SFORCE/9: its function has a pulse",
     push("IF(TIME-1.2:0,0,IF(TIME-1.201:40,40,0))-VX(30,10,10,10)")},
    {"spark in seconds", "INTEGRATOR: all that is switched by TIME",
     push("STEP5(TIME,0,0,4E-6,300)-STEP5(TIME,5E-6,0,8E-6,300)") + "INTEGRATOR/HHT,HMAX=2E-7\n"},
    {"fast filter", "DIFF/9", R"(DIFF/9,IC=0,FUNCTION=1E7*(SIN(TIME)-DIF(9))
)" + push("DIF(9)")},
};

const std::vector<Planted> no_faults = {
    {"bracket without mass on a link", "", R"(PART/4,QG=0,-1,0
MARKER/40,PART=4
MARKER/41,PART=4,QP=0.1,0,0
JOINT/4,FIXED,I=40,J=22
PART/5,QG=0.1,-1,0
MARKER/50,PART=5
JOINT/5,FIXED,I=50,J=41
MARKER/16,PART=1,QP=1,-1,0
SPRINGDAMPER/4,TRANSLATION,I=50,J=16,K=50,C=2,LENGTH=0.9
)"},
    {"crank without mass that moves a slider", "", R"(PART/4
MARKER/40,PART=4,QP=2,1,0
MARKER/17,PART=1,QP=2,1,0
JOINT/4,REVOLUTE,I=40,J=17
JPRIM/4,INPLANE,I=30,J=42
MARKER/42,PART=4,QP=2,0,0,REULER=90D,90D,90D
SPRINGDAMPER/4,ROTATION,I=40,J=17,KT=2,CT=0.1
)"},
    {"stop of an angle", "", turn("BISTOP(AZ(21,10),WZ(21,10,10),-1,1,500,2,4,0.01)")},
    {"short rise that stays", "", push("STEP(TIME,1.2,0,1.201,5)") + "INTEGRATOR/HHT,HMAX=0.02\n"},
    {"tap with short steps", "",
     push("STEP(TIME,1.2,0,1.21,5)-STEP(TIME,1.22,0,1.23,5)") + "INTEGRATOR/HHT,HMAX=0.01\n"},
};

// Lines of warnings and errors about what is told.
bool is_told(const std::string& messages, const std::string& told) {
  for (const std::string& line : lines_of(messages)) {
    const bool counts =
        line.find(": warning: ") != line.npos || line.find(": error: ") != line.npos;
    if (counts && line.find(told, line.find(": ")) != line.npos) return true;
  }
  return false;
}

class PlantedFaults : public RunCommand {
 protected:
  std::string messages_of(const std::string& model) const {
    write("model.adm", model + "END\n");
    return execute("check model.adm").errors;
  }
};

TEST_F(PlantedFaults, are_found) {
  EXPECT_EQ(messages_of(healthy), "") << "there is none yet";
  for (const Planted& each : faults) {
    const std::string messages = messages_of(healthy + each.statements);
    EXPECT_TRUE(is_told(messages, each.told)) << each.what << '\n' << messages;
  }
  std::string millimetres = healthy;
  millimetres.replace(millimetres.find("METER"), 5, "MILLIMETER");
  EXPECT_THAT(messages_of(millimetres), HasSubstr("warning: ACCGRAV: 9.80665 is the gravity"));
  EXPECT_GE(faults.size() + 1, 40u);
}

TEST_F(PlantedFaults, are_not_found_where_there_are_none) {
  std::string millimetres = healthy;
  millimetres.replace(millimetres.find("METER"), 5, "MILLIMETER");
  millimetres.replace(millimetres.find("-9.80665"), 8, "-9806.65");
  for (const Planted& each : no_faults) {
    EXPECT_EQ(messages_of(healthy + each.statements), "") << each.what;
    EXPECT_EQ(messages_of(millimetres + each.statements), "") << each.what;
  }
}

// Programs find the element also where the message speaks of the whole model.
TEST_F(PlantedFaults, have_an_element_in_json) {
  const std::string pulled = R"(PART/4
MARKER/40,PART=4,QP=2,1,0
MARKER/33,PART=3,QP=0,1,0
JOINT/4,SPHERICAL,I=40,J=33
SPRINGDAMPER/4,ROTATION,I=40,J=33,KT=3,CT=0.1
)";
  write("model.adm", healthy + pulled + "END\n");
  EXPECT_THAT(execute("check model.adm --json -").output, HasSubstr("\"element\": \"PART/4\""));
}

}  // namespace
}  // namespace trammel::app
