// What the administrator sees of each person: bytes, what waits and what is wrong. It asks their
// objects for counts alone, so that nothing of anybody's money can come here.

import { DIRECTORY, type ListedPerson, type MailCount } from "../../oauth/people/directory.ts";
import type { ConnectionHealth } from "../../importer/health.ts";

/** A person with the sums of their budgets and connections; `known` is false if an object did not answer. */
export interface PersonLine extends ListedPerson {
  readonly budgets: number;
  readonly bytes: number;
  readonly waiting: number;
  readonly oldestWaitingAt: number | null;
  readonly faults: readonly string[];
  readonly known: boolean;
}

/** One page of people, and the deployment's mail. */
export interface Overview {
  readonly people: readonly PersonLine[];
  readonly count: number;
  /** Where the next page begins; null at the end. */
  readonly next: number | null;
  readonly mail: readonly MailCount[];
}

/** Reads the people with an id above `after`. */
export async function readOverview(env: Env, after: number): Promise<Overview> {
  const directory = env.DIRECTORY.getByName(DIRECTORY);
  const [listed, count, mail] = await Promise.all([
    directory.people(after),
    directory.countPeople(),
    directory.mailCounts(),
  ]);
  const people = await Promise.all(listed.map(async (person) => readPerson(env, person)));
  const last = people.at(-1)?.id ?? null;
  const more = last === null ? [] : await directory.people(last);
  return { people, count, next: more.length > 0 ? last : null, mail };
}

/** One person's sums. */
export async function readPerson(env: Env, listed: ListedPerson): Promise<PersonLine> {
  try {
    const user = env.USER.getByName(listed.user);
    const [accounts, connections] = await Promise.all([user.accounts(), user.connections()]);
    const [sizes, health] = await Promise.all([
      Promise.all(
        accounts.map(async ({ accountId }) => env.BUDGET.getByName(String(accountId)).bytes()),
      ),
      Promise.all(
        connections.map(async ({ id }): Promise<ConnectionHealth | null> =>
          env.IMPORTER.getByName(id).health(),
        ),
      ),
    ]);
    const found = health.filter((one) => one !== null);
    const stored = found.map((one) => one.database_bytes + one.stored_bytes);
    return {
      ...listed,
      budgets: accounts.length,
      bytes: sum([...sizes, ...stored]),
      waiting: sum(found.map(({ waiting }) => waiting)),
      oldestWaitingAt: earliest(found.map((one) => one.oldest_waiting_at)),
      faults: faultsOf(found),
      known: true,
    };
  } catch {
    // An object that is out of order must not hide the others from the administrator.
    const nothing = { budgets: 0, bytes: 0, waiting: 0, oldestWaitingAt: null, faults: [] };
    return { ...listed, ...nothing, known: false };
  }
}

/** The faults of all connections in words: kinds and counts. */
export function faultsOf(health: readonly ConnectionHealth[]): string[] {
  const count = (name: keyof ConnectionHealth) => sum(health.map((one) => Number(one[name])));
  const kinds: readonly (readonly [keyof ConnectionHealth, string, string])[] = [
    ["failed_imports", "failed import", "failed imports"],
    ["failing_sources", "failing source", "failing sources"],
    ["failing_webhooks", "failing webhook", "failing webhooks"],
    ["authorize_again", "connection to authorize again", "connections to authorize again"],
  ];
  return kinds.flatMap(([name, one, many]) => {
    const found = count(name);
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
