// One function for each command; commands.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/acf/command.h"

namespace trammel::acf {

CommandPointer file();
CommandPointer simulate();
CommandPointer activate();
CommandPointer deactivate();
CommandPointer linear();
CommandPointer save();
CommandPointer reload();
CommandPointer list();
CommandPointer info();
CommandPointer time();
CommandPointer help();
CommandPointer stop();

}  // namespace trammel::acf
