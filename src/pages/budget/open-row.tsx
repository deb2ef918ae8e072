// The content of an open row of the budget: suggested amounts, the note, a group's own amount, and
// with the embedded service what happens when the period ends. That choice belongs to a second
// form, which follows the form of the amounts.

import { SHORT_NOTES_CHARS_MAX } from "../../platform/limits.ts";
import { DescribedField } from "../ui/fields.tsx";
import { printBalance } from "../ui/print.ts";
import type { Cell } from "./cells.ts";
import { CHANGED_PARTS } from "./done.tsx";
import type { Line, Pot } from "./model.ts";
import { chooseNoun } from "./period.ts";
import { listSuggestions } from "./suggest.ts";
import { AmountField, type TableContext } from "./table.tsx";
import type { Automation } from "./wire.ts";
import { printField } from "./words.ts";

/** The id of the form for what happens at the end of a period. */
export const CONTINUE_FORM = "continue";

interface OpenRowProps {
  readonly line: Line;
  readonly cell: Cell;
  readonly pot: Pot;
  readonly context: Pick<TableContext, "period" | "currency">;
  /** What happens to the line at the end of a period; null with a remote service. */
  readonly automation: Automation | "nothing" | null;
  /** The next period's name. */
  readonly next: string;
}

/** The content of an open row. */
export function OpenRow({ line, cell, pot, context, automation, next }: OpenRowProps) {
  const { period, currency } = context;
  const suggestions = listSuggestions(line, pot, chooseNoun(period), cell.foreign ?? currency);
  const canSuggest = !line.isGroup && cell.foreign === null && suggestions.length > 0;
  return (
    <div class="open-content">
      {line.isGroup ? (
        <div class="field">
          <label for={`amount-${line.id}`}>For the whole group</label>
          <AmountField line={line} cell={cell} context={context} />
          <small>At least what its categories have together. The group’s sum is then this.</small>
        </div>
      ) : null}
      {canSuggest ? (
        <fieldset class="suggestions">
          <legend>{`Budget for ${line.name}`}</legend>
          {suggestions.map(({ label, amount }, index) => (
            <button
              type="submit"
              name="use"
              value={`${line.id}:${printField(amount, currency)}`}
              id={`use-${line.id}-${index}`}
              data-swap={CHANGED_PARTS}
              data-focus={`amount-${line.id}`}
            >
              <strong>{printBalance(amount, currency)}</strong> {label}
            </button>
          ))}
        </fieldset>
      ) : null}
      <NoteField line={line} cell={cell} />
      <p class="actions">
        <button
          class="primary"
          type="submit"
          id={`save-${line.id}`}
          data-swap={CHANGED_PARTS}
          data-focus={`amount-${line.id} open-${line.id}`}
        >
          Save
        </button>
        <a href={`/budget/category/${line.id}`}>{`${line.name} over time`}</a>
      </p>
      {automation === null ? null : (
        <Continue line={line} automation={automation} currency={currency} next={next} />
      )}
    </div>
  );
}

function NoteField({ line, cell }: { readonly line: Line; readonly cell: Cell }) {
  const id = `note-${line.id}`;
  return (
    <>
      <input type="hidden" id={`was-${id}`} name={`was-note.${line.id}`} value={cell.wasNote} />
      <DescribedField
        id={id}
        label="Note"
        error={cell.noteError}
        control={(described) => (
          <textarea
            id={id}
            name={`note.${line.id}`}
            rows={2}
            maxlength={SHORT_NOTES_CHARS_MAX}
            {...described}
          >
            {cell.note}
          </textarea>
        )}
      />
    </>
  );
}

function Continue({
  line,
  automation,
  currency,
  next,
}: {
  readonly line: Line;
  readonly automation: Automation | "nothing";
  readonly currency: string;
  readonly next: string;
}) {
  const rollover = automation === "nothing" ? null : automation.rollover_option;
  const chosen = rollover ?? "start over";
  const choices = describeContinue(line, currency, next);
  return (
    <fieldset class="continue">
      <legend>When the period ends, what is left …</legend>
      {choices.map(({ value, label, example }) => (
        <label class="choice">
          <input
            type="radio"
            form={CONTINUE_FORM}
            id={`rollover-${value.replace(" ", "-")}`}
            name="rollover"
            value={value}
            checked={value === chosen}
          />
          <span>
            <strong>{label}</strong>
            <small class="words">{example}</small>
          </span>
        </label>
      ))}
      <AutomaticAmount line={line} automation={automation} currency={currency} />
      <button type="submit" form={CONTINUE_FORM} id={`continue-${line.id}`}>
        Save for every period
      </button>
    </fieldset>
  );
}

/** The three ways to continue, each with this line's figures. Pure. */
export function describeContinue(
  { left, budgeted, carried, spent, isIncome }: Line,
  currency: string,
  next: string,
): readonly { readonly value: string; readonly label: string; readonly example: string }[] {
  const print = (amount: number) => printBalance(amount, currency);
  const amount = budgeted ?? 0;
  const rest = left ?? carried + amount - spent;
  const start = `${next} starts with ${print(amount)}`;
  const pot = isIncome ? -rest : rest;
  return [
    {
      value: "start over",
      label: "is not carried on",
      example: `${start}, if you budget the same.`,
    },
    {
      value: "same category",
      label: "stays in this category",
      example:
        rest < 0
          ? `Over by ${print(-rest)} now: ${next} starts with ${print(amount + rest)}.`
          : `${print(rest)} left now: ${next} starts with ${print(amount + rest)}.`,
    },
    {
      value: "available funds",
      label: "goes to the pot",
      example: `${start}, and there is ${print(Math.abs(pot))} ${pot < 0 ? "less" : "more"} to budget.`,
    },
  ];
}

const AUTOMATIC_WORDS = {
  nothing: "Nothing",
  fixed: "The amount here",
  budget: "What was budgeted the period before",
  spend: "What was spent the period before",
} as const;

function AutomaticAmount({
  line,
  automation,
  currency,
}: {
  readonly line: Line;
  readonly automation: Automation | "nothing";
  readonly currency: string;
}) {
  const type = automation === "nothing" ? "nothing" : automation.auto_budget_type;
  const amount = automation === "nothing" ? null : automation.auto_budget_amount;
  return (
    <div class="automatic">
      <label class="field">
        <span>Budget by itself, where no amount was typed</span>
        <select form={CONTINUE_FORM} id="automatic" name="automatic">
          {Object.entries(AUTOMATIC_WORDS).map(([value, words]) => (
            <option value={value} selected={value === type}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Amount</span>
        <input
          form={CONTINUE_FORM}
          id="automatic-amount"
          name="automatic_amount"
          inputmode="decimal"
          autocomplete="off"
          value={amount === null ? printOr(line.budgeted, currency) : printField(amount, currency)}
        />
      </label>
    </div>
  );
}

function printOr(amount: number | null, currency: string): string {
  return amount === null ? "" : printField(amount, currency);
}
