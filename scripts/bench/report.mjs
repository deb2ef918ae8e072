// Prints the lines of a run and keeps them, to be saved and to be compared with a saved run.

import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { ROOT } from "../local.mjs";
import { compareLine, describeComparison, makeLine, median } from "./compare.mjs";

/** The lines of one run. `saved`: the lines of an earlier run by name (parseRun), or null. */
export class Report {
  #part = "";
  #saved;
  #where = describePlace();
  #lines = new Map();

  constructor(saved) {
    this.#saved = saved;
  }

  /** What follows belongs to the part of this name. */
  begin(part) {
    this.#part = part;
  }

  /** Says which lines the saved run has of this part that were not measured now. */
  end() {
    if (this.#saved === null) return;
    const missing = [...this.#saved.keys()].filter(
      (name) => name.startsWith(`${this.#part}: `) && !this.#lines.has(name),
    );
    if (missing.length > 0) console.log(`  only in the saved run: ${missing.join(", ")}`);
  }

  /** All lines so far, as they are saved. */
  get lines() {
    return [...this.#lines.values()];
  }

  heading(text) {
    console.log(`\n${text}`);
  }

  /**
   * Prints a line of milliseconds and keeps it. `figures`: one for each round, or a single number.
   * `name`: the line's name within its part where the label is not unique or holds a figure;
   * `rival`: the name of the line that it is compared with, which was printed before.
   */
  line(label, figures, note, { name, rival } = {}) {
    const all = [figures].flat();
    const compared = this.keep(name ?? label.trim(), all, "ms", rival);
    console.log(
      `  ${label.padEnd(40)} ${median(all).toFixed(1).padStart(9)} ms   ${note}${compared}`,
    );
  }

  /** Prints and keeps a figure in another unit. */
  figure(label, figures, unit, note, { name, rival } = {}) {
    const all = [figures].flat();
    const compared = this.keep(name ?? label.trim(), all, unit, rival);
    console.log(
      `  ${label.padEnd(40)} ${median(all).toFixed(1).padStart(9)} ${unit}   ${note}${compared}`,
    );
  }

  /** Keeps figures that are printed as a part of another line; the comparison to print with them. */
  keep(name, figures, unit, rival) {
    const inPart = (one) => `${this.#part}: ${one}`;
    const facts = { rival: rival === undefined ? null : inPart(rival), unit };
    const line = makeLine(inPart(name), [figures].flat(), facts, this.#where);
    if (this.#lines.has(line.name)) throw new Error(`two lines are named "${line.name}"`);
    if (line.rival !== null && !this.#lines.has(line.rival))
      throw new Error(`"${line.rival}" is printed after the line that is compared with it`);
    this.#lines.set(line.name, line);
    if (this.#saved === null) return "";
    return `   [${describeComparison(compareLine(line, this.#lines, this.#saved))}]`;
  }
}

function describePlace() {
  const git = (...words) =>
    execFileSync("git", ["-C", ROOT, ...words], { encoding: "utf8", stdio: "pipe" }).trim();
  let commit = "unknown";
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
    commit = `${git("rev-parse", "--short", "HEAD")}${changed ? ", changed" : ""}`;
  } catch {
    // A copy without its history has no commit to name.
  }
  const processors = cpus();
  const machine = `${processors.length} x ${processors[0]?.model ?? "unknown"}`;
  return { machine, node: process.version, commit };
}
