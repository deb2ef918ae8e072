// Colours of tags. The service keeps any text; the page's policy allows no inline style, so each
// colour is shown by the nearest of twelve classes (.hue-1 to .hue-12 in public/app.css). Pure.

/** The palette, in the order of the classes. */
export const PALETTE = [
  { name: "Red", hex: "#d1495b" },
  { name: "Orange", hex: "#d9722e" },
  { name: "Amber", hex: "#c7930a" },
  { name: "Olive", hex: "#8a8f1e" },
  { name: "Green", hex: "#3f8f4f" },
  { name: "Teal", hex: "#1f8a84" },
  { name: "Sky", hex: "#2f8fc4" },
  { name: "Blue", hex: "#3f63c9" },
  { name: "Violet", hex: "#7a55c7" },
  { name: "Purple", hex: "#a545b0" },
  { name: "Pink", hex: "#cf4a8f" },
  { name: "Grey", hex: "#767c80" },
] as const;

/** The text colour that is stored with a colour of the palette, for other programs. */
export const TEXT_ON_COLOUR = "#ffffff";

type Rgb = readonly [number, number, number];

/** The class of a stored colour; null for no colour, or one that is not written as #rgb or #rrggbb. */
export function hueClass(colour: string): string | null {
  const wanted = parseColour(colour);
  if (wanted === null) return null;
  const distances = PALETTE.map(({ hex }) => measureDistance(wanted, parseColour(hex) ?? wanted));
  return `hue-${distances.indexOf(Math.min(...distances)) + 1}`;
}

/** The palette's colour of this name; null for none. */
export function findColour(name: string): string | null {
  return PALETTE.find((one) => one.name === name)?.hex ?? null;
}

/**
 * How unlike two colours are: by their direction from grey, since a pale yellow is to be shown as
 * yellow and not as grey.
 */
function measureDistance(one: Rgb, other: Rgb): number {
  const [a, b] = [tint(one), tint(other)];
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** The colour without its lightness, at full strength; greys are zero. */
function tint(colour: Rgb): Rgb {
  const least = Math.min(...colour);
  const range = Math.max(...colour) - least;
  if (range < 24) return [0, 0, 0];
  const at = (part: number) => (part - least) / range;
  return [at(colour[0]), at(colour[1]), at(colour[2])];
}

function parseColour(text: string): Rgb | null {
  const [, short] = /^#([0-9a-f]{3})$/i.exec(text.trim()) ?? [];
  const [, long] = /^#([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  const digits = short === undefined ? long : short.replace(/./g, "$&$&");
  if (digits === undefined) return null;
  const part = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16);
  return [part(0), part(2), part(4)];
}
