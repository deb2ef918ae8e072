// Finds the issuer of a paper without machine-readable data. Labels ("Sold by"), the line over an
// address window, a company next to its registers and numbers, and domains that the paper prints
// are evidence. The best name needs enough of it, and a clear lead. The paper's addressee is never
// its issuer.

import type { MailDocument } from "../mail.ts";
import type { Seen, View } from "../receipt.ts";
import { foldWords } from "../words/phrases.ts";
import { splitCells, type Cell } from "./cells.ts";
import {
  findCompany,
  findLabelledName,
  findWindowLine,
  hasSeatBelow,
  type NameAt,
} from "./company-names.ts";
import { findDomains, isDomain, startsDomain } from "./domains.ts";
import { withoutForms } from "./legal-forms.ts";
import { REGISTERED, TITLES } from "./party-labels.ts";

/** The points of each kind of evidence. A name with one kind alone hardly reaches POINTS_MIN. */
const POINTS = {
  labelled: 100,
  window: 80,
  paid: 60,
  seat: 60,
  domain: 40,
  company: 35,
  registered: 25,
  repeated: 15,
  bottom: 10,
  first: 5,
} as const;
type Evidence = keyof typeof POINTS;
const POINTS_MIN = 60;
/** How many points the best name must be ahead of the next. */
const LEAD_MIN = 15;

const NAME_CHARS_MAX = 80;
const NAME_WORDS_MAX = 8;
const CANDIDATES_MAX = 60;
const HEAD_LINES = 12;
const REGISTERED_LINES = 3;
const TEXT_CHARS_MAX = 60_000;

interface Candidate {
  readonly name: string;
  readonly start: number;
  readonly key: string;
  readonly evidence: Set<Evidence>;
}

/**
 * The issuer of a paper, without its legal form; null if the evidence is thin or for several names.
 */
export function findIssuer(view: View, document: Pick<MailDocument, "to">): Seen<string> | null {
  const lines = splitCells(view.text.slice(0, TEXT_CHARS_MAX));
  const cells = lines.flat().filter(({ isOthers }) => !isOthers);
  const domains = findDomains(cells);
  const candidates = new Candidates(document.to.map(({ name }) => toKey(name)));
  for (const cell of cells) proposeNames(cell, lines, candidates, domains);
  const paper: Paper = {
    cells: cells.map(({ text, line }) => ({ key: toKey(text), line })),
    registered: new Set(cells.filter((cell) => isRegistered(cell.text)).map(({ line }) => line)),
    domains,
    lines: lines.length,
  };
  for (const one of candidates.all) addEvidence(one, paper);
  const best = chooseBest(candidates.all);
  if (best === null) return null;
  const { name, start, evidence } = best;
  return {
    value: name,
    span: { view: view.name, start, end: start + name.length },
    rule: `issuer: ${[...evidence].join(", ")}`,
  };
}

/** The candidate with the most points, if no other name comes close. */
function chooseBest(candidates: readonly Candidate[]): Candidate | null {
  const ranked = candidates
    .map((one) => ({ one, points: countPoints(one) }))
    .sort((a, b) => b.points - a.points || a.one.start - b.one.start);
  const [best] = ranked;
  if (best === undefined || best.points < POINTS_MIN) return null;
  const next = ranked.find(
    ({ one }) => !one.key.includes(best.one.key) && !best.one.key.includes(one.key),
  );
  return next !== undefined && best.points - next.points < LEAD_MIN ? null : best.one;
}

function countPoints({ evidence }: Candidate): number {
  return [...evidence].reduce((sum, one) => sum + POINTS[one], 0);
}

/** Names by their letters and digits. The recipients of the message are left out. */
class Candidates {
  readonly #byKey = new Map<string, Candidate>();
  readonly #recipients: ReadonlySet<string>;

  constructor(recipients: readonly string[]) {
    this.#recipients = new Set(recipients);
  }

