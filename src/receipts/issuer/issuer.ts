// Who wrote a paper that says so nowhere in machine's words: by labels ("Sold by"), by the line over an address window, by the
// company beside its registers and numbers, by the domain that the paper itself prints. Each is evidence; a name stands with
// enough of it and well before any other. Whoever the paper is addressed to is never its issuer.

import { parse } from "tldts";
import type { MailDocument } from "../mail.ts";
import { isFreeMail } from "../merchants/free-mail.ts";
import { folded, Phrases } from "../words/phrases.ts";
import type { Seen, View } from "../receipt.ts";
import { cellsOf, colonIn, type Cell } from "./cells.ts";
import { legalFormIn, withoutForms } from "./legal-forms.ts";
import { REGISTERED, TITLES } from "./party-labels.ts";

/** What speaks for a name, in points; what is known by one alone reaches the least that is asked for. */
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
const LEAD_MIN = 15;

const NAME_CHARS_MAX = 80;
const NAME_WORDS_MAX = 8;
const CANDIDATES_MAX = 60;
const DOMAINS_MAX = 20;
const HEAD_LINES = 12;
const TEXT_CHARS_MAX = 60_000;

interface Candidate {
  readonly name: string;
  readonly start: number;
  readonly key: string;
  readonly line: number;
  readonly evidence: Set<Evidence>;
}

/** The issuer of a paper, without its legal form; null where the evidence is thin or speaks for several. */
export function issuerOf(view: View, document: Pick<MailDocument, "to">): Seen<string> | null {
  const text = view.text.slice(0, TEXT_CHARS_MAX);
  const lines = cellsOf(text);
  const cells = lines.flat().filter(({ isOthers }) => !isOthers);
  const domains = domainsOf(cells);
  const candidates = new Candidates(document.to.map(({ name }) => keyOf(name)));
  for (const cell of cells) consider(cell, lines, candidates, domains);
  const printed: Printed = {
    cells: cells.map(({ text: own, line }) => ({ key: keyOf(own), line })),
    registered: new Set(cells.filter((cell) => isRegistered(cell.text)).map(({ line }) => line)),
    domains,
    lines: lines.length,
  };
  for (const one of candidates.all) support(one, printed);
  const ranked = candidates.all
    .map((one) => ({ one, points: pointsOf(one) }))
    .sort((a, b) => b.points - a.points || a.one.start - b.one.start);
  const [best] = ranked;
  if (best === undefined || best.points < POINTS_MIN) return null;
  const rival = ranked.find(
    ({ one }) => !one.key.includes(best.one.key) && !best.one.key.includes(one.key),
  );
  if (rival !== undefined && best.points - rival.points < LEAD_MIN) return null;
  const { name, start, evidence } = best.one;
  return {
    value: name,
    span: { view: view.name, start, end: start + name.length },
    rule: `issuer: ${[...evidence].join(", ")}`,
  };
}

function pointsOf({ evidence }: Candidate): number {
  return [...evidence].reduce((sum, one) => sum + POINTS[one], 0);
}

/** Names by their letters and digits; those of people the mail went to are none. */
class Candidates {
  readonly #byKey = new Map<string, Candidate>();
  readonly #recipients: ReadonlySet<string>;

  constructor(recipients: readonly string[]) {
    this.#recipients = new Set(recipients);
  }

