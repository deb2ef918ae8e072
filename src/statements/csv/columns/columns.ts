// Assigns a role to each column: the label suggests it, the contents confirm or veto it. A role
// that only one column can have goes to the best claim; money-columns.ts chooses among columns of
// money.

import parts from "../../words/label-parts.json" with { type: "json" };
import type { ColumnRole } from "../../settings.ts";
import { applySetRoles, emptyIgnoredColumns, SET_WEIGHT, type Claim } from "./settings-columns.ts";
import { holdsAmounts, holdsDates, type Profile } from "./profile.ts";
import { matchRoles, normalLabel, labelWeight } from "./labels.ts";
import type { Role } from "./role.ts";

export interface Columns {
  readonly profiles: readonly Profile[];
  /** The role of each column, null if it has no known role. */
  readonly roles: readonly (Role | null)[];
  readonly weights: readonly number[];
  /** The date columns, the posting date first; the others are used where it is empty. */
  readonly dates: readonly number[];
}

const LABEL_WEIGHT_MIN = 30;
/** A label of a smaller weight only has a word of the role among others. */
const WORD_WEIGHT_MAX = 60;
const DATES_SHARE_MIN = 0.5;
const DATE_ROLES: readonly Role[] = [
  "booking_date",
  "date",
  "transaction_date",
  "value_date",
  "purchase_date",
];
const MONEY_ROLES: ReadonlySet<Role> = new Set<Role>([
  "amount",
  "debit",
  "credit",
  "balance",
  "original_amount",
  "rate",
  "fee",
  "other_amount",
]);
const TEXT_ROLES: ReadonlySet<Role> = new Set<Role>([
  "category",
  "type",
  "status",
  "payee",
  "description",
  "notes",
]);
/**
 * Roles that only one column can have: the heaviest label wins, then the fuller column, then the
 * first.
 */
const SINGLE: ReadonlySet<Role> = new Set<Role>([
  "side",
  "currency",
  "balance",
  "time",
  "reference",
  "status",
  "card",
  "account",
  "original_amount",
  "original_currency",
  "rate",
  "value_date",
]);

const NOTHING_SET: ReadonlyMap<number, ColumnRole> = new Map();

/**
 * Gives each column its role. `dateRole` comes first among date columns; `set` wins over
 * everything.
 */
export function assignRoles(
  given: readonly Profile[],
  dateRole: Role | null,
  set = NOTHING_SET,
): Columns {
  const profiles = emptyIgnoredColumns(given, set);
  const claims = applySetRoles(
    profiles.map((profile): Claim | null => {
      const labelled = claimRole(profile);
      // A "Type" that says "Money in" or "Money out" on every row is the side.
      return labelled === null || labelled.role === "type"
        ? (findUnlabelledSide(profile) ?? labelled)
        : labelled;
    }),
    set,
  );
  for (const role of SINGLE) {
    const claimants = claims
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => one?.role === role);
    if (claimants.length < 2) continue;
    const [winner] = claimants.toSorted(
      (a, b) =>
        (role === "side"
          ? Number(varies(profiles[b.index])) - Number(varies(profiles[a.index]))
          : 0) ||
        (b.one?.weight ?? 0) - (a.one?.weight ?? 0) ||
        countFilled(profiles, b.index) - countFilled(profiles, a.index) ||
        a.index - b.index,
    );
    for (const { index } of claimants) {
      // A second balance is no amount either.
      if (index !== winner?.index)
        claims[index] =
          claimRole(profiles[index], role) ??
          (role === "balance" ? { role: "bank", weight: 1 } : null);
      // The day on which money becomes available is no posting date, in a second column either.
      if (index !== winner?.index && role === "value_date" && (claims[index]?.weight ?? 0) < 90)
        claims[index] = null;
    }
  }
  dropUndecidedSide(profiles, claims);
  const roles = claims.map((one) => one?.role ?? null);
  const weights = claims.map((one) => one?.weight ?? 0);
  return { profiles, roles, weights, dates: rankDates(profiles, roles, weights, dateRole) };
}

/**
 * Drops the side where a "Dr / Cr" follows the amount and another follows the balance, neither
 * varies and they differ.
 */
function dropUndecidedSide(
  profiles: readonly Profile[],
  claims: ({ role: Role; weight: number } | null)[],
): void {
  const side = claims.findIndex((one) => one?.role === "side");
  const one = profiles[side];
  if (one === undefined || varies(one)) return;
  const other = profiles.find(
    (profile) =>
      profile.index !== side &&
      labelWeight(profile.label, "side") >= LABEL_WEIGHT_MIN &&
      allowsRole("side", LABEL_WEIGHT_MIN, profile),
  );
  if (other !== undefined && other.outs > 0 !== one.outs > 0) claims[side] = null;
}

