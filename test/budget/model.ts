// The documents' rules for transactions, splits, groups and budgets as plain objects in an array: what
// the service must show after the same operations. Amounts are cents, one currency.

export const MODEL_ACCOUNTS = [1, 2] as const;
export type Account = (typeof MODEL_ACCOUNTS)[number] | null;
export type Review = "reviewed" | "unreviewed";

export interface Facts {
  readonly date: string;
  readonly cents: number;
  readonly payee: string;
  readonly account: Account;
  readonly category: number | null;
  readonly external: string | null;
  readonly status: Review;
  readonly tags: readonly number[];
}

export interface Held extends Facts {
  readonly id: number;
  /** What it took from its account's balance. */
  readonly moved: number;
  readonly isSplit: boolean;
  readonly splitOf: number | null;
  readonly isGroup: boolean;
  readonly groupOf: number | null;
}

/** A change of a transaction. */
export type Change = Partial<Omit<Facts, "status">>;

export interface Part {
  readonly cents: number;
  readonly payee?: string | undefined;
  readonly category?: number | null | undefined;
  readonly tags: readonly number[];
}

const PLAIN = { isSplit: false, splitOf: null, isGroup: false, groupOf: null };
const REVIEWING = ["date", "cents", "payee", "account", "category"] as const;

export class Model {
  held: Held[] = [];
  readonly balances: Record<number, number> = { 1: 0, 2: 0 };
  /** "category start" -> cents. */
  readonly budgets = new Map<string, number>();

