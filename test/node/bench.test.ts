// The bench's own arithmetic and words. How fast anything is, no test says.

import { describe, expect, it } from "vitest";
import { readArguments } from "../../scripts/bench/arguments.mjs";
import {
  compareLine,
  describeComparison,
  makeLine,
  median,
  parseRun,
  printRun,
} from "../../scripts/bench/compare.mjs";

const WHERE = { machine: "2 x Test", node: "v24.0.0", commit: "abc1234" };
type Line = ReturnType<typeof makeLine>;

function line(name: string, figures: number[], more: { rival?: string; unit?: string } = {}): Line {
  return makeLine(name, figures, more, WHERE);
}

function runOf(...lines: Line[]): Map<string, Line> {
  return new Map(lines.map((one) => [one.name, one]));
}

describe("a line of a run", () => {
  it("has the median and the least of its figures, and where it was measured", () => {
    expect(line("stage: papaparse", [30, 10, 20])).toEqual({
      name: "stage: papaparse",
      rival: null,
      median: 20,
      min: 10,
      unit: "ms",
      ...WHERE,
    });
  });

  it("has the upper of the two middle figures as its median", () => {
    expect(median([4, 1, 3, 2])).toBe(3);
  });

  it("sorts its figures as numbers and leaves them in their order", () => {
    const figures = [100, 9, 20];
    expect(median(figures)).toBe(20);
    expect(figures).toEqual([100, 9, 20]);
  });

  it("is refused without figures, and with figures that are no numbers", () => {
    expect(() => line("a", [])).toThrow('"a"');
    expect(() => line("a", [1, Number.NaN])).toThrow("NaN");
  });
});

describe("a saved run", () => {
  it("is read as it was printed, with a line of text for each line", () => {
    const [papa, stage] = [line("papa", [10]), line("stage", [25, 30], { rival: "papa" })];
    const text = printRun([papa, stage]);
    expect(text.trimEnd().split("\n")).toHaveLength(4);
    expect([...parseRun(text).values()]).toEqual([papa, stage]);
  });

  it("is refused where it is no JSON, no list, has a line without a median, or a line twice", () => {
    expect(() => parseRun("papa 10 ms")).toThrow("no JSON");
    expect(() => parseRun("{}")).toThrow("no list");
    expect(() => parseRun('[{"name":"papa"}]')).toThrow("no median");
    expect(() => parseRun(printRun([line("a", [1]), line("a", [2])]))).toThrow('"a" twice');
  });
});

describe("a line beside the saved one", () => {
  it("is told as ratios of medians and of best rounds", () => {
    const now = line("whole", [30, 60, 40]);
    const saved = runOf(line("whole", [20, 20, 60]));
    expect(compareLine(now, runOf(now), saved)).toEqual({ median: 2, min: 1.5, besideRival: null });
  });

  it("is twice as slow and unchanged beside its rival on a machine half as fast", () => {
    const saved = runOf(line("papa", [10]), line("stage", [25], { rival: "papa" }));
    const now = runOf(line("papa", [20]), line("stage", [50], { rival: "papa" }));
    const [papa, stage] = [...now.values()];
    expect(papa && compareLine(papa, now, saved)).toEqual({ median: 2, min: 2, besideRival: null });
    expect(stage && compareLine(stage, now, saved)).toEqual({ median: 2, min: 2, besideRival: 1 });
  });

  it("is unchanged and twice as slow beside its rival on a machine twice as fast", () => {
    const saved = runOf(line("papa", [10]), line("stage", [30], { rival: "papa" }));
    const stage = line("stage", [30], { rival: "papa" });
    const now = runOf(line("papa", [5]), stage);
    expect(compareLine(stage, now, saved)).toEqual({ median: 1, min: 1, besideRival: 2 });
  });

  it("has no ratio beside its rival where the rival is another one or was not measured", () => {
    const saved = runOf(line("papa", [10]), line("stage", [30], { rival: "papa" }));
    const other = line("stage", [30], { rival: "csv" });
    expect(compareLine(other, runOf(line("csv", [5]), other), saved)?.besideRival).toBeNull();
    const alone = line("stage", [30], { rival: "papa" });
    expect(compareLine(alone, runOf(alone), saved)?.besideRival).toBeNull();
  });

  it("is not compared with a line in another unit, nor where the saved run has none", () => {
    const size = line("start: bundle", [8], { unit: "MB" });
    expect(compareLine(size, runOf(size), runOf(line("start: bundle", [8])))).toBeNull();
    expect(compareLine(size, runOf(size), runOf())).toBeNull();
  });

  it("is unchanged where both figures are 0", () => {
    const none = line("journey: jobs", [0]);
    expect(compareLine(none, runOf(none), runOf(none))).toEqual({
      median: 1,
      min: 1,
      besideRival: null,
    });
  });

  it("is described in words", () => {
    expect(describeComparison({ median: 1.234, min: 1.1, besideRival: 0.987 })).toBe(
      "1.23 times the saved run (best rounds 1.10), 0.99 beside its rival",
    );
    expect(describeComparison({ median: 2, min: 2, besideRival: null })).toBe(
      "2.00 times the saved run (best rounds 2.00)",
    );
    expect(describeComparison(null)).toBe("not in the saved run");
  });
});

describe("the words after npm run bench --", () => {
  const read = (...words: string[]) =>
    readArguments(words, ["stage", "formats", "memory"], ["csv", "ofx"]);

  it("name parts, formats, two files, and whether it may take long", () => {
    const words = ["formats", "ofx", "--save", "a.json", "--against", "b.json", "--long"];
    expect(read(...words)).toEqual({
      parts: ["formats"],
      formats: ["ofx"],
      save: "a.json",
      against: "b.json",
      long: true,
    });
    expect(read()).toEqual({ parts: [], formats: [], long: false });
  });

  it("are refused where they name nothing, with the names there are", () => {
    expect(() => read("stage", "stag")).toThrow(/named stag\b.*stage, formats, memory.*csv, ofx/);
  });

  it("are refused where an option is unknown", () => {
    expect(() => read("--sav", "a.json")).toThrow("--sav");
  });

  it("are refused where a format is named after a part that has none", () => {
    expect(() => read("stage", "ofx")).toThrow("ofx");
  });
});
