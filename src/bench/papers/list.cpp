// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "bench/papers/experiments.h"

namespace trammel::bench::papers {

namespace {

constexpr std::array<PaperInfo, 5> all_papers = {{
    {Paper::hht, "HHT in index 3",
     "D. Negrut, R. Rampalli, G. Ottarsson, A. Sajdak: On the use of the HHT method in the context "
     "of index 3 "
     "differential algebraic equations of multibody dynamics."},
    {Paper::slides, "HHT-I3 and HHT-SI2, slides",
     "D. Negrut, with L. Jay: slides on the HHT-I3 and HHT-SI2 integrators. The formulas of the "
     "slides are lost in the "
     "text that is at hand."},
    {Paper::primer, "ADAMS/Solver primer", "D. Negrut, A. Dyer: ADAMS/Solver primer, 2004."},
    {Paper::state_time, "State-time elements",
     "M. Oghbaei, K. S. Anderson: A new time-finite-element implicit integration scheme for "
     "multibody system dynamics "
     "simulation, Comput. Methods Appl. Mech. Engrg., 2005."},
    {Paper::tlismni, "TLISMNI/Adams",
     "A. A. Shabana, D. Zhang, G. Wang: TLISMNI/Adams algorithm for the solution of the "
     "differential/algebraic equations of "
     "constrained dynamical systems."},
}};

constexpr std::array all_experiments = {
    Experiment{"hht-claims", Paper::hht, "sections 1 to 3", "Damping, order, conditioning",
               hht_claims},
    Experiment{"hht-models", Paper::hht, "section 4, Table I, Figs. 1 to 11",
               "Three industrial models", hht_models},
    Experiment{"si2-orders", Paper::slides, "order analyses, variable steps",
               "Orders of HHT-SI2 and HHT-I3", slides_orders},
    Experiment{"si2-speed", Paper::slides, "CPU comparisons", "CPU times of the slides",
               slides_speed},
    Experiment{"primer-pendulum", Paper::primer, "section 7", "The pendulum of the primer",
               primer_pendulum},
    Experiment{"st-table1", Paper::state_time, "Table 1, Fig. 8",
               "Errors of the stiff double pendulum", state_time_table},
    Experiment{"st-stability", Paper::state_time, "section 3.1, Figs. 4 and 5",
               "Stability of the elements", state_time_stability},
    Experiment{"st-structure", Paper::state_time, "section 3, Fig. 3", "Structure of the matrices",
               state_time_structure},
    Experiment{"st-curves", Paper::state_time, "Figs. 7, 9, 11, 12",
               "The stiff double pendulum in 75 steps", state_time_curves},
    Experiment{"st-comparison", Paper::state_time, "Fig. 10",
               "Elements beside a Runge-Kutta method of order 4", state_time_comparison},
    Experiment{"tl-reference", Paper::tlismni, "Tables 1 to 3, Figs. 2 to 4",
               "Three masses on springs", tlismni_reference},
    Experiment{"tl-stiff", Paper::tlismni, "Tables 4 to 6, Figs. 5 to 12",
               "Three masses on stiff springs", tlismni_stiff},
    Experiment{"tl-amplification", Paper::tlismni, "conclusions",
               "What the outer loop does to vibrations", tlismni_amplification},
    Experiment{"tl-orders", Paper::tlismni, "section 2", "Orders of the formulas", tlismni_orders},
    Experiment{"tl-vehicle", Paper::tlismni, "section 6.2, Tables 7 to 10, Figs. 13 to 20",
               "A vehicle", tlismni_vehicle},
};

}  // namespace

std::span<const PaperInfo> papers() {
  return all_papers;
}

const PaperInfo& info(Paper paper) {
  return *std::find_if(all_papers.begin(), all_papers.end(),
                       [&](const PaperInfo& p) { return p.paper == paper; });
}

std::span<const Experiment> experiments() {
  return all_experiments;
}

const Experiment* find_experiment(std::string_view id) {
  const auto at = std::find_if(all_experiments.begin(), all_experiments.end(),
                               [&](const Experiment& e) { return e.id == id; });
  return at == all_experiments.end() ? nullptr : &*at;
}

}  // namespace trammel::bench::papers
