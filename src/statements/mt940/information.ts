// :86:, information to the account owner: the other party, the purpose and the references, printed
// in one of the ways that banks have. A narrative in no known form is one text, as printed.

import { dropEmpty, foldBlanks } from "../charset.ts";
import { joinLines } from "./joining.ts";
import {
  splitLabelled,
  splitSepa,
  splitSlashed,
  splitTerminal,
  type Part,
  type Parts,
} from "./keywords.ts";
import type { StatementLine } from "./statement-line.ts";
import {
  continuationBy,
  findSeparator,
  joinSubfields,
  splitSubfields,
  type Subfield,
} from "./structured.ts";

export interface Information {
  /** The raw text: the narrative without its codes. */
  readonly text: string;
  readonly name: string;
  readonly remittance: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Reads the narratives of a transaction; `movement` helps if they repeat its lines. */
export function readInformation(
  narratives: readonly (readonly string[])[],
  movement: StatementLine,
): Information {
  const [first = []] = narratives;
  const separator = findSeparator(first.slice(0, 2).join(""));
  if (separator !== null) return readStructured(narratives, separator);
  // Each of several :86: fields begins a new line.
  const text = narratives.map((lines) => joinLines(lines, null)).join("\n");
  const old = /^\s*(\d{3})PN(\d{4})([\s\S]*)$/.exec(text);
  if (old !== null)
    return {
      text: foldBlanks(old[3] ?? ""),
      name: "",
      remittance: foldBlanks(old[3] ?? ""),
      facts: { transaction_code: old[1] ?? "", primanota: old[2] ?? "" },
    };
  const slashed = splitSlashed(foldBlanks(text));
  if (slashed !== null) return buildInformation(slashed, foldBlanks(text), "");
  const sepa = splitSepa(foldBlanks(text));
  if (sepa !== null) return buildInformation(sepa, foldBlanks(text), "");
  const labelled = splitLabelled(narratives.map(isolateLabels).join("\n"));
  if (labelled !== null) return buildInformation(labelled, foldBlanks(text), "");
  const terminal = splitTerminal(text);
  if (terminal !== null) return buildInformation(terminal, foldBlanks(text), "");
  const repeated = findRepeatedParts(first, narratives, movement);
  if (repeated !== null) return buildInformation(repeated, foldBlanks(text), "");
  return { text: foldBlanks(text), name: "", remittance: foldBlanks(text), facts: {} };
}

/** Puts a line that begins with a label on a line of its own; joins the others. */
function isolateLabels(lines: readonly string[]): string {
  return joinLines(
    lines.map((line, at) => (at > 0 && /^(REK|IBAN|NAAM): /.test(line) ? `\n${line}\n` : line)),
    null,
  );
}

const IBAN_OR_NUMBER = /^([A-Z]{2}\d{2}[A-Z0-9]{8,30}|\d{7,18}) +(\S.*)$/;

/**
 * "NL08ABNA0999999999 a name", a blank line, the text: the first line repeats :61: and its next
 * line.
 */
function findRepeatedParts(
  first: readonly string[],
  narratives: readonly (readonly string[])[],
  { supplement, reference }: StatementLine,
): Parts | null {
  const [, account, name] = IBAN_OR_NUMBER.exec(foldBlanks(first[0] ?? "")) ?? [];
  if (account === undefined || name === undefined) return null;
  const known =
    supplement.some((line) => line !== "" && (name.startsWith(line) || line.startsWith(name))) ||
    (reference !== "" &&
      account.startsWith(reference.slice(0, 16)) &&
      (first[1] ?? "").trim() === "");
  if (!known) return null;
  const rest = [first.slice(1), ...narratives.slice(1)]
    .map((lines) => joinLines(lines, null))
    .join(" ");
  return { account, name: foldBlanks(name), remittance: foldBlanks(rest) };
}

function readStructured(
  narratives: readonly (readonly string[])[],
  separator: string,
): Information {
  const glued = continuationBy(separator);
  const structured = splitSubfields(
    narratives.map((lines) => joinLines(lines, glued)).join(" "),
    separator,
  );
  const joined = joinSubfields(structured);
  const field = (part: Subfield) => joined.get(part) ?? "";
  const [name, purpose, further] = [field("name"), field("purpose"), field("further")];
  const [bookingText, bank] = [field("type"), field("bank")];
  const account = (field("iban") || field("account")).replaceAll(" ", "");
  const parts = splitSepa(purpose) ?? (purpose === "" ? {} : { remittance: purpose });
  const whole: Parts = { ...parts };
  if (name !== "") whole.name = name;
  if (account !== "") whole.account = account;
  if (bank !== "") whole.bank = bank;
  if (further !== "") whole.remittance = foldBlanks(`${parts.remittance ?? ""} ${further}`);
  if (bookingText !== "") whole.type = bookingText;
  // The name comes before the purpose, as in camt and most CSV, so that a booking has one text in
  // all.
  const text = foldBlanks(`${name} ${purpose} ${further}`) || bookingText;
  const read = buildInformation(whole, text, structured.code);
  const [primanota, textKey] = [field("primanota"), field("text_key")];
  if (primanota === "" && textKey === "") return read;
  return { ...read, facts: { ...read.facts, ...dropEmpty({ primanota, text_key: textKey }) } };
}

function buildInformation(parts: Parts, text: string, code: string): Information {
  const facts: Record<string, string> = {};
  if (code !== "") facts["transaction_code"] = code;
  for (const [name, part] of FACTS) {
    const printed = parts[part] ?? "";
    const value = part === "account" ? printed.replaceAll(" ", "") : printed;
    if (value !== "") facts[name] = value;
  }
  const { remittance = "", name = "", ultimate = "" } = parts;
  return { text, name: name || ultimate, remittance, facts };
}

/** The facts of a row, each with its part of the narrative, in the order in which they are kept. */
const FACTS: readonly (readonly [fact: string, part: Part])[] = [
  ["type", "type"],
  ["counterparty_account", "account"],
  ["counterparty_bank", "bank"],
  ["ultimate_party", "ultimate"],
  ["end_to_end_id", "end_to_end_id"],
  ["customer_reference", "customer_reference"],
  ["mandate_id", "mandate_id"],
  ["creditor_id", "creditor_id"],
  ["transaction_id", "transaction_id"],
  ["purpose", "purpose"],
  ["return_reason", "return_reason"],
  ["original", "original"],
  ["fee", "fee"],
  ["rate", "rate"],
  ["city", "city"],
];
