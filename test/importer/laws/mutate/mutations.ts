// A right document printed another way, or damaged. Each mutation knows what the mutated document says: the same, the
// same without or with one more record, or no more than the same (`upTo`: a file that was cut off).

import { severalAccounts, textOf, type Piece, type Tagged, type TaggedFormat } from "./pieces.ts";

export interface Mutated {
  readonly bytes: Uint8Array;
  readonly says: readonly string[];
  /** Rows may lack, as long as none is false. */
  readonly upTo: boolean;
}

export interface Mutation {
  readonly kind: string;
  readonly name: string;
  readonly formats: readonly TaggedFormat[];
  /** Null where it does not apply. */
  readonly apply: (tagged: Tagged) => Mutated | null;
}

const ALL = ["ofx", "qif", "camt", "mt940"] as const;
const XML_LIKE = ["ofx", "camt"] as const;

const utf8 = (text: string) => new TextEncoder().encode(text);
const said = (pieces: readonly Piece[]) => pieces.flatMap(({ says }) => says ?? []);
const made = (tagged: Tagged, pieces: readonly Piece[]): Mutated => ({
  bytes: utf8(textOf({ ...tagged, pieces })),
  says: said(pieces),
  upTo: false,
});

/** Another printing of the whole text. */
function reprinted(
  kind: string,
  name: string,
  formats: readonly TaggedFormat[],
  change: (text: string, format: TaggedFormat) => string | Uint8Array | null,
): Mutation {
  return {
    kind,
    name,
    formats,
    apply: (tagged) => {
      const before = textOf(tagged);
      const after = change(before, tagged.format);
      if (after === null || after === before) return null;
      return {
        bytes: typeof after === "string" ? utf8(after) : after,
        says: said(tagged.pieces),
        upTo: false,
      };
    },
  };
}

/** A change to the records; `records` are the places of those in `pieces`. */
function records(
  name: string,
  change: (pieces: Piece[], places: readonly number[]) => void,
  least = 1,
): Mutation {
  return {
    kind: "records",
    name,
    formats: ALL,
    apply: (tagged) => {
      const pieces = [...tagged.pieces];
      const places = pieces.flatMap((piece, index) => (piece.says === null ? [] : [index]));
      if (places.length < least || (least > 1 && severalAccounts(tagged))) return null;
      change(pieces, places);
      return made(tagged, pieces);
    },
  };
}

const at = (places: readonly number[], share: number) =>
  places[Math.min(places.length - 1, Math.floor(places.length * share))] ?? 0;

/** Puts the records into another order; what stands between stays. */
function ordered(pieces: Piece[], places: readonly number[], order: readonly number[]): void {
  const taken = order.map((place) => pieces[place]);
  places.forEach((place, index) => {
    const piece = taken[index];
    if (piece !== undefined) pieces[place] = piece;
  });
}

const RECORDS: readonly Mutation[] = [0, 0.5, 1]
  .flatMap((share) => [
    records(`one dropped at ${share}`, (pieces, places) => pieces.splice(at(places, share), 1), 2),
  ])
  .concat([
    records("in reverse", (pieces, places) => ordered(pieces, places, places.toReversed()), 2),
    records(
      "two neighbours exchanged",
      (pieces, places) =>
        ordered(pieces, places, [...places.slice(1, 2), ...places.slice(0, 1), ...places.slice(2)]),
      2,
    ),
    records(
      "the last first",
      (pieces, places) => ordered(pieces, places, [...places.slice(-1), ...places.slice(0, -1)]),
      2,
    ),
  ]);

const END: Readonly<Record<string, string>> = { LF: "\n", CRLF: "\r\n", CR: "\r" };
const unfolded = (text: string) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");

