// The page of transactions that wait for review: a card for each group, the odd ones first.

import type { ShownChange } from "../../importer/changes/wire.ts";
import { REVIEW_CARDS } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printAmount, printCount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { CategoryOptions } from "../transactions/category-options.tsx";
import { nameAccount, nameCategory, type Names } from "../transactions/read-names.ts";
import type { Transaction } from "../transactions/wire.ts";
import type { Suggestion } from "../rules/suggest.ts";
import { Suggestions } from "../rules/suggestions.tsx";
import { printRow } from "./accept.ts";
import type { Group, Proposal } from "./groups.ts";
import { sumUp } from "./sums.ts";

export interface ReviewProps {
  readonly groups: readonly Group[];
  /**
   * How many wait in all; null if there are more than shown and the service does not count them.
   */
  readonly count: number | null;
  readonly shown: number;
  readonly names: Names;
  /** Likely categories, for groups without a proposal. */
  readonly likely: readonly number[];
  /** The ids of the rules in the order they run; empty if the service has none. */
  readonly ruleIds: readonly number[];
  readonly hasRules: boolean;
  readonly suggestions: readonly Suggestion[];
  /** Groups that the person skipped, by their ids. */
  readonly skipped: readonly number[];
  readonly saved: ShownChange | null;
  /** Null if the service does not say. */
  readonly waits: boolean | null;
  readonly formKey: string;
  readonly alert: string | null;
}

/** The whole page. */
export function Review(props: ReviewProps) {
  const { groups, names, suggestions, saved, formKey, alert } = props;
  return (
    <Shell title="Review" current="/review" scripts={["/review.js"]}>
      <h1>Review</h1>
      <div id="review">
        <p class="lead" id="left">
          {describeLeft(props)}
        </p>
        <Alert message={alert} />
        {saved === null ? null : <Saved change={saved} formKey={formKey} />}
        <Suggestions suggestions={suggestions} names={names} back="/review" />
        <AcceptAll {...props} />
        {groups.length === 0 ? <Empty waits={props.waits} /> : null}
        <div class="review-cards" id="cards">
          {groups.slice(0, REVIEW_CARDS).map((group) => (
            <Card group={group} page={props} />
          ))}
        </div>
        {groups.length <= REVIEW_CARDS ? null : (
          <p class="hint">
            {`${plural(groups.length - REVIEW_CARDS, "more payee")} will follow as you go on.`}
          </p>
        )}
      </div>
      {groups.length === 0 ? null : (
        <p class="hint with-scripts keys-hint">
          Keys: <kbd>a</kbd> accept, <kbd>c</kbd> choose a category, <kbd>s</kbd> skip, <kbd>u</kbd>{" "}
          undo.
        </p>
      )}
      <Arrival waits={props.waits} />
    </Shell>
  );
}

function describeLeft({ count, shown }: ReviewProps): string {
  if (count === null) return `${printCount(shown)} or more left`;
  if (count === 0) return "Everything is reviewed.";
  const newest = count > shown ? `. These are the newest ${printCount(shown)}` : "";
  return `${printCount(count)} left${newest}`;
}

function Saved({ change, formKey }: { readonly change: ShownChange; readonly formKey: string }) {
  return (
    <form class="saved" method="post" action={useTarget("/review/undo")} data-swap="review">
      <span role="status">
        {change.state === "applying" ? "Tributary is still saving this." : `${change.sentence}.`}
      </span>
      <input type="hidden" name="key" value={`undo-${formKey}`} />
      <input type="hidden" name="change" value={String(change.id)} />
      {change.can_undo ? (
        <button class="quiet" type="submit" id="undo">
          Undo
        </button>
      ) : null}
    </form>
  );
}

function AcceptAll({ groups, formKey }: ReviewProps) {
  const routine = groups.filter(({ kind }) => kind === "routine");
  const rows = routine.flatMap((group) => group.rows.map((row) => ({ group, row })));
  if (routine.length < 2) return null;
  return (
    <form class="actions" method="post" action={useTarget("/review")} data-swap="review">
      <input type="hidden" name="key" value={`all-${formKey}`} />
      {rows.map(({ group, row }) => (
        <input type="hidden" name="row" value={describeRow(group, row)} />
      ))}
      <button
        id="accept-all"
        type="submit"
      >{`Accept all ${printCount(rows.length)} routine ones`}</button>
    </form>
  );
}

function describeRow(group: Group, { id }: Transaction): string {
  return printRow(id, group.category, group.proposal?.category ?? null);
}

function Empty({ waits }: { readonly waits: boolean | null }) {
  return (
    <section class="step">
      <p class="sentence">All reviewed</p>
      <p>
        {waits === false
          ? "New transactions count as reviewed when they arrive, so nothing waits here."
          : "What comes in next waits here."}{" "}
        <a href="/transactions">See what came in last</a>
      </p>
    </section>
  );
}

const KIND_WORDS = { odd: "To look at", new: "New payee", routine: "Routine" } as const;

