// A model that commands change and simulate. Changes take effect together, before the next analysis:
// the equations are made anew and go on from the present state.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/acf/edits.h"
#include "io/acf/host.h"
#include "io/adm/reader.h"

namespace trammel::acf {

struct SimulatorOptions {
  analysis::Overrides overrides;  // of the command line; they come before all commands
  std::shared_ptr<elements::UserLibraries> libraries;
  std::function<bool()> stop_requested;
};

struct Simulation {
  analysis::Kind kind = analysis::Kind::automatic;
  std::optional<analysis::OutputTimes> times;  // none: at the present time only
};

class Simulator {
 public:
  Simulator(SimulatorOptions options, Host& host) : options_(std::move(options)), host_(host) {}

  void load(adm::Reading reading);
  bool has_model() const { return has_model_; }
  model::Model& model() { return model_; }
  const std::shared_ptr<elements::UserLibraries>& libraries() const { return options_.libraries; }
  const adm::Source& dataset() const { return dataset_; }
  Edits& edits() { return edits_; }
  // Carries a statement out on the model, from the present state; false after errors.
  bool change(const Command&);
  bool stop_requested() const { return options_.stop_requested && options_.stop_requested(); }

  // The present time; at first 0.
  double time() const { return running_ ? running_->session.state().state.t : 0; }

  // Equations and a consistent state of the model as it is now. False: there are none, and why has been
  // said.
  bool update();
  analysis::Session& session() { return running_->session; }

  // The results begin a new table.
  void start_table() { columns_.clear(); }

  // After update().
  analysis::RunReport run(const Simulation&);

  // To and from a file, with all that is needed to go on with the same numbers. Throw adm::FileError.
  std::string save(const std::string& path);  // what is wrong; empty: nothing
  std::string reload(const std::string& path, const Command& by);

 private:
  // A session refers to its model, which therefore is a copy that no command changes.
  struct Running {
    Running(const model::Model& m, std::shared_ptr<elements::UserLibraries> libraries)
        : model(m), session(model, std::move(libraries)) {}
    model::Model model;
    analysis::Session session;
  };

  bool check_edits();
  bool check_problems(const std::vector<model::Problem>&);
  const Command& giver(std::string_view text) const;
  void blame(const model::Problem&);
  void say(const analysis::Findings&);  // what has not been said yet
  bool check_settings(const Simulation&, analysis::RunSettings&);
  analysis::RunReport refuse(analysis::Finding);

  SimulatorOptions options_;
  Host& host_;
  bool has_model_ = false;
  adm::Source dataset_;
  model::Model model_;
  Edits edits_;
  std::vector<const Command*>
      integrators_;  // that have changed the integrator; empty: the dataset decides
  std::unique_ptr<Running> running_;
  bool is_new_state_ = true;          // not among the results yet
  std::vector<std::string> columns_;  // of the results, once there are any
  std::set<std::string> said_;
};

}  // namespace trammel::acf