const LINE_ENDS: readonly Mutation[] = [
  ...Object.entries(END).map(([name, end]) =>
    reprinted("line ends", name, ALL, (text) => unfolded(text).replaceAll("\n", end)),
  ),
  reprinted("line ends", "mixed", ALL, (text) =>
    unfolded(text)
      .split("\n")
      .map((line, index) => line + (index % 2 === 0 ? "\r\n" : "\n"))
      .join(""),
  ),
  reprinted(
    "line ends",
    "blank lines at the beginning",
    ALL,
    (text) => `\n\n${text.startsWith("<?xml") ? "" : text}`.replace(/^\n\n$/, "") || null,
  ),
  reprinted("line ends", "blank lines at the end", ALL, (text) => `${text}\n\n\n`),
  reprinted("line ends", "none at the end", ALL, (text) => text.trimEnd()),
  reprinted("line ends", "a blank line between any two", ["ofx", "camt", "qif"], (text) =>
    unfolded(text).replaceAll("\n", "\n\n"),
  ),
  reprinted("line ends", "blanks at the ends of lines", ["ofx", "qif", "camt"], (text) =>
    unfolded(text).replaceAll("\n", "  \n"),
  ),
  reprinted("line ends", "all on one line", XML_LIKE, (text, format) =>
    format === "ofx" && !text.trimStart().startsWith("<")
      ? null
      : unfolded(text).replaceAll("\n", " "),
  ),
  reprinted("line ends", "a line a tag", XML_LIKE, (text) => text.replace(/></g, ">\n<")),
  reprinted("line ends", "indented", XML_LIKE, (text) =>
    unfolded(text).replace(/^(?=<[^?!])/gm, "\t"),
  ),
];

const unitsOf = (text: string) =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
const latin1 = (text: string) =>
  unitsOf(text).every((unit) => unit < 256) ? Uint8Array.from(unitsOf(text)) : null;
const utf16 = (text: string, little: boolean, mark: boolean) => {
  const bytes = new Uint8Array((text.length + (mark ? 1 : 0)) * 2);
  const view = new DataView(bytes.buffer);
  unitsOf(mark ? `\ufeff${text}` : text).forEach((unit, index) =>
    view.setUint16(index * 2, unit, little),
  );
  return bytes;
};
const ENCODINGS: readonly Mutation[] = [
  reprinted("encoding", "UTF-8 with its mark", ALL, (text) =>
    utf8(`\ufeff${text.replace(/^\ufeff/, "")}`),
  ),
  reprinted("encoding", "Latin-1, declared or not", ALL, latin1),
  reprinted("encoding", "UTF-16 LE", ALL, (text) => utf16(text, true, true)),
  reprinted("encoding", "UTF-16 BE", ALL, (text) => utf16(text, false, true)),
  reprinted("encoding", "UTF-16 LE without mark", XML_LIKE, (text) => utf16(text, true, false)),
  reprinted("encoding", "declared wrongly", XML_LIKE, (text) =>
    utf8(
      text
        .replace(/encoding="[^"]*"/i, 'encoding="ISO-8859-15"')
        .replace("CHARSET:1252", "CHARSET:1251"),
    ),
  ),
];