function varies(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.outs > 0 && profile.ins > 0;
}

function countFilled(profiles: readonly Profile[], index: number): number {
  return profiles[index]?.filled ?? 0;
}

/** The side, for a column that says S or H, D or C on every row, whatever its label. */
function findUnlabelledSide(profile: Profile): { role: Role; weight: number } | null {
  const speaks =
    (profile.label === "" || profile.chars >= 2 * profile.filled || profile.letters) &&
    profile.rows > 1 &&
    profile.sides === profile.rows &&
    profile.distinct <= 4 &&
    profile.outs > 0 &&
    profile.ins > 0;
  // "CR" on some rows and nothing on the others.
  const marks =
    profile.filled > 0 &&
    profile.filled < profile.rows &&
    profile.sides === profile.filled &&
    profile.distinct === 1 &&
    profile.chars === 2 * profile.filled;
  return speaks || marks ? { role: "side", weight: LABEL_WEIGHT_MIN } : null;
}

/** The heaviest role of the label that the content allows, other than `taken`. */
function claimRole(
  profile: Profile | undefined,
  taken: Role | null = null,
): { role: Role; weight: number } | null {
  if (profile === undefined) return null;
  for (const match of matchRoles(profile.label)) {
    if (match.weight < LABEL_WEIGHT_MIN) break;
    if (match.role !== taken && allowsRole(match.role, match.weight, profile)) return match;
    // "Time" above "2026-10-30T18:22:01": the day is there too.
    if (match.role === "time" && match.weight >= WHOLE_LABEL && holdsDates(profile))
      return { role: "transaction_date", weight: match.weight };
  }
  return null;
}

/** Whether the content can be what a label of that weight says. */
export function allowsRole(role: Role, weight: number, profile: Profile): boolean {
  const empty = profile.filled === 0;
  if (DATE_ROLES.includes(role))
    return empty ? profile.rows === 0 && weight >= 90 : holdsDates(profile);
  if (MONEY_ROLES.has(role))
    return (
      empty ||
      holdsAmounts(profile) ||
      (weight >= 90 &&
        !holdsDates(profile) &&
        !(profile.evenNumbers && profile.numbers >= 0.8 * profile.filled && profile.filled > 2) &&
        profile.amounts >= 0.3 * profile.filled)
    );
  // "No" above amounts on some rows is no number of a row.
  if (role === "number" && holdsAmounts(profile))
    return profile.fractions === 0 && profile.filled === profile.rows;
  if (role === "time") return empty || profile.times >= 0.8 * profile.filled;
  if (role === "side")
    return (
      !empty &&
      profile.sides >= 0.95 * profile.filled &&
      profile.outs + profile.ins > 0 &&
      profile.distinct <= 6
    );
  if (role === "currency" || role === "original_currency") return empty || namesCurrencies(profile);
  if (role === "payee" && profile.filled > 0 && profile.codes === profile.filled) return false;
  // Sentences are no ids, whatever the label: "FAST PAYMENT", "TO: NAME".
  if (role === "reference" && profile.phrases > SENTENCES_SHARE * profile.filled) return false;
  if (role === "account")
    return (
      empty ||
      (profile.filled >= 0.9 * profile.rows &&
        !holdsDates(profile) &&
        (fewDistinct(profile) ||
          (weight >= 99 && profile.distinct <= 20 && normalLabel(profile.label) !== "iban")))
    );
  // Chase prints DEBIT, CREDIT and CHECK under "Details".
  if (
    role === "description" &&
    profile.filled > 1 &&
    profile.chars >= 2 * profile.filled &&
    profile.sides === profile.filled &&
    profile.outs > 0 &&
    profile.ins > 0
  )
    return false;
  // A column of amounts with decimals is no text, nor a card because of one word in its label.
  if (
    (TEXT_ROLES.has(role) || weight < WORD_WEIGHT_MAX) &&
    holdsAmounts(profile) &&
    profile.fractions > 0.5 * profile.filled
  )
    return false;
  // A text such as "Purchase 28.05.2021" in every row is no date under a label of texts.
  if (TEXT_ROLES.has(role) && weight >= WHOLE_LABEL && profile.wordedDates > 0.8 * profile.filled)
    return true;
  return !holdsDates(profile);
}

const WHOLE_LABEL = 90;
const SENTENCES_SHARE = 0.5;

