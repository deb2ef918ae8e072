// Which columns may name the other party of a row, by their labels and by what they hold. A text
// under a label that nobody knows counts too: it names the payee where nothing better does, else it
// is kept in the notes. The row's description, which identifies it, is decided elsewhere and stays.

import { mayNameParty } from "../../payees/bank-words.ts";
import type { PartiesPlan } from "../plan.ts";
import { findCurrency } from "../amounts/money-words.ts";
import { stripCell } from "../shape/cells.ts";
import { chooseTextColumns, columnsWithRole, type Columns } from "./columns.ts";
import { readSide } from "./cell-words.ts";
import { readStatusCell } from "./status-words.ts";
import { findPlaceOffset } from "./padded-names.ts";
import { nameKey, namesOwner, readPartyLabel, type PartyKind } from "./party-labels.ts";
import { holdsAmounts, holdsDates } from "./profile.ts";

type Rows = readonly (readonly string[])[];

const ROWS_MAX = 500;
/** The share of a column's cells that must be names or texts. */
const NAMED_SHARE_MIN = 0.5;
const OWN_SHARE_MIN = 0.8;
const OWN_ROWS_MIN = 3;
const OWN_NAMES_MAX = 20;
/** A description of so many kinds at most, in so many rows at least, tells less than names. */
const KINDS_MAX = 12;
const KINDS_ROWS_MIN = 6;
/** A column of holders has few names; one with more names other people. */
const OWNERS_MAX = 2;

/**
 * The plan of the parties; null if the file has one text at most. `outside`: the rows above the
 * table; `isSet`: whether a person chose a column's role.
 */
export function findParties(
  columns: Columns,
  rows: Rows,
  outside: Rows,
  isSet: (column: number) => boolean,
): PartiesPlan | null {
  const sample = rows.slice(0, ROWS_MAX);
  const texts = chooseTextColumns(columns);
  const table = new TextTable(columns, sample);
  const kinds = new Map(table.readKinds(isSet));
  for (const column of table.listCounterparts(kinds, table.listExtra(texts.notes, kinds)))
    kinds.set(column, "either");
  for (const column of table.listTelling(table.listExtra(texts.notes, kinds), texts.description))
    kinds.set(column, "either");
  const extra = table.listExtra(texts.notes, kinds);
  const weak = (["type", "category"] as const).flatMap((role) => columnsWithRole(columns, role));
  const own = new Set([...findHolders(outside), ...table.findOwnNames(kinds)]);
  const labelled = texts.payee.length > 0 || columnsWithRole(columns, "description").length > 0;
  const described = labelled
    ? table.dropConstant(texts.description)
    : table.rank([...texts.description, ...extra, ...texts.notes]);
  const of = (kind: PartyKind) => [...kinds].flatMap(([at, one]) => (one === kind ? [at] : []));
  const [payer, recipient, either] = [of("payer"), of("recipient"), of("either")];
  const out = [...recipient, ...either, ...payer];
  const inward = [...payer, ...either, ...recipient];
  const rest = table.listRest([...out, ...described, ...extra, ...texts.notes]);
  const all = new Set(
    [out, described, extra, weak, rest, texts.notes, texts.payee].flatMap((some) => some),
  );
  const places = table.findPlaces([...out, ...described]);
  const isPlain = places === null && described.length === texts.description.length;
  if (all.size < 2 && (isPlain || !labelled)) return null;
  return {
    ...(places !== null && { places }),
    out,
    in: inward,
    texts: described,
    joined: labelled,
    extra,
    weak: [...texts.notes, ...weak, ...rest],
    own: [...own].slice(0, OWN_NAMES_MAX),
  };
}

/** The columns of texts with what they hold. */
class TextTable {
  readonly #columns: Columns;
  readonly #rows: Rows;

  constructor(columns: Columns, rows: Rows) {
    this.#columns = columns;
    this.#rows = rows;
  }

