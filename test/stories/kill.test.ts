// Goal: acknowledged work is durable and happens once. Method: the built Worker is killed with
// SIGKILL repeatedly in the middle of its work (scripts/kill.mjs). Afterwards all acknowledged rows
// are counted.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

/** SCALE is another number of rounds: SCALE=50. */
const ROUNDS = Number(process.env["SCALE"]) || 5;

test(`after ${ROUNDS} kill -9 under load no acknowledged row is lost or doubled`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "scripts/kill.mjs",
    "--rounds",
    String(ROUNDS),
    "--built",
    inject("builtWorker"),
  ]);
  const found: Record<string, number> = JSON.parse(stdout);

  expect(found).toMatchObject({ rounds: ROUNDS, lost: 0, twice: 0, unfinished: 0 });
  expect(found["acknowledged_rows"]).toBeGreaterThan(0);
  expect(found["uploads"]).toBeGreaterThan(0);
  expect(found["mails"]).toBeGreaterThan(0);
}, 600_000);