  #move(of: Account, cents: number): void {
    if (of !== null) this.balances[of] = (this.balances[of] ?? 0) - cents;
  }

  #replace(id: number, change: Partial<Held>): void {
    this.held = this.held.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  /** What the list shows by default, in its order. */
  listed(): Held[] {
    return this.held.filter((one) => !one.isSplit && one.groupOf === null).sort(newestFirst);
  }

  /** The status an insert must have, and which items it must keep; ids come from the answer. */
  insert(items: readonly Facts[], skipDuplicates: boolean): { status: number; kept: Facts[] } {
    const keys = items
      .filter((one) => one.account !== null && one.external !== null)
      .map((one) => `${one.account}${one.external}`);
    if (new Set(keys).size < keys.length) return { status: 400, kept: [] };
    // What stands for others (a group) or for a part of one (a split child) came from no source.
    const sources = this.held.filter((one) => !one.isGroup && one.splitOf === null);
    const kept = items.filter((one) => {
      const known = this.held.some(
        (old) =>
          one.account !== null &&
          one.external !== null &&
          old.account === one.account &&
          old.external === one.external,
      );
      const alike = sources.some(
        (old) =>
          old.account === one.account &&
          old.date === one.date &&
          old.cents === one.cents &&
          old.payee === one.payee,
      );
      return !known && !(skipDuplicates && alike);
    });
    return { status: 201, kept };
  }

  add(one: Facts, id: number, counted: boolean): void {
    const moved = counted && one.account !== null ? one.cents : 0;
    this.#move(one.account, moved);
    this.held.push({ ...one, ...PLAIN, id, moved });
  }

  update(old: Held, change: Change, updateBalance: boolean): number {
    if (Object.keys(change).length === 0 || old.isSplit || old.groupOf !== null) return 400;
    const next = { ...old, ...change };
    const bound = old.isGroup || old.splitOf !== null;
    if (bound && (next.cents !== old.cents || next.account !== old.account)) return 400;
    const clash = this.held.some(
      (other) =>
        other.id !== old.id &&
        next.account !== null &&
        next.external !== null &&
        other.account === next.account &&
        other.external === next.external,
    );
    const identified = next.external !== null && next.external !== old.external;
    if (clash || (identified && next.account === null)) return 400;
    const touched = REVIEWING.some((property) => next[property] !== old[property]);
    const moved = this.#movedBy(old, next, updateBalance);
    this.#replace(old.id, { ...change, moved, ...(touched && { status: "reviewed" }) });
    return 200;
  }

  #movedBy(old: Held, next: Held, updateBalance: boolean): number {
    const same = next.account === old.account;
    if (!updateBalance) return same ? old.moved : 0;
    if (same) {
      const difference = next.account === null ? 0 : next.cents - old.cents;
      this.#move(next.account, difference);
      return old.moved + difference;
    }
    this.#move(old.account, 0 - old.moved);
    const moved = next.account === null ? 0 : next.cents;
    this.#move(next.account, moved);
    return moved;
  }

  delete(ids: readonly number[]): number {
    if (new Set(ids).size < ids.length) return 400;
    const gone = this.held.filter((one) => ids.includes(one.id));
    if (gone.some((one) => !isPlain(one))) return 400;
    for (const one of gone) this.#move(one.account, 0 - one.moved);
    this.held = this.held.filter((one) => !ids.includes(one.id));
    return 204;
  }

  /** Whether the parts may replace the transaction. */
  split(old: Held, parts: readonly Part[]): number {
    const sum = parts.reduce((total, part) => total + part.cents, 0);
    return isPlain(old) && sum === old.cents ? 201 : 400;
  }

  addParts(old: Held, parts: readonly Part[], ids: readonly number[]): void {
    this.#replace(old.id, { isSplit: true });
    for (const [index, part] of parts.entries()) {
      this.held.push({
        ...old,
        ...PLAIN,
        id: ids[index] ?? 0,
        cents: part.cents,
        payee: part.payee ?? old.payee,
        category: part.category === undefined ? old.category : part.category,
        tags: part.tags,
        external: null,
        moved: 0,
        splitOf: old.id,
      });
    }
  }

  unsplit(old: Held): number {
    if (!old.isSplit) return 400;
    this.held = this.held.filter((one) => one.splitOf !== old.id);
    this.#replace(old.id, { isSplit: false });
    return 204;
  }

  group(members: readonly Held[]): number {
    const distinct = new Set(members.map(({ id }) => id)).size === members.length;
    return members.length >= 2 && distinct && members.every(isPlain) ? 201 : 400;
  }

  addGroup(members: readonly Held[], id: number, date: string, payee: string): void {
    const categories = new Set(members.map(({ category }) => category));
    const [category = null] = categories;
    for (const member of members) this.#replace(member.id, { groupOf: id });
    this.held.push({
      ...PLAIN,
      id,
      date,
      payee,
      cents: members.reduce((total, { cents }) => total + cents, 0),
      account: null,
      category: categories.size === 1 ? category : null,
      external: null,
      status: members.every(({ status }) => status === "reviewed") ? "reviewed" : "unreviewed",
      tags: [],
      moved: 0,
      isGroup: true,
    });
  }

  ungroup(old: Held): number {
    if (!old.isGroup) return 404;
    this.held = this.held
      .filter((one) => one.id !== old.id)
      .map((one) => (one.groupOf === old.id ? { ...one, groupOf: null } : one));
    return 204;
  }

  /** A tag or category that is deleted by force leaves its transactions without it. */
  forget(gone: { readonly tag: number } | { readonly category: number }): void {
    this.held = this.held.map((one) => {
      if ("tag" in gone) return { ...one, tags: one.tags.filter((tag) => tag !== gone.tag) };
      return one.category === gone.category ? { ...one, category: null } : one;
    });
  }

  /** Months are the default budget periods. */
  budget(category: number, start: string, cents: number): number {
    if (!start.endsWith("-01")) return 400;
    this.budgets.set(`${category} ${start}`, cents);
    return 200;
  }

  unbudget(category: number, start: string): number {
    if (!start.endsWith("-01")) return 400;
    this.budgets.delete(`${category} ${start}`);
    return 204;
  }

  /** Cents spent in a category in the month that starts so: exactly what the list shows. */
  activity(category: number, start: string): number {
    return this.listed()
      .filter((one) => one.category === category && one.date.slice(0, 7) === start.slice(0, 7))
      .reduce((total, { cents }) => total + cents, 0);
  }
}

/** Stands for itself alone. */
function isPlain(one: Held): boolean {
  return !one.isSplit && one.splitOf === null && !one.isGroup && one.groupOf === null;
}

function newestFirst(a: Held, b: Held): number {
  return b.date.localeCompare(a.date) || b.id - a.id;
}
