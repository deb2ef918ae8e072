// The axis of a plot: round numbers from the smallest value to the largest. Pure.

/** The ends of an axis and its round marks, from the lowest. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly marks: readonly number[];
}

/**
 * Chooses an axis that includes the values and zero, with about `count` steps of 1, 2 or 5 times a
 * power of ten.
 */
export function chooseScale(values: readonly number[], count = 4): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (low === high) return { least: 0, most: 1, marks: [0] };
  const step = chooseStep((high - low) / count);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { least: first * step, most: last * step, marks };
}

function chooseStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((one) => one * power >= atLeast * 0.999_999) ?? 10;
  return step * power;
}

/** Places a value between the ends: 0 at `least`, `length` at `most`; to a tenth. */
export function place({ least, most }: Scale, value: number, length: number): number {
  return Math.round(((value - least) / (most - least)) * length * 10) / 10;
}

/** A short number for an axis, of an amount in units: "1.2k", "3M", "40". */
export function printMark(units: number): string {
  const amount = units / 10_000;
  const magnitude = Math.abs(amount);
  const [divisor, letter] = chooseLetter(magnitude);
  const text = String(Number((magnitude / divisor).toPrecision(3)));
  return `${amount < 0 ? "−" : ""}${text}${letter}`;
}

function chooseLetter(magnitude: number): readonly [number, string] {
  if (magnitude >= 1_000_000_000) return [1_000_000_000, "bn"];
  if (magnitude >= 1_000_000) return [1_000_000, "M"];
  return magnitude >= 1000 ? [1000, "k"] : [1, ""];
}
