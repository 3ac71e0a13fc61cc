// What all methods on independent coordinates share: attempts, partitions, one policy for failures,
// and the formulas' own language, stacked rows
//   Y = (q, v, x),   F = Ẏ = (B(q) v, a, ẋ)                                                (PART.5)
// of all coordinates. A method combines rows; evaluate() makes a state of the result, whose dependent
// coordinates follow from the independent ones. Theory: docs/theory/partitioning.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "integrators/quintic_interpolant.h"
#include "integrators/singular_passage.h"
#include "integrators/stepping_integrator.h"
#include "numerics/partitioned_motion.h"

namespace trammel {

class PartitionedIntegrator : public SteppingIntegrator {
 public:
  StepReport step(double t_limit) final;
  long partitions() const { return motion_.choices(); }
  // Where accelerations cost no factorisation.
  bool consistent_at(double t, State&) final;
  bool wants_all_coordinates() const final { return wants_all_; }

 protected:
  struct Attempt {
    AttemptResult result = AttemptResult::accepted;
    double error = 0, exponent = 2;  // relative to ERROR; power of h in it
    int iterations = 0;
  };

  PartitionedIntegrator(const Dae&, const IntegratorOptions&);

  // s1_ at t1_, h_ after s0_, with everything that belongs to it; `accepted` says no more than that
  // the error is known.
  virtual Attempt attempt() = 0;
  // s1_ has been accepted: the interpolant and what the next step needs.
  virtual void remember() = 0;
  virtual void set_end_memory(const Vector& memory) = 0;  // of the interpolant, after commit()
  // Without history, from s0_ and its rates f0_; infinite h: to be chosen.
  virtual void begin_history(double h) = 0;
  // A step of size h_ too short for the formula: s1_, without history; false: it is long enough.
  virtual bool glide() { return false; }
  virtual StepDecision decide(const Attempt&);  // what follows an attempt
  // Where a step evaluates the equations, as fractions of it.
  virtual std::span<const double> evaluated_at() const {
    static constexpr std::array end = {1.0};
    return end;
  }

  // Vibrations bound the steps, whatever ERROR is.
  virtual bool needs_short_steps() const { return false; }
  virtual bool has_variable_order() const { return false; }
  void advise(const std::string& text, double steps_ahead = 0);
  bool has_advised() const { return has_advised_ || !options_.observer; }

  // Noise (PASS.3) times h that disturbs a step, over ERROR.
  virtual double audible() const { return 1e-4; }
  // Rounding, magnified next to a singular pose, is seen by the error test in this step …
  bool is_noisy() const { return noisy_steps_ > 0; }
  // … which does not mind errors of that size: a shorter step would have no less.
  double tolerate_noise(double error) const;
  double most_noise() const;  // that is accepted there, over ERROR

  int rows() const { return layout_.n_q + layout_.n + layout_.n_x; }
  void stack(const State&, Vector& y) const;
  void rates(const State&, Vector& f);
  // The state at t whose independent coordinates are those of y.
  IndexOneReport evaluate(const Vector& y, double t, State&);
  static AttemptResult result_of(const IndexOneReport&);
  // Largest weighted independent entry of a difference of rows, over ERROR; it goes to error_.
  double error_size(const Vector& difference);
  // The same of tangent increments of positions, of velocities and states.
  double error_size(const Vector& position, const Vector& velocity, const Vector& states);
  // (QUINT.4) over ERROR: a second look at positions, as estimates of formulas are blind for a jump
  // between two of the times they know of.
  double position_defect(const QuinticInterpolant&);
  // A first step for a formula of order 1: ¼ √(ERROR/|Ÿ|).
  double cautious_step();
  // The same for a formula of higher order, for which it is too cautious by far; growth is quick.
  double bold_step() { return 4 * cautious_step(); }

  PartitionedMotion motion_;
  double t_limit_ = 0;          // of the step: an output or the end of the run
  Vector f0_;                   // rates of s0_
  Vector zero_;                 // no increment
  std::vector<int> raw_index_;  // of tangent entries, −1: of a rotation

 private:
  void forget_run() final;
  static constexpr double tolerated = 10;  // ERROR, where it cannot be told from noise

  StepReport begin(double h) final;
  StepReport restart(double h) final;
  bool plan_step(double t_limit);  // h_; false: nothing is left
  bool hop(AttemptResult);         // whether to try to cross a pose with another length, hop_
  Attempt limited_attempt();
  bool jumps();
  bool imposed_velocities_jump();
  void accept(double t);
  bool renew_partition();
  void watch_pace();
  StepReport give_up(const Attempt&) const;
  StepReport with_jump(StepReport) const;  // told, if attempts of this step were refused for one
  void count_factors();

  SingularPassage passage_;
  int noisy_steps_ = 0;  // that are left
  double noise_ = 0;     // the largest of theirs, over ERROR
  bool wants_all_ = false;
  bool is_repeated_ = false;            // the attempt: one before it has failed
  SingularPassage::Lengths crossings_;  // of a singular pose ahead …
  std::size_t hops_ = 0;                // … and how many of them have been tried in this step
  double hop_ = 0;                      // the length of the next one; 0: no hop
  double first_failed_ = 0;             // of the attempt that failed before them
  double failed_ = 0;                   // what a shorter step is to be shorter than
  FactorCounters counted_;
  double limit_watched_ = 0, time_watched_ = 0;  // t_limit_ and the time when it was set …
  double time_asked_ = 0;                        // of the last look
  int steps_to_limit_ = 0;                       // … and steps since then
  double steps_told_ = 0;                        // to be ahead, in an advice
  bool has_advised_ = false;                     // of anything
  Values values_;
  Vector defect_, q_, q_dot_, tangent_, jerk_, x_second_;
  State at_rest_;
  Vector rates_before_, rates_after_, second_before_, second_after_;  // imposed, …
  bool knows_before_ = false, knows_after_ = false;  // … where they have been asked for
  int imposed_row_ = -1;  // whose imposed velocity jumped in the last attempt at this step
  int jumping_row_ = -1;  // of the last attempt at this step that was refused as a jump
};

}  // namespace trammel