function Card({ group, page }: { readonly group: Group; readonly page: ReviewProps }) {
  const { id, payee, rows, kind, oddities } = group;
  const name = payee || "No payee";
  return (
    <article class={`review-card ${kind}`} id={`card-${id}`} aria-labelledby={`name-${id}`}>
      <p class="mark">{KIND_WORDS[kind]}</p>
      <h2 id={`name-${id}`}>
        <a href={`/transactions?status=unreviewed&q=${encodeURIComponent(payee)}`}>{name}</a>
      </h2>
      <p class="about">
        <span>{plural(rows.length, "transaction")}</span>
        {sumUp(rows).map(({ amount, currency }) => {
          const printed = printAmount(amount, currency);
          return (
            <strong class={printed.startsWith("+") ? "flow in" : "flow"}>
              {`${printed} ${currency.toUpperCase()}`}
            </strong>
          );
        })}
      </p>
      {oddities.map((oddity) => (
        <p class="caution">{oddity}</p>
      ))}
      <AcceptForm group={group} page={page} />
      <Rows group={group} names={page.names} />
    </article>
  );
}

function AcceptForm({ group, page }: { readonly group: Group; readonly page: ReviewProps }) {
  const { id, payee, proposal, rows } = group;
  const { names, formKey, likely, ruleIds, hasRules } = page;
  const category = proposal?.category ?? null;
  return (
    <form method="post" action={useTarget(`/review?${keepSkipped(page)}`)} data-swap="review">
      <input type="hidden" name="key" value={`${formKey}-${id}`} />
      {rows.map((row) => (
        <input type="hidden" name="row" value={describeRow(group, row)} />
      ))}
      <div class="field">
        <label for={`category-${id}`}>Category</label>
        <select id={`category-${id}`} name="category">
          <option value="0">No category</option>
          <CategoryOptions categories={names.categories} chosen={category} />
        </select>
        {proposal === null ? null : <small>{describeReason(proposal, ruleIds)}</small>}
      </div>
      <p class="actions">
        <button class="primary" type="submit" id={`accept-${id}`} data-key="a">
          Accept
          <span class="hidden">{` ${payee}`}</span>
        </button>
        <a
          class="button"
          id={`skip-${id}`}
          href={skipAddress(page, id)}
          data-key="s"
          data-swap="review"
        >
          Skip<span class="hidden">{` ${payee}`}</span>
        </a>
        {hasRules ? (
          <button
            class="quiet"
            type="submit"
            name="do"
            value="always"
            id={`always-${id}`}
            title="Accepts these, and makes the category a rule for all like them"
          >
            Always<span class="hidden">{` this category for ${payee}`}</span>
          </button>
        ) : null}
      </p>
      {proposal !== null || likely.length === 0 ? null : (
        <p class="actions picks">
          {likely.map((one) => (
            <button id={`pick-${id}-${one}`} type="submit" name="pick" value={String(one)}>
              {nameCategory(names, one)}
            </button>
          ))}
        </p>
      )}
    </form>
  );
}

/** "rule 3", "as 12 times before". */
export function describeReason({ reason }: Proposal, ruleIds: readonly number[]): string {
  switch (reason.kind) {
    case "rule": {
      const numbers = reason.ids.map((id) => ruleIds.indexOf(id) + 1).filter((at) => at > 0);
      return numbers.length === 0 ? "By a rule" : `By rule ${numbers.join(" and ")}`;
    }
    case "before":
      return reason.count === 1 ? "As once before" : `As ${printCount(reason.count)} times before`;
    case "set":
      return "It came with this category";
  }
}

function Rows({ group: { rows }, names }: { readonly group: Group; readonly names: Names }) {
  const [first] = rows;
  const list = (
    <ul class="review-rows">
      {rows.map((row) => (
        <li>
          <a href={`/transactions/${row.id}`}>{printDay(row.date)}</a>
          <span>
            {row.original_name || row.payee}
            <small>{` ${nameAccount(names, row)}`}</small>
          </span>
          <span class="number">{printAmount(row.amount, row.currency)}</span>
        </li>
      ))}
    </ul>
  );
  if (rows.length === 1 && first !== undefined) return list;
  return (
    <details>
      <summary>{`Show the ${printCount(rows.length)}`}</summary>
      {list}
    </details>
  );
}

function keepSkipped({ skipped }: ReviewProps): string {
  return new URLSearchParams(skipped.map((id) => ["skip", String(id)])).toString();
}

function skipAddress({ skipped }: ReviewProps, id: number): string {
  const all = [...skipped.filter((one) => one !== id), id];
  return `/review?${new URLSearchParams(all.map((one) => ["skip", String(one)])).toString()}`;
}

function Arrival({ waits }: { readonly waits: boolean | null }) {
  const target = useTarget("/review/arrival");
  if (waits === null) return null;
  return (
    <section aria-labelledby="arrival">
      <h2 id="arrival">New transactions</h2>
      <form class="row-form" method="post" action={target}>
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <p>
          {waits
            ? "New transactions wait here until you have reviewed them. They count in your figures meanwhile."
            : "New transactions count as reviewed when they arrive."}
        </p>
        <button type="submit" name="waits" value={waits ? "no" : "yes"}>
          {waits ? "Let them count as reviewed" : "Let them wait for review"}
        </button>
      </form>
    </section>
  );
}
