// Whether each account agrees with the last statement that was imported into it.

import { addDays, dayNumber, type Day } from "../../money/day.ts";
import { ACCOUNTS_COMPARED_MAX, BALANCE_OLD_DAYS, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { STATED_LIST } from "../../importer/imports/wire.ts";
import type { ManualAccount } from "../overview/wire.ts";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { printDay } from "../ui/print.ts";
import { printDifference } from "./figures.ts";
import { countAt, type Stated } from "./reconcile.ts";
import { compareAddress } from "./causes.tsx";
import { readMoved, toStated } from "./read-one.ts";

/** Whether an account agrees with its last statement. */
export interface Mark {
  readonly is: "agrees" | "differs" | "old";
  readonly words: string;
  readonly href: string;
}

/** The marks by account; none for an account without a statement, or with too much after it. */
export async function readMarks(
  { api, service }: Pick<Variables, "api" | "service">,
  accounts: readonly ManualAccount[],
  primary: string,
  today: Day,
): Promise<ReadonlyMap<number, Mark>> {
  const found = await read(api, "/api/stated-balances", STATED_LIST);
  if (!found.ok) return new Map();
  const open = accounts.filter(({ status }) => status !== "closed");
  const wanted = found.value.stated
    .flatMap((one) => {
      const account = open.find(({ id }) => id === one.account);
      const [stated] = toStated(one);
      return account === undefined || stated === undefined ? [] : [{ account, stated }];
    })
    .slice(0, ACCOUNTS_COMPARED_MAX);
  const marks = await Promise.all(
    wanted.map(async ({ account, stated }) => {
      const since = addDays(stated.day, 1);
      const one = { kind: "manual", account } as const;
      const moved = await readMoved({ service }, one, primary, { since, most: PAGE_ROWS_MAX });
      if (!moved.ok || !moved.value.known.isWhole || moved.value.foreign > 0) return [];
      const difference = stated.balance - countAt(moved.value.known, stated.day);
      return [[account.id, toMark(account, stated, difference, today)] as const];
    }),
  );
  return new Map(marks.flat());
}

/** The mark of an account. `difference`: how much more the statement has than the budget. */
export function toMark(
  account: Pick<ManualAccount, "id" | "type" | "currency">,
  stated: Pick<Stated, "day" | "balance">,
  difference: number,
  today: Day,
): Mark {
  const href = compareAddress(account, stated);
  const day = printDay(stated.day);
  if (difference !== 0)
    return {
      is: "differs",
      words: `differs by ${printDifference(account, difference)} on ${day}`,
      href,
    };
  const isOld = dayNumber(today) - dayNumber(stated.day) > BALANCE_OLD_DAYS;
  return isOld
    ? { is: "old", words: `old: agreed on ${day}`, href }
    : { is: "agrees", words: `agrees on ${day}`, href };
}
