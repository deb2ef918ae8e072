// The order in which test files start. Without durations of an earlier run Vitest starts large files first, so a short
// file that takes minutes would begin last, and one core would wait for it alone. Those files are listed here.

import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The files that take longest on two cores, four at a time; the longest of each project first. */
export const LONGEST: readonly string[] = [
  "test/remote/mail-kills.test.ts",
  "test/remote/faults.test.ts",
  "test/remote/kills.test.ts",
  "test/importer/laws/formats.test.ts",
  "test/importer/laws/embedded.test.ts",
  "test/budget/contract/authority.test.ts",
  "test/importer/matching/pending-laws.test.ts",
  "test/budget/contract/contract.test.ts",
  "test/importer/laws/mutation.test.ts",
  "test/budget/plans.test.ts",
  "test/browser/journey.test.ts",
  "test/node/terminal.test.ts",
  "test/node/second-tributary.test.ts",
  "test/stories/kill.test.ts",
  "test/stories/watch.test.ts",
  "test/browser/year.test.ts",
  "test/browser/year-otherwise.test.ts",
  "test/browser/every-page.test.ts",
  "test/browser/inbox.test.ts",
];

/** The files in their given order, but those of `longest` first, as they are listed. */
export function moveForward<T>(
  files: readonly T[],
  pathOf: (file: T) => string,
  longest: readonly string[],
): T[] {
  const ranks = new Map(longest.map((path, index) => [path, index]));
  const rank = (file: T) => ranks.get(pathOf(file)) ?? longest.length;
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** Keeps Vitest's order of groups and projects; within a project the longest files start first. */
export default class LongestFirst extends BaseSequencer {
  /** Vitest's own order, in which a file of LONGEST comes before the others of its project. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((own) =>
      moveForward(
        own,
        ({ moduleId, project }) => pathBelow(project.config.root, moduleId),
        LONGEST,
      ),
    );
  }
}

function pathBelow(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
