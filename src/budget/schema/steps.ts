// The budget's schema as numbered additive steps, in order; the next one is number `length + 1`.

import type { Step } from "../../platform/sql/migrate.ts";
import { core } from "./0001-core.ts";
import { jobs } from "./0002-jobs.ts";
import { transactions } from "./0003-transactions.ts";
import { linked } from "./0004-linked.ts";
import { crypto } from "./0005-crypto.ts";
import { history } from "./0006-history.ts";
import { budgets } from "./0007-budgets.ts";
import { recurring } from "./0008-recurring.ts";
import { rates } from "./0009-rates.ts";
import { members } from "./0010-members.ts";
import { grants } from "./0011-grants.ts";
import { banks } from "./0012-banks.ts";
import { cryptoSources } from "./0013-crypto-sources.ts";
import { sourceGenerations } from "./0014-source-generations.ts";
import { sourcePins } from "./0015-source-pins.ts";
import { notReviewed } from "./0016-not-reviewed.ts";
import { debts } from "./0017-debts.ts";
import { since } from "./0018-since.ts";
import { admitted } from "./0019-admitted.ts";
import { recorded } from "./0020-recorded.ts";
import { origin } from "./0021-origin.ts";
import { ruleEffects } from "./0022-rule-effects.ts";
import { restoring } from "./0023-restoring.ts";

// prettier-ignore
export const STEPS: readonly Step[] = [core, jobs, transactions, linked, crypto, history, budgets, recurring, rates, members, grants, banks, cryptoSources, sourceGenerations, sourcePins, notReviewed, debts, since, admitted, recorded, origin, ruleEffects, restoring];
