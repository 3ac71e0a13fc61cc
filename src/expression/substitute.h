// Replacing leaves and calls of an expression by other expressions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "expression/inspect.h"
#include "expression/tree.h"

namespace trammel::expression {

// Returns the tree that takes the place of a quantity, or null to keep the quantity.
using Replacement = std::function<const Tree*(const Quantity&)>;

// Every quantity is asked for once per occurrence; replacements are not searched again. The new
// nodes carry the origin of the quantity they replace. Nothing when the result would have more than
// `max_nodes` nodes.
std::optional<Tree> substitute(const Tree& tree, const Replacement& replacement,
                               std::size_t max_nodes = 100000);

// Makes the tree that takes the place of a call from its arguments.
using CallReplacement = std::function<Tree(std::span<const Tree> arguments)>;

// Every call of the function, inner ones first: arguments are what has taken their place. Replacements are not
// searched again, and all nodes keep their origins. Nothing when the result would have more than `max_nodes` nodes.
std::optional<Tree> substitute_calls(const Tree& tree, const Function& function,
                                     const CallReplacement& replacement,
                                     std::size_t max_nodes = 100000);

}  // namespace trammel::expression
