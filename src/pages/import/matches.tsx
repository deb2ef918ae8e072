// How an import relates to earlier ones: possible duplicates, transfers between the person's
// accounts, and transactions that are no longer pending. Each has its evidence and a button for
// every decision. Plain forms, no scripts.

import { PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printAmount } from "../ui/print.ts";
import type { Category, Import, Lookalike, NoLongerPending, Transfer } from "../ui/wire.ts";

export interface MatchesProps {
  readonly run: Import;
  readonly lookalikes: readonly Lookalike[];
  readonly transfers: readonly Transfer[];
  /** Whether the search for transfers is still running. */
  readonly looking: boolean;
  readonly missing: readonly NoLongerPending[];
  /** Categories that are excluded from totals, for a transfer that cannot be grouped. */
  readonly categories: readonly Category[];
}

/** The sections that have something to show. */
export function Matches(props: MatchesProps) {
  return (
    <>
      <Lookalikes {...props} />
      <Transfers {...props} />
      <Missing {...props} />
    </>
  );
}

function Lookalikes({ run, lookalikes }: MatchesProps) {
  if (lookalikes.length === 0) return null;
  const path = `/imports/${encodeURIComponent(run.id)}/lookalikes`;
  const open = run.state === "question" || run.state === "preview";
  return (
    <section class="matches" aria-labelledby="lookalikes">
      <h2 id="lookalikes">{plural(lookalikes.length, "possible duplicate")}</h2>
      <p class="hint">
        {open
          ? "The budget has a transaction with the same amount from another source. Choose what to do with each row. You can change your choice until you import."
          : "The budget had a transaction with the same amount from another source. This is what you chose."}
      </p>
      <ul>
        {lookalikes.map(({ line, item, evidence, decision }) => (
          <li>
            <p>
              {`Line ${line}: `}
              <time datetime={item.date}>{item.date}</time>
              {`, ${printAmount(item.amount, item.currency ?? null)}, ${item.payee || "no payee"}`}
              <small>{evidence}</small>
            </p>
            {open ? (
              <form class="actions" method="post" action={`${path}/${line}/same`}>
                <button type="submit" aria-pressed={decision === "same" ? "true" : "false"}>
                  {decision === "same" ? "Duplicate ✓" : "Duplicate"}
                </button>
                <button
                  type="submit"
                  formaction={`${path}/${line}/insert`}
                  aria-pressed={decision === "insert" ? "true" : "false"}
                >
                  {decision === "insert" ? "Insert anyway ✓" : "Insert anyway"}
                </button>
              </form>
            ) : (
              <p>{decision === "insert" ? "Inserted anyway." : "Not inserted: duplicate."}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const TRANSFER_WORDS = {
  suggested: "",
  accepting: "Grouping…",
  accepted: "Accepted: the two transactions are grouped.",
  dismissed: "Dismissed: they stay two separate transactions.",
} as const;

function Transfers({ run, transfers, looking, categories }: MatchesProps) {
  if (transfers.length === 0)
    return looking ? (
      <p class="hint">
        Still looking for transfers between your accounts. Reload the page to see them.
      </p>
    ) : null;
  const path = `/imports/${encodeURIComponent(run.id)}/transfers`;
  return (
    <section class="matches" aria-labelledby="transfers">
      <h2 id="transfers">{`Transfers between your accounts: ${transfers.length}`}</h2>
      <p class="hint">
        Each transfer is in the budget twice: as money out of one account and as money into the
        other. If you accept it, the two transactions are grouped and only their difference counts,
        usually zero.
      </p>
      <AcceptAll run={run} transfers={transfers} />
      <ul>
        {transfers.map((transfer) => (
          <li data-transfer={transfer.n}>
            <p>
              <TransferSide side={transfer.debit} />
              {" → "}
              <TransferSide side={transfer.credit} />
              <small>{transfer.evidence.join(" ")}</small>
            </p>
            {transfer.problem === null ? null : (
              <p class="error">{`The budgeting service did not group them: ${transfer.problem}`}</p>
            )}
            {transfer.state === "suggested" ? (
              <Decide
                path={`${path}/${transfer.n}`}
                categories={transfer.problem === null ? [] : categories}
              />
            ) : (
              <p role="status">{TRANSFER_WORDS[transfer.state]}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The value that names a transfer in a form for several. */
export function printTransfer(run: string, { n }: Transfer): string {
  return `${run} ${n}`;
}

/** Accepts all that wait, if there are several. */
function AcceptAll({
  run,
  transfers,
}: {
  readonly run: Import;
  readonly transfers: readonly Transfer[];
}) {
  const open = transfers.filter(({ state, problem }) => state === "suggested" && problem === null);
  if (open.length < 2) return null;
  return (
    <form class="actions" method="post" action={useTarget("/imports/transfers")}>
      <input type="hidden" name="back" value={run.id} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      {open.map((transfer) => (
        <input type="hidden" name="transfer" value={printTransfer(run.id, transfer)} />
      ))}
      <button id="accept-all" class="primary" type="submit">
        {`Accept all ${open.length} transfers`}
      </button>
    </form>
  );
}

function Decide({
  path,
  categories,
}: {
  readonly path: string;
  readonly categories: readonly Category[];
}) {
  return (
    <form class="actions" method="post" action={`${path}/accept`}>
      {categories.length === 0 ? null : (
        <label>
          {"Or set a category that is excluded from totals "}
          <select name="category_id">
            <option value="">No category: group them</option>
            {categories.map(({ id, name }) => (
              <option value={id}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <button class="primary" type="submit">
        Accept transfer
      </button>
      <button type="submit" formaction={`${path}/dismiss`}>
        Not a transfer
      </button>
    </form>
  );
}

/** One side of a transfer in one line. */
export function TransferSide({ side }: { readonly side: Transfer["debit"] }) {
  return (
    <>
      {`${side.account.name}, `}
      <time datetime={side.date}>{side.date}</time>
      {`, ${printAmount(side.amount, side.currency)}, ${side.payee}`}
    </>
  );
}

const PENDING_WORDS = {
  deleting: "Deleting…",
  deleted: "Deleted.",
  posted: "Posted since.",
} as const;

function Missing({ run, missing }: MatchesProps) {
  if (missing.length === 0) return null;
  const path = `/imports/${encodeURIComponent(run.id)}/pending`;
  return (
    <section class="matches" aria-labelledby="missing">
      <h2 id="missing">{`No longer pending: ${plural(missing.length, "transaction")}`}</h2>
      <p class="hint">
        These transactions were pending in an earlier file. This file covers the same days, but
        lists them neither as pending nor as posted. Delete a transaction if its hold has expired,
        because it will not be posted. Keep it if you expect it in a later file.
      </p>
      <ul>
        {missing.map((one) => (
          <li>
            <p>
              <time datetime={one.date}>{one.date}</time>
              {`, ${printAmount(one.amount, one.currency)}, ${one.payee}`}
            </p>
            {one.problem === null ? null : (
              <p class="error">{`The budgeting service did not delete it: ${one.problem}`}</p>
            )}
            {one.state === "pending" ? (
              <div class="actions">
                {(["Keep", "Delete"] as const).map((label) => (
                  <PostButton
                    action={`${path}/${one.transaction_id}/${label.toLowerCase()}`}
                    label={label}
                    ariaLabel={`${label} ${one.payee || "the transaction"} of ${one.date}`}
                  />
                ))}
              </div>
            ) : (
              <p role="status">{PENDING_WORDS[one.state]}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
