#!/usr/bin/env node
// @ts-check
// tributary, the tool for a terminal. Plain Node 20 and later, no dependencies.

import { run } from "./run.mjs";

process.exitCode = await run(process.argv.slice(2));
