// The figures of a run of npm run bench as data, and how they compare with the figures of an earlier
// run. Pure functions: they print nothing, read no clock and open no file.

/** The middle of the figures; the upper of the two middle ones where their number is even. */
export function median(figures) {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)];
}

/**
 * One line of a run as it is saved. `figures`: one for each round; `rival`: the name of the line of
 * the same run that it is compared with, or null; `where`: { machine, node, commit }.
 *
 * @param {string} name
 * @param {number[]} figures
 * @param {{ rival?: string | null, unit?: string }} facts
 * @param {{ machine: string, node: string, commit: string }} where
 */
export function makeLine(name, figures, { rival = null, unit = "ms" }, where) {
  if (figures.length === 0 || figures.some((figure) => !Number.isFinite(figure)))
    throw new Error(`the line "${name}" has figures that are no numbers: ${figures.join(", ")}`);
  return { name, rival, median: median(figures), min: Math.min(...figures), unit, ...where };
}

/** The lines of a saved run by name. Throws an Error that says what is wrong with the text. */
export function parseRun(text) {
  let lines;
  try {
    lines = JSON.parse(text);
  } catch {
    throw new Error("it is no JSON");
  }
  if (!Array.isArray(lines)) throw new Error("it is no list of lines");
  const byName = new Map();
  for (const line of lines) {
    if (typeof line?.name !== "string" || typeof line.median !== "number")
      throw new Error(`a line has no name or no median: ${JSON.stringify(line)}`);
    if (byName.has(line.name)) throw new Error(`it has the line "${line.name}" twice`);
    byName.set(line.name, line);
  }
  return byName;
}

/** A run as text for a file: a JSON list with one line of text for each line of the run. */
export function printRun(lines) {
  return `[\n${lines.map((line) => `  ${JSON.stringify(line)}`).join(",\n")}\n]\n`;
}

/**
 * How many times the saved figures a line's figures are: { median, min, besideRival }. `besideRival`
 * is the ratio of the two ratios to the rival, which leaves out how fast the machine was; null where
 * the line has no rival in one of the runs. Null where the saved run has no such line, or one in
 * another unit. `now` and `saved` are Maps of lines by name.
 */
export function compareLine(line, now, saved) {
  const before = saved.get(line.name);
  if (before === undefined || before.unit !== line.unit) return null;
  return {
    median: divide(line.median, before.median),
    min: divide(line.min, before.min),
    besideRival: compareBesideRival(line, before, now, saved),
  };
}

function compareBesideRival(line, before, now, saved) {
  if (line.rival === null || line.rival !== before.rival) return null;
  const rival = now.get(line.rival);
  const rivalBefore = saved.get(line.rival);
  if (rival === undefined || rivalBefore === undefined) return null;
  return divide(divide(line.median, rival.median), divide(before.median, rivalBefore.median));
}

/** Two figures that are both 0 are equal. */
function divide(figure, by) {
  return figure === by ? 1 : figure / by;
}

/** The comparison in words; `comparison` is compareLine's. */
export function describeComparison(comparison) {
  if (comparison === null) return "not in the saved run";
  const { median: middle, min, besideRival } = comparison;
  const beside = besideRival === null ? "" : `, ${besideRival.toFixed(2)} beside its rival`;
  return `${middle.toFixed(2)} times the saved run (best rounds ${min.toFixed(2)})${beside}`;
}