const SPELLING: readonly Mutation[] = [
  reprinted("spelling", "lower-case tags", ["ofx"], (text) =>
    text.replace(/<\/?[A-Z0-9.]+>/g, (tag) => tag.toLowerCase()),
  ),
  reprinted("spelling", "every value closed", ["ofx"], (text) =>
    unfolded(text).replace(/<([A-Z0-9.]+)>([^<\n]+?)\s*(?=\n|<(?!\/\1>))/g, "<$1>$2</$1>"),
  ),
  reprinted("spelling", "no value closed", ["ofx"], (text) =>
    text.replace(/<([A-Z0-9.]+)>([^<]+)<\/\1>/g, "<$1>$2"),
  ),
  reprinted("spelling", "no header", ["ofx"], (text) =>
    text.slice(Math.max(0, text.search(/<OFX>/i))),
  ),
  reprinted("spelling", "a prefix", ["camt"], (text) =>
    /<\w+:/.test(text)
      ? null
      : text.replace(/<(\/?)(?=[A-Za-z])/g, "<$1ns2:").replace(/xmlns="/, 'xmlns:ns2="'),
  ),
  reprinted("spelling", "no namespace", ["camt"], (text) =>
    text.replace(/ xmlns(:\w+)?="[^"]*"/g, "").replace(/ xsi:\w+="[^"]*"/g, ""),
  ),
  reprinted("spelling", "comments between", ["camt"], (text) =>
    text.replace(/<Ntry>/g, "<!-- an entry <Ntry> --><Ntry>"),
  ),
  reprinted("spelling", "single quotes", ["camt"], (text) => text.replace(/="([^"']*)"/g, "='$1'")),
  reprinted(
    "spelling",
    "in an envelope",
    ["camt"],
    (text) =>
      `<?xml version="1.0"?><Envelope><Body>${text.replace(/^\ufeff?<\?xml[^>]*\?>/, "")}</Body></Envelope>`,
  ),
  reprinted("spelling", "in a SWIFT envelope", ["mt940"], (text) =>
    text.includes("{4:")
      ? null
      : `{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n${text.trimEnd().replace(/\n-$/, "")}\n-}\n`,
  ),
  reprinted("spelling", "decimal comma", ["ofx"], (text) =>
    text.replace(/(<(?:TRNAMT|BALAMT)>[-+]?\d+)\.(\d{2})(?!\d)/g, "$1,$2"),
  ),
  reprinted("spelling", "decimal comma", ["qif"], (text) =>
    /^[TU$].*,/m.test(text) ? null : text.replace(/^([TU$][-+]?\d+)\.(\d{2})(?=\s*$)/gm, "$1,$2"),
  ),
];

/** Days printed in another order; of QIF only, whose files do not say which they have. */
const DATES: readonly Mutation[] = [
  reprinted("dates", "day and month exchanged", ["qif"], (text) =>
    /^D\d{4}-/m.test(text)
      ? null
      : text.replace(/^D( ?\d{1,2})([/.-])( ?\d{1,2})(?=[/.'-])/gm, "D$3$2$1"),
  ),
  reprinted("dates", "year first", ["qif"], (text) => {
    const parts = [...text.matchAll(/^D(\d{1,2})[/.](\d{1,2})[/.'](\d{4})/gm)];
    if (parts.length === 0 || parts.length !== [...text.matchAll(/^D\s*\d/gm)].length) return null;
    const monthFirst = parts.some(([, , second]) => Number(second) > 12);
    if (!monthFirst && !parts.some(([, first]) => Number(first) > 12)) return null;
    return text.replace(
      /^D(\d{1,2})[/.](\d{1,2})[/.'](\d{4})/gm,
      (_, a: string, b: string, year: string) =>
        `D${year}-${(monthFirst ? a : b).padStart(2, "0")}-${(monthFirst ? b : a).padStart(2, "0")}`,
    );
  }),
  reprinted("dates", "with a time and a zone", ["ofx"], (text) =>
    text.replace(/(<DTPOSTED>\d{8})(?!\d)/g, "$1120000[-5:EST]"),
  ),
  reprinted("dates", "with a zone", ["camt"], (text) =>
    text.replace(/(<(BookgDt|ValDt)>\s*<Dt>\d{4}-\d\d-\d\d)(?=<)/g, "$1+02:00"),
  ),
];

const BALANCES: readonly Mutation[] = [
  reprinted("balances", "none", ["ofx"], (text) =>
    text.replace(/<LEDGERBAL>[\s\S]*?(?=<AVAILBAL>|<\/(?:CC)?STMTRS>|<\/INVSTMTRS>)/gi, ""),
  ),
  reprinted("balances", "none", ["camt"], (text) =>
    text.replace(/<((?:\w+:)?)Bal>[\s\S]*?<\/\1Bal>/g, ""),
  ),
  reprinted("balances", "no opening one", ["camt"], (text) =>
    text.replace(/<((?:\w+:)?)Bal>[\s\S]*?<\/\1Bal>/, ""),
  ),
  reprinted("balances", "no opening one", ["mt940"], (text) =>
    text.replace(/^:60[FM]:[^\r\n]*(\r\n|\r|\n)/gm, ""),
  ),
  reprinted("balances", "no closing one", ["mt940"], (text) =>
    text.replace(/^:6[245][FM]?:[^\r\n]*(\r\n|\r|\n)/gm, ""),
  ),
];

/** The document's bytes up to a share of them: nothing may be false, and less may be there. */
export function cutAt(tagged: Tagged, share: number): Mutated {
  const whole = utf8(textOf(tagged));
  return {
    bytes: whole.slice(0, Math.floor(whole.length * share)),
    says: said(tagged.pieces),
    upTo: true,
  };
}

const CUTS: readonly Mutation[] = Array.from({ length: 60 }, (_, index) => ({
  kind: "cut off",
  name: `at ${index + 1} of 61`,
  formats: ALL,
  apply: (tagged: Tagged) => cutAt(tagged, (index + 1) / 61),
}));

export const MUTATIONS: readonly Mutation[] = [
  ...RECORDS,
  ...LINE_ENDS,
  ...ENCODINGS,
  ...SPELLING,
  ...DATES,
  ...BALANCES,
  ...CUTS,
];