  get all(): readonly Candidate[] {
    return [...this.#byKey.values()];
  }

  add(text: string, start: number, line: number, ...evidence: readonly Evidence[]): void {
    const lead =
      /^[\s:：–—-]*(?:(?:©|\(c\)|copyright) ?(?:\d{4} ?)?)?/iu.exec(text.slice(0, 40))?.[0]
        .length ?? 0;
    const whole = text.slice(lead).trimEnd();
    const bare = withoutForms(whole);
    const name = whole.slice(bare.start, bare.end);
    if (!isName(name)) return;
    const key = keyOf(name);
    if (this.#recipients.has(key)) return;
    const known = this.#byKey.get(key);
    if (known === undefined && this.#byKey.size >= CANDIDATES_MAX) return;
    const candidate = known ?? {
      name,
      start: start + lead + bare.start,
      key,
      line,
      evidence: new Set<Evidence>(),
    };
    this.#byKey.set(key, candidate);
    for (const one of evidence) candidate.evidence.add(one);
  }
}

/** What a cell says of the issuer. */
function consider(
  cell: Cell,
  lines: readonly (readonly Cell[])[],
  candidates: Candidates,
  domains: readonly string[],
): void {
  const { text, start, line, label } = cell;
  if (label?.party === "seller" || label?.party === "payee") {
    const named = namedBy(cell, lines);
    if (named !== null)
      candidates.add(named.text, named.start, line, label.party === "seller" ? "labelled" : "paid");
  }
  const window =
    line < HEAD_LINES && cell.column === 0
      ? windowLine((lines[line] ?? []).map((other) => other.text).join(" "))
      : null;
  if (window !== null) candidates.add(window, start, line, "window");
  const company = companyIn(text);
  if (company !== null) candidates.add(company.text, start + company.start, line, "company");
  if (label !== null || company !== null) return;
  if (seatBelow(cell, lines)) candidates.add(text, start, line, "seat");
  else if (domains.some((domain) => isDomainItself(keyOf(text), domain)))
    candidates.add(text, start, line, "domain");
}

interface Printed {
  readonly cells: readonly { readonly key: string; readonly line: number }[];
  /** Lines with a number of a register or a tax. */
  readonly registered: ReadonlySet<number>;
  readonly domains: readonly string[];
  readonly lines: number;
}

const REGISTERED_LINES = 3;

/** What speaks for a name besides the place it was found at. */
function support(
  { key, evidence }: Candidate,
  { cells, registered, domains, lines }: Printed,
): void {
  const own = [...new Set(cells.filter((cell) => cell.key.includes(key)).map(({ line }) => line))];
  if (domains.some((domain) => isOfDomain(key, domain))) evidence.add("domain");
  if (own.length > 1) evidence.add("repeated");
  if (
    own.some((line) =>
      Array.from({ length: REGISTERED_LINES + 1 }, (_, below) => line + below).some((at) =>
        registered.has(at),
      ),
    )
  )
    evidence.add("registered");
  if (own.some((line) => line <= 1)) evidence.add("first");
  if (own.some((line) => line >= lines - HEAD_LINES && line > HEAD_LINES)) evidence.add("bottom");
}

/** Behind the label in its cell, else the next cell, else the first name below; "Name:" among other labels says it too. */
function namedBy(
  cell: Cell,
  lines: readonly (readonly Cell[])[],
): { readonly text: string; readonly start: number } | null {
  const label = cell.label?.end ?? 0;
  const behind = cell.text.slice(label);
  if (LETTERS.test(behind)) return { text: upToAddress(behind), start: cell.start + label };
  const next = lines[cell.line]?.find(
    (one) => one.column === cell.column + 1 && one.label === null,
  );
  if (next !== undefined) return { text: upToAddress(next.text), start: next.start };
  for (const line of lines.slice(cell.line + 1, cell.line + 1 + NAMED_LINES)) {
    const below = line.find((one) => one.column === cell.column || one.columns === 1);
    if (below === undefined) continue;
    if (below.label !== null || below.isOthers) return null;
    const colon = colonIn(below.text);
    const value =
      colon === -1
        ? below
        : NAME_LABELS.in(below.text.slice(0, colon))
          ? behindColon(below, colon, line)
          : null;
    const parted = line.some(
      (one) => one.column === below.column + 1 && /^\s*[:：]/.test(one.text),
    );
    if (value !== null && !parted && !/\d$/.test(value.text))
      return { text: upToAddress(value.text), start: value.start };
  }
  return null;
}

const LETTERS = /\p{L}{2}/u;
const NAMED_LINES = 5;
const NAME_LABELS = new Phrases<"name">([
  [
    "name",
    "name|company|company name|business name|legal name|firma|firmenname|unternehmen|nom|raison sociale|société|entreprise|nombre|razón social|nombre o razón social|empresa|nome|razão social|denominazione|ragione sociale|ditta|naam|bedrijf|bedrijfsnaam|namn|företag|navn|firmanavn|nimi|yritys|nazwa|název|jméno|názov|meno|név|megnevezés|denumire|nume|unvan|ünvan|adı|наименование|название|назва|име|naziv|επωνυμία|名称|会社名|상호|ชื่อ|nama|tên",
  ],
]);

function behindColon(
  cell: Cell,
  colon: number,
  line: readonly Cell[],
): { readonly text: string; readonly start: number } | null {
  const own = cell.text.slice(colon + 1);
  if (LETTERS.test(own)) return { text: own, start: cell.start + colon + 1 };
  return line.find((one) => one.column === cell.column + 1) ?? null;
}

/** A name before its address: "Example Ltd., 12 High Street". */
function upToAddress(text: string): string {
  const form = legalFormIn(text, 1);
  if (form !== null) return text.slice(0, form.end);
  const comma = /, | [-–|·•] |[;(]/.exec(text);
  return comma === null ? text : text.slice(0, comma.index);
}

const PARTS = /\s[-–—|·•●*]\s|[|·•●]|,\s/;

/** "Example GmbH - Street 1 - 12345 Town": the sender's line over an address window. */
function windowLine(text: string): string | null {
  if (text.length > 140 || !/(?<!\d)(?:[A-Z]{1,2}-)?\d{4,6}(?!\d)/.test(text)) return null;
  const parts = text.split(PARTS);
  const [name = ""] = parts;
  return parts.length >= 3 && !/\d/.test(name) ? name : null;
}

/** What a name does not go across. */
const BOUNDS = [", ", " - ", " – ", "|", "·", "•", "●", ": ", "(", ". "];

/** The name before a legal form, as far back as it goes. */
function companyIn(text: string): { readonly text: string; readonly start: number } | null {
  const joined =
    /^(?:株式会社|有限会社|合同会社|주식회사|ООО|ОАО|ПАО|ЗАО|АО|ТОВ|PT|S\.C\.) ?(?=[\p{L}"«])/u.exec(
      text,
    );
  if (joined !== null) return { text: upToAddress(text), start: 0 };
  const form = legalFormIn(text, 1);
  if (form === null) return null;
  const before = text.slice(0, form.start).replace(/[\s,]+$/u, "");
  const from = Math.max(
    ...BOUNDS.map((bound) =>
      before.includes(bound) ? before.lastIndexOf(bound) + bound.length : 0,
    ),
  );
  const segment = before.slice(from);
  const start = from + (segment.length - segment.trimStart().length);
  const words = before.slice(start).split(" ");
  if (words.length <= 5) return { text: text.slice(start, form.end), start };
  // In a sentence the name is its words with capitals.
  let at = words.length;
  while (at > 0 && /^[\p{Lu}\p{N}&+]/u.test(words[at - 1] ?? "")) at -= 1;
  const skipped = words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0);
  return at === words.length
    ? null
    : { text: text.slice(start + skipped, form.end), start: start + skipped };
}

/** A name alone over the line that says where the company sits. */
function seatBelow(cell: Cell, lines: readonly (readonly Cell[])[]): boolean {
  const [below, ...more] = lines[cell.line + 1] ?? [];
  if (
    cell.columns > 1 ||
    cell.text.length > NAME_CHARS_MAX ||
    below === undefined ||
    more.length > 0 ||
    below.isOthers
  )
    return false;
  return SEAT.test(below.text);
}

const SEAT =
  /^(?:siège social|registered office|sede legale|domicilio social|sitz|sede|siedziba|sídlo|székhely|sediul|reg\.? office|corporate office|head office|säte|hovedkontor|kotipaikka)/iu;

function isRegistered(text: string): boolean {
  return /\d/.test(text) && REGISTERED.in(text);
}

/** Names of the domains that the paper prints as its issuer's: its addresses and pages, without what stands at the customer's. */
function domainsOf(cells: readonly Cell[]): readonly string[] {
  const found = new Set<string>();
  for (const { text } of cells) {
    if (found.size >= DOMAINS_MAX) break;
    for (const [, host = ""] of text.matchAll(
      /(?:@|www\.|https?:\/\/|(?<![\p{L}\p{N}.@-]))((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,18})(?![\p{L}\p{N}@-])/giu,
    )) {
      const { domainWithoutSuffix, domain, isIcann } = parse(host.toLowerCase());
      if (
        isIcann === true &&
        domainWithoutSuffix !== null &&
        domain !== null &&
        !isFreeMail(domain)
      )
        found.add(domainWithoutSuffix.replace(/[^\p{L}\p{N}]/gu, ""));
    }
  }
  return [...found].filter((name) => name.length >= 3 && !NOT_ISSUERS.has(name));
}

/** Whose domains stand on the papers of others. */
const NOT_ISSUERS = new Set(
  "facebook instagram twitter linkedin youtube x tiktok google apple tcpdf stripe paypal klarna adobe microsoft whatsapp".split(
    " ",
  ),
);

/** "azureinterior" of azure-interior.com; "oyo" of oyorooms.com. */
function isOfDomain(key: string, domain: string): boolean {
  if (key.length < 3) return false;
  return (
    key === domain ||
    (key.length > domain.length
      ? domain.length >= 5 && key.startsWith(domain)
      : domain.startsWith(key))
  );
}

/** Without any other evidence a name has to be hardly less than the domain's. */
function isDomainItself(key: string, domain: string): boolean {
  return isOfDomain(key, domain) && (key.length >= domain.length || key.length >= 5);
}

function isName(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > NAME_CHARS_MAX ||
    !/\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u.test(text) ||
    text.split(" ").length > NAME_WORDS_MAX ||
    /[@\t:：]|\d{5}/.test(text)
  )
    return false;
  const words = folded(text);
  const titles = TITLES.find(words).reduce((sum, { start, end }) => sum + (end - start), 0);
  return titles < 0.6 * (words.length - 2);
}

/** Letters and digits alone, marks folded. */
function keyOf(text: string): string {
  return folded(text).replaceAll(" ", "");
}
