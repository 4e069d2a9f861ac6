// SPDX-License-Identifier: MIT
// Counts the heap allocations of a program that links this, for benchmarks and nothing else.
#ifndef NEAR_CONNECT_ALLOCATION_COUNTER_H
#define NEAR_CONNECT_ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many times memory was asked for since the program's start, growing an allocation included.
uint64_t near_connect_allocation_count(void);

#endif