function namesCurrencies(profile: Profile): boolean {
  if (profile.codes >= 0.7 * profile.filled) return true;
  return (
    !holdsDates(profile) &&
    !holdsAmounts(profile) &&
    profile.chars <= 6 * profile.filled &&
    profile.distinct <= 12
  );
}

/** The person's own accounts repeat row after row; a counterparty's do not. */
function fewDistinct(profile: Profile): boolean {
  return profile.distinct === 1 || profile.distinct <= Math.max(1, Math.min(20, profile.rows / 4));
}

/**
 * The date columns in order: posting date, plain date, purchase date, value date. Where the first
 * is empty the next is used, row by row, because a row's date must not depend on the other rows of
 * its file. A column that is mostly empty comes last.
 */
function rankDates(
  profiles: readonly Profile[],
  roles: readonly (Role | null)[],
  weights: readonly number[],
  dateRole: Role | null,
): readonly number[] {
  const most = Math.max(1, ...profiles.map((profile) => profile.dates));
  const rank = (index: number) => {
    const role = roles[index] ?? null;
    const at = role === null ? 2.5 : DATE_ROLES.indexOf(role);
    const holes = (profiles[index]?.dates ?? 0) < DATES_SHARE_MIN * most ? 10 : 0;
    if (role === "booking_date" && weights[index] === SET_WEIGHT) return -100;
    return (
      (role !== null && role === dateRole ? -20 : 0) + holes + at - (weights[index] ?? 0) / 1000
    );
  };
  const known = profiles.filter((profile) => {
    const role = roles[profile.index] ?? null;
    return role === null ? holdsDates(profile) && profile.label === "" : DATE_ROLES.includes(role);
  });
  // If no label names a date, every column of dates is one.
  const found =
    known.length > 0
      ? known
      : profiles.filter(
          (profile) =>
            holdsDates(profile) &&
            ((roles[profile.index] ?? null) === null || roles[profile.index] === "time"),
        );
  return found.map((profile) => profile.index).toSorted((a, b) => rank(a) - rank(b) || a - b);
}

/** The columns with the role, in file order. */
export function columnsWithRole(columns: Columns, role: Role): readonly number[] {
  return columns.roles.flatMap((one, index) => (one === role ? [index] : []));
}

/** The first column with the role, -1 if there is none. */
export function columnWithRole(columns: Columns, role: Role): number {
  return columns.roles.indexOf(role);
}

/** The columns whose texts describe the row: payee and description, else the best other texts. */
export function chooseTextColumns(columns: Columns): {
  payee: readonly number[];
  description: readonly number[];
  notes: readonly number[];
} {
  const payee = dropOwnNames(
    columns,
    columnsWithRole(columns, "payee").filter((index) => holdsText(columns, index)),
  );
  const texts = columnsWithRole(columns, "description").filter((index) =>
    holdsText(columns, index),
  );
  const notes = columnsWithRole(columns, "notes");
  if (payee.length + texts.length > 0) return { payee, description: texts, notes };
  for (const role of ["type", "notes", "category", "weak_reference"] as const) {
    const found = columnsWithRole(columns, role).filter((index) => holdsText(columns, index));
    if (found.length > 0)
      return { payee: [], description: found, notes: role === "notes" ? [] : notes };
  }
  const unnamed = columns.profiles
    .filter(
      (profile) =>
        columns.roles[profile.index] === null &&
        profile.filled > 0 &&
        !holdsDates(profile) &&
        !holdsAmounts(profile),
    )
    .toSorted((a, b) => repeats(a) - repeats(b) || b.chars - a.chars || a.index - b.index);
  const [longest] = unnamed;
  return { payee: [], description: longest === undefined ? [] : [longest.index], notes };
}

/** A text that is the same on every row, such as the card's number, describes none. */
function repeats(profile: Profile): number {
  return profile.filled > 2 && profile.distinct === 1 ? 1 : 0;
}

/** Next to "Naam tegenpartij", a column "Naam" is the account holder's own name. */
function dropOwnNames(columns: Columns, payees: readonly number[]): readonly number[] {
  const label = (index: number) => normalLabel(columns.profiles[index]?.label ?? "");
  if (!payees.some((index) => parts.counterparties.some((part) => label(index).includes(part))))
    return payees;
  return payees.filter((index) => !parts.own_names.includes(label(index)));
}

function holdsText(columns: Columns, index: number): boolean {
  const profile = columns.profiles[index];
  return profile !== undefined && (profile.filled > 0 || profile.rows === 0);
}
