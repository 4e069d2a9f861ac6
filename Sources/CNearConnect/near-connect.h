/* SPDX-License-Identifier: MIT */
#pragma once

/**
 * SECTION:near-connect
 * @title: NEAR Connect
 * @short_description: any NEAR wallet in a GTK 3 program
 *
 * All functions are called on the thread that runs GTK. docs/embedding.md of the project is where to begin;
 * docs/embedding-threads.md has threads, forks and ownership, docs/embedding-errors.md each error.
 */

#include "near-connect-error.h"
#include "near-connect-values.h"
#include "near-connect-wallet-update.h"
#include "near-connect-transaction.h"
#include "near-connect-approval.h"
#include "near-connect-delegate.h"
#include "near-connect-manager.h"
#include "near-connect-widget.h"
#include "near-connect-dialog.h"
#include "near-connect-button.h"
#include "near-connect-utils.h"
