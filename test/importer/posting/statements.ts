// Random statements for the simulations, and the files that people export of them.

import { base32 } from "../../../src/platform/digest.ts";
import type { Coffee } from "./simulation.ts";

/** Up to 40 rows of four days with twins, equal rows of other texts, and some that the service cannot take. */
export function randomStatement(random: () => number): Coffee[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const length = 1 + Math.floor(random() * 40);
  return Array.from({ length }, () => {
    const date = `2026-03-0${1 + Math.floor(random() * 4)}`;
    const payee = pick(["Blue Bottle", "Lidl", "Rent"]);
    const amount = pick([30_000, 45_000, -100_000]);
    const poison = random() < 0.04;
    // Two texts may clean to one payee: other facts, yet equal to the service.
    const text = `${payee} ${pick(["", "#1"])}${poison ? "!" : ""}`;
    const hash = hashOf(`${amount} ${text}`);
    return {
      account: 1,
      date,
      amount,
      payee: poison ? `${payee} poison` : payee,
      key: `t1:${date.replaceAll("-", "")}:${hash}`,
      poison,
    };
  }).sort((a, b) => a.date.localeCompare(b.date));
}

/** The same statement as people export it: whole, again, in overlapping windows cut at day ends, newest first. */
export function windowsOf(statement: readonly Coffee[], random: () => number): Coffee[][] {
  const days = [...new Set(statement.map((row) => row.date))];
  const cut = Math.floor(random() * days.length);
  const until = (day: string | undefined) =>
    statement.filter((row) => day === undefined || row.date <= day);
  const from = (day: string | undefined) =>
    statement.filter((row) => day === undefined || row.date >= day);
  const windows = [until(days[cut]), from(days[Math.max(0, cut - 1)])];
  if (random() < 0.5) windows.push([...statement]);
  if (random() < 0.3) windows.push([...statement].reverse());
  return random() < 0.5 ? windows : windows.toReversed();
}

/** 26 base32 characters, different for different texts; the real hash is asynchronous and not what is tested here. */
function hashOf(text: string): string {
  const bytes = new Uint8Array(16);
  for (const [index, byte] of new TextEncoder().encode(text).entries()) {
    bytes[index % 16] = (Math.imul(bytes[index % 16] ?? 0, 31) + byte + index) & 255;
  }
  return base32(bytes);
}