  get all(): readonly Candidate[] {
    return [...this.#byKey.values()];
  }

  add({ text, start }: NameAt, evidence: Evidence): void {
    const lead =
      /^[\s:：–—-]*(?:(?:©|\(c\)|copyright) ?(?:\d{4} ?)?)?/iu.exec(text.slice(0, 40))?.[0]
        .length ?? 0;
    const whole = text.slice(lead).trimEnd();
    const bare = withoutForms(whole);
    const name = whole.slice(bare.start, bare.end);
    const key = toKey(name);
    if (!isName(name) || this.#recipients.has(key)) return;
    const known = this.#byKey.get(key);
    if (known === undefined && this.#byKey.size >= CANDIDATES_MAX) return;
    const candidate = known ?? {
      name,
      start: start + lead + bare.start,
      key,
      evidence: new Set<Evidence>(),
    };
    this.#byKey.set(key, candidate);
    candidate.evidence.add(evidence);
  }
}

/** Adds the names that a cell gives. */
function proposeNames(
  cell: Cell,
  lines: readonly (readonly Cell[])[],
  candidates: Candidates,
  domains: readonly string[],
): void {
  const { text, start, line, label } = cell;
  if (label?.party === "seller" || label?.party === "payee") {
    const named = findLabelledName(cell, lines);
    if (named !== null) candidates.add(named, label.party === "seller" ? "labelled" : "paid");
  }
  if (line < HEAD_LINES && cell.column === 0) {
    const window = findWindowLine((lines[line] ?? []).map((other) => other.text).join(" "));
    if (window !== null) candidates.add({ text: window, start }, "window");
  }
  const company = findCompany(text);
  if (company !== null)
    candidates.add({ text: company.text, start: start + company.start }, "company");
  if (label !== null || company !== null) return;
  if (cell.text.length <= NAME_CHARS_MAX && hasSeatBelow(cell, lines))
    candidates.add({ text, start }, "seat");
  else if (domains.some((domain) => isDomain(toKey(text), domain)))
    candidates.add({ text, start }, "domain");
}

/** The facts that a whole paper prints. */
interface Paper {
  readonly cells: readonly { readonly key: string; readonly line: number }[];
  /** Lines with the number of a register or a tax. */
  readonly registered: ReadonlySet<number>;
  readonly domains: readonly string[];
  readonly lines: number;
}

/** Adds the evidence that a name gets from the rest of the paper. */
function addEvidence(
  { key, evidence }: Candidate,
  { cells, registered, domains, lines }: Paper,
): void {
  const own = [...new Set(cells.filter((cell) => cell.key.includes(key)).map(({ line }) => line))];
  const isNearRegistered = own.some((line) =>
    Array.from({ length: REGISTERED_LINES + 1 }, (_, below) => line + below).some((at) =>
      registered.has(at),
    ),
  );
  if (domains.some((domain) => startsDomain(key, domain))) evidence.add("domain");
  if (own.length > 1) evidence.add("repeated");
  if (isNearRegistered) evidence.add("registered");
  if (own.some((line) => line <= 1)) evidence.add("first");
  if (own.some((line) => line >= lines - HEAD_LINES && line > HEAD_LINES)) evidence.add("bottom");
}

function isRegistered(text: string): boolean {
  return /\d/.test(text) && REGISTERED.in(text);
}

/** Whether a text may be a company's name, and is not mostly words of titles ("Invoice number"). */
function isName(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > NAME_CHARS_MAX ||
    !/\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u.test(text) ||
    text.split(" ").length > NAME_WORDS_MAX ||
    /[@\t:：]|\d{5}/.test(text)
  )
    return false;
  const words = foldWords(text);
  const titles = TITLES.find(words).reduce((sum, { start, end }) => sum + (end - start), 0);
  return titles < 0.6 * (words.length - 2);
}

/** The folded letters and digits of a text. */
function toKey(text: string): string {
  return foldWords(text).replaceAll(" ", "");
}
