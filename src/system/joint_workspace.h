// Memory of evaluations in joint coordinates. For the files of this folder only.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "system/joint_coordinates.h"

namespace trammel::system {

// Memory of one evaluation, and what the last one has found.
struct JointCoordinates::Workspace {
  explicit Workspace(const Tree& tree) : motion(tree) {}

  TreeMotion motion;
  double t = 0;
  Vector q, v, x, memory;  // that the motion and the forces belong to
  int mode = 0;
  bool is_posed = false, is_moving = false, has_forces = false;
  Vector aux, x_dot, zero;
  std::vector<Vec4> orientations;
  State full, other;
  std::vector<TreeMotion::Pull> pulls, carried;  // of all rows; along the path of one
  std::vector<double> u, answers, products;      // u and D⁻¹u by entry; (TREE.9)
  SparseCholesky factors;
  Vector error, response;
  Values values;
};

// Borrowed for one evaluation.
class JointCoordinates::Lease {
 public:
  explicit Lease(const JointCoordinates& of) : of_(of) {
    {
      const std::lock_guard lock(of_.mutex_);
      if (!of_.idle_.empty()) {
        workspace_ = std::move(of_.idle_.back());
        of_.idle_.pop_back();
        return;
      }
    }
    workspace_ = std::make_unique<Workspace>(of_.tree_);
    const Layout& l = of_.system_.layout();
    workspace_->full = workspace_->other = make_state(l);
    workspace_->aux = workspace_->x_dot = Vector::Zero(l.n_x);
    workspace_->zero = Vector::Zero(0);
    const int n = of_.layout_.n, m = of_.layout_.m();
    workspace_->pulls.resize(of_.holds_.size());
    workspace_->carried.resize(std::size_t(of_.paths_.longest()));
    workspace_->u.assign(of_.paths_.columns().size(), 0);
    workspace_->answers = workspace_->u;
    workspace_->products.assign(of_.paths_.products_size(), 0);
    workspace_->factors = of_.paths_.factors();
    workspace_->error = Vector::Zero(m);
    workspace_->response = Vector::Zero(n);
    workspace_->values = make_values(of_.layout_);
    workspace_->orientations.resize(of_.tree_.joints.size() + 1);
  }
  ~Lease() {
    const std::lock_guard lock(of_.mutex_);
    of_.idle_.push_back(std::move(workspace_));
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Workspace* operator->() { return workspace_.get(); }
  Workspace& operator*() { return *workspace_; }

 private:
  const JointCoordinates& of_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace trammel::system