  #cells(column: number): readonly string[] {
    return this.#rows.map((row) => stripCell(row[column] ?? "")).filter((cell) => cell !== "");
  }

  /** Whether the column holds texts, most of which may name a party. */
  #holdsNames(column: number): boolean {
    const profile = this.#columns.profiles[column];
    if (profile === undefined || holdsDates(profile) || holdsAmounts(profile)) return false;
    const cells = this.#cells(column);
    return cells.length > 0 && cells.filter(mayNameParty).length >= NAMED_SHARE_MIN * cells.length;
  }

  /** Further columns with some text, which mostly hold kinds, codes or dates with words. */
  listRest(known: readonly number[]): readonly number[] {
    const { profiles, roles } = this.#columns;
    return profiles.flatMap(({ index, filled, distinct, amounts, numbers, dates, wordedDates }) =>
      (roles[index] ?? null) === null &&
      !known.includes(index) &&
      !(filled >= OWN_ROWS_MIN && distinct === 1) &&
      amounts - numbers + dates - wordedDates < NAMED_SHARE_MIN * filled &&
      !this.#holdsWords(index) &&
      this.#cells(index).some((cell) => /\p{L}{2}/u.test(cell))
        ? [index]
        : [],
    );
  }

  /** Whether the column holds statuses, sides or currencies. */
  #holdsWords(column: number): boolean {
    return this.#cells(column).every(
      (cell) => readSide(cell) !== null || findCurrency(cell) !== null || isStatusWord(cell),
    );
  }

  /** Columns that name a party, with whose name each holds. */
  readKinds(isSet: (column: number) => boolean): ReadonlyMap<number, PartyKind> {
    const kinds = new Map<number, PartyKind>();
    for (const { index, label } of this.#columns.profiles) {
      const role = this.#columns.roles[index] ?? null;
      if (role !== null && role !== "payee") continue;
      const named = readPartyLabel(label);
      if (role === null && named === null) continue;
      if (named === "own" && !isSet(index)) kinds.set(index, this.#ownerOr(index));
      else if (this.#cells(index).length > 0) kinds.set(index, this.#kindOf(index, named));
    }
    return kinds;
  }

  /** A name that is the same on every row, where other texts vary, is the person's own. */
  #kindOf(column: number, named: PartyKind | null): PartyKind {
    const cells = this.#cells(column);
    const isConstant = cells.length >= OWN_ROWS_MIN && new Set(cells.map(nameKey)).size === 1;
    if (named !== "either" && named !== null) return named;
    return isConstant && this.#othersVary(column) ? "own" : "either";
  }

  /** Whether a column under a holder's label holds few names; with many it is of the parties. */
  #ownerOr(column: number): PartyKind {
    const names = new Set(this.#cells(column).map(nameKey));
    return names.size <= OWNERS_MAX || !this.#holdsNames(column) ? "own" : "either";
  }

  #othersVary(column: number): boolean {
    const { roles } = this.#columns;
    return roles.some(
      (role, index) =>
        index !== column &&
        (role === "description" || role === "payee" || role === null) &&
        this.#holdsNames(index) &&
        new Set(this.#cells(index)).size > 1,
    );
  }

  /** Columns of texts that no other rule keeps. */
  listExtra(notes: readonly number[], kinds: ReadonlyMap<number, PartyKind>): readonly number[] {
    const { profiles, roles } = this.#columns;
    return profiles.flatMap(({ index, filled, distinct }) =>
      (roles[index] ?? null) === null &&
      !kinds.has(index) &&
      !notes.includes(index) &&
      filled > 0 &&
      !(filled > 1 && distinct === 1) &&
      !this.#holdsWords(index) &&
      this.#holdsNames(index)
        ? [index]
        : [],
    );
  }

  /**
   * Columns of texts that say more than the description, whose texts are of few kinds when numbers
   * are left out: "Card payment 3373894661".
   */
  listTelling(extra: readonly number[], description: readonly number[]): readonly number[] {
    const [only, ...more] = description;
    if (only === undefined || more.length > 0) return [];
    const kinds = new Set(
      this.#cells(only).map((cell) => cell.replace(/[\d\s./:-]+/g, " ").trim()),
    );
    kinds.delete("");
    const rows = this.#cells(only).length;
    if (rows < KINDS_ROWS_MIN || kinds.size > KINDS_MAX || 2 * kinds.size > rows) return [];
    return extra.filter((column) => new Set(this.#cells(column).map(nameKey)).size > kinds.size);
  }

  /** The name that is in one column or another on nearly every row: both parties are printed. */
  #findFrequent(columns: readonly number[]): readonly string[] {
    if (columns.length < 2) return [];
    const counts = new Map<string, { rows: number; readonly columns: Set<number> }>();
    let rows = 0;
    for (const row of this.#rows) {
      const found = new Map<string, number>();
      for (const column of columns) {
        const cell = stripCell(row[column] ?? "");
        if (mayNameParty(cell)) found.set(nameKey(cell), column);
      }
      if (found.size > 0) rows += 1;
      for (const [name, column] of found) {
        const known = counts.get(name) ?? { rows: 0, columns: new Set<number>() };
        known.rows += 1;
        known.columns.add(column);
        counts.set(name, known);
      }
    }
    if (rows < OWN_ROWS_MIN) return [];
    return [...counts].flatMap(([name, known]) =>
      known.rows >= OWN_SHARE_MIN * rows && known.columns.size > 1 ? [name] : [],
    );
  }

  /** Texts that name parties too: such a column and one of parties both hold the person's name. */
  listCounterparts(
    kinds: ReadonlyMap<number, PartyKind>,
    extra: readonly number[],
  ): readonly number[] {
    const known = [...kinds].flatMap(([at, kind]) => (kind === "own" ? [] : [at]));
    const all = [...known, ...extra];
    return extra.filter((column) =>
      all.some((other) => other !== column && this.#findFrequent([other, column]).length > 0),
    );
  }

  /** The columns without those that say the same on every row, where another one varies. */
  dropConstant(columns: readonly number[]): readonly number[] {
    const varying = columns.filter((column) => {
      const cells = this.#cells(column);
      return cells.length < OWN_ROWS_MIN || new Set(cells).size > 1;
    });
    return varying.length > 0 ? varying : columns;
  }

  /** Finds where the place begins in columns of padded texts; null if no column is padded. */
  findPlaces(columns: readonly number[]): Readonly<Record<number, number>> | null {
    const found = [...new Set(columns)].flatMap((column) => {
      const offset = findPlaceOffset(
        this.#rows.map((row) => row[column] ?? "").filter((cell) => cell.trim() !== ""),
      );
      return offset === null ? [] : [[column, offset] as const];
    });
    return found.length === 0 ? null : Object.fromEntries(found);
  }

  /** Columns by how much their cells look like names, the best first. */
  rank(columns: readonly number[]): readonly number[] {
    const score = (column: number) => {
      const cells = this.#cells(column);
      const named = cells.filter(mayNameParty);
      const plain = named.filter((cell) => !/\d{3}/.test(cell));
      const rows = Math.max(1, cells.length, COVERED_SHARE * this.#rows.length);
      const short = named.filter((cell) => KIND_CODE.test(cell)).length;
      const codes = short >= OWN_SHARE_MIN * named.length ? short : 0;
      return (
        (named.length + plain.length + new Set(named).size - 3 * codes) / rows -
        (this.#columns.roles[column] === "type" ? 1 : 0) -
        cells.reduce((all, cell) => all + cell.length, 0) / (NAME_CHARS * (cells.length || 1))
      );
    };
    const scores = new Map(columns.map((column) => [column, score(column)]));
    return [...new Set(columns)].toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  }

  /** The person's names: of columns of their own, and the one party that is on nearly every row. */
  findOwnNames(kinds: ReadonlyMap<number, PartyKind>): readonly string[] {
    const names = new Set<string>();
    const owners = this.#columns.profiles.filter(
      ({ index, label }) =>
        kinds.get(index) === "own" ||
        this.#columns.roles[index] === "account_name" ||
        (this.#columns.roles[index] === "card" && namesOwner(label)),
    );
    for (const { index } of owners) {
      const cells = new Set(this.#cells(index).filter(mayNameParty).map(nameKey));
      if (cells.size <= OWNERS_MAX) for (const name of cells) names.add(name);
    }
    for (const name of this.#findFrequent([...kinds.keys()])) names.add(name);
    return [...names];
  }
}

/** A text with a number in it, as of a card purchase, is no status, though a status may have one. */
function isStatusWord(cell: string): boolean {
  return !/\d/.test(cell) && readStatusCell(cell, "") !== null;
}

/** A column that is empty on fewer rows names as well as one that is full. */
const COVERED_SHARE = 0.6;
/** A name is mostly shorter than what it is for. */
const NAME_CHARS = 200;
/** A short code of capitals, as banks have for kinds of transactions. */
const KIND_CODE = /^[A-Z\d]{1,4}$/;
const OUTSIDE_ROWS_MAX = 60;

/** The account holder's names in the lines above the table. */
function findHolders(outside: Rows): readonly string[] {
  const names: string[] = [];
  for (const row of outside.slice(0, OUTSIDE_ROWS_MAX)) {
    row.forEach((printed, column) => {
      const cell = stripCell(printed);
      const split = /^([^:：]{2,40})[:：]\s*(.*)$/u.exec(cell);
      const label = split?.[1] ?? cell;
      if (cell.length > 120 || !namesOwner(label)) return;
      const behind = split?.[2] ?? "";
      const next = row.slice(column + 1, column + 3).map(stripCell);
      const value = behind === "" ? (next.find((one) => one !== "") ?? "") : behind;
      if (value.length <= 60 && mayNameParty(value)) names.push(nameKey(value));
    });
  }
  return names;
}
