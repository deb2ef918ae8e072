// A reporter for vitest: every test that failed at first and passed when it was run once more, with what failed. The run
// of CI names them, a line each, and fails where there are more than a few.

import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { cut } from "../scripts/printed.mjs";

const file = process.env.SECOND_ATTEMPTS ?? "";

export default class SecondAttempts {
  /** @type {string[]} */
  #seen = [];

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    if (!(test.diagnostic()?.flaky ?? false)) return;
    const failures = (test.result().errors ?? []).map(({ message }) => `: ${message.split("\n", 1)[0]}`);
    this.#seen.push(cut(`${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}${failures.join("")}`).clean);
  }

  onTestRunEnd() {
    if (file !== "") writeFileSync(file, this.#seen.map((line) => `${line}\n`).join(""));
  }
}
