// SPDX-License-Identifier: MIT
// libyaml, for scenario files: its parser's events, which have places, and in which nothing has been resolved yet.
#ifndef NEAR_CONNECT_CLIBYAML_SHIM_H
#define NEAR_CONNECT_CLIBYAML_SHIM_H

#include <yaml.h>

#endif
