// All accounts by kind, each kind with its sum in the budget's currency. Closed ones are folded below.

import type { Child } from "hono/jsx";
import { KindSum } from "../overview/accounts.tsx";
import { listLines, type Line } from "../overview/lines.ts";
import { plural, printBalance, printQuantity } from "../ui/print.ts";
import { DataTable, numeric } from "../ui/table.tsx";
import { LinkedBalance } from "./banks.tsx";
import { AsOf, Status } from "./cells.tsx";
import { HoldingRow, ManualRow, type LastImport } from "./manual-accounts.tsx";
import type { Mark } from "./marks.ts";
import { findTargetAccount } from "./targets.ts";
import type { Held } from "./wire.ts";

export interface KindsProps {
  readonly held: Held;
  /** The budget's currency; null if it could not be read. */
  readonly primary: string | null;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly lastImports: ReadonlyMap<number, LastImport>;
  /** The refusal of a balance, with its account; null if none was refused. */
  readonly refused: { readonly account: number; readonly message: string } | null;
}

/** A table for each kind that has accounts. */
export function AccountsByKind(props: KindsProps) {
  const { held, primary } = props;
  const lines = listLines({
    primary: primary ?? "",
    manual: held.manual,
    linked: held.linked,
    cryptoManual: held.holdings,
    cryptoSynced: held.synced.map(({ account }) => account),
    history: [],
  });
  const [open, closed] = [
    lines.filter(({ status }) => status !== "closed"),
    lines.filter(({ status }) => status === "closed"),
  ];
  const kinds = [...new Map(open.map(({ kind }) => [kind.id, kind] as const)).values()];
  const hasRefused = closed.some(({ key }) => key === `manual ${props.refused?.account ?? 0}`);
  return (
    <>
      <p class="hint">
        <a href="/">Import files</a> to add transactions, or use a <a href="/schedules">schedule</a>{" "}
        to update a balance automatically.
      </p>
      {kinds.map((kind) => {
        const members = open.filter((line) => line.kind.id === kind.id);
        return (
          <section class="kind" aria-labelledby={`of-${kind.id}`}>
            <h2 id={`of-${kind.id}`}>
              {kind.label} {primary === null ? null : <KindSum lines={members} primary={primary} />}
            </h2>
            <KindTable {...props} caption={kind.label} lines={members} />
          </section>
        );
      })}
      {closed.length === 0 ? null : (
        <details class="archived" id="closed" open={hasRefused}>
          <summary>{plural(closed.length, "closed account")}</summary>
          <KindTable {...props} caption="Closed accounts" lines={closed} />
        </details>
      )}
    </>
  );
}

interface TableProps extends KindsProps {
  readonly caption: string;
  readonly lines: readonly Line[];
}

function KindTable({ caption, lines, ...props }: TableProps) {
  return (
    <DataTable
      class="keys accounts"
      caption={caption}
      columns={["Account", numeric("Balance"), "Statement", "Last import", "Updated by"]}
    >
      {lines.map((line) => (
        <LineRow {...props} line={line} />
      ))}
    </DataTable>
  );
}

function LineRow({ line, ...props }: KindsProps & { readonly line: Line }) {
  const [kind = "", number = "", symbol = ""] = line.key.split(" ");
  const id = Number(number);
  const { held, marks, lastImports, refused } = props;
  const account = kind === "manual" ? held.manual.find((one) => one.id === id) : undefined;
  if (account !== undefined)
    return (
      <ManualRow
        account={account}
        mark={marks.get(id)}
        lastImport={lastImports.get(id)}
        unconfirmed={held.unconfirmed.find((balance) => balance.manual_account_id === id)}
        isSetByStatements={!held.neverSet.includes(id)}
        refused={refused?.account === id ? refused.message : null}
        schedules={held.schedules.filter(({ target }) => findTargetAccount(target) === id)}
      />
    );
  const holding = kind === "crypto_manual" ? held.holdings.find((one) => one.id === id) : undefined;
  if (holding !== undefined)
    return (
      <HoldingRow
        holding={holding}
        schedules={held.schedules.filter(
          ({ target }) => "crypto_manual_id" in target && target.crypto_manual_id === id,
        )}
      />
    );
  return kind === "linked" ? (
    <LinkedRow held={held} id={id} />
  ) : (
    <CoinRow line={line} id={id} symbol={symbol} />
  );
}

function LinkedRow({ held, id }: { readonly held: Held; readonly id: number }) {
  const account = held.linked.find((one) => one.id === id);
  if (account === undefined) return null;
  return (
    <PlainRow
      name={<a href={`/accounts/linked/${id}`}>{account.display_name || account.name}</a>}
      by={
        <>
          <a href={`#linked-${id}`}>your bank</a>
          <small>
            <Status status={account.status} />
          </small>
        </>
      }
    >
      <LinkedBalance account={account} />
    </PlainRow>
  );
}

function CoinRow({
  line: { name, now, asOf },
  id,
  symbol,
}: {
  readonly line: Line;
  readonly id: number;
  readonly symbol: string;
}) {
  return (
    <PlainRow name={name} by={<a href={`#synced-${id}`}>its provider</a>}>
      {now?.quantity == null ? "unknown" : `${printQuantity(now.quantity)} ${symbol.toUpperCase()}`}
      {now?.worth == null ? null : (
        <small>{`${printBalance(now.worth, now.currency)} ${now.currency.toUpperCase()}`}</small>
      )}
      <AsOf at={asOf} />
    </PlainRow>
  );
}

function PlainRow({
  name,
  by,
  children,
}: {
  readonly name: Child;
  readonly by: Child;
  readonly children?: Child;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{children}</td>
      <td />
      <td />
      <td data-label="Updated by">{by}</td>
    </tr>
  );
}
