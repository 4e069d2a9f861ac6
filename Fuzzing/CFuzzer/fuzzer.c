// SPDX-License-Identifier: MIT
#include "fuzzer.h"
