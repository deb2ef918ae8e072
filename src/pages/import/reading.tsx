// How a file was read, and why. The proof comes first, because a person trusts the rest by it.

import { Fact } from "../ui/table.tsx";
import { describeBreaks } from "../../statements/proof-breaks.ts";
import { plural, printCount } from "../ui/print.ts";
import type { Layout } from "../ui/wire.ts";
import { decimalWord, delimiterWord, formatWords, signWord } from "./words.ts";

/** One sentence on the proof. */
export function Proof({ proof }: { readonly proof: Layout["proof"] }) {
  if (proof.kind === "none" || (proof.rows_checked === 0 && proof.breaks_at === null)) {
    return (
      <p class="proof unproven">
        <strong>Not verified.</strong> No balances in this file confirm its rows. Check the amounts
        and signs yourself.
      </p>
    );
  }
  const proven = proof.breaks_at === null && proof.rows_proven === proof.rows_checked;
  // A running balance proves the steps between rows: 18 for 19 rows.
  const checked =
    proof.kind === "running balance"
      ? `${plural(proof.rows_checked, "step")} from row to row`
      : plural(proof.rows_checked, "row");
  const share = `${printCount(proof.rows_proven)} of ${checked}`;
  return proven ? (
    <p class="proof proven">
      <strong>Verified.</strong>{" "}
      {`The ${proof.kind} confirms ${share}: the amounts and signs are right and no row is missing.`}
    </p>
  ) : (
    <p class="proof broken">
      <strong>{proof.rows_proven === 0 ? "Balances do not match." : "Partly verified."}</strong>{" "}
      {`The ${proof.kind} matches ${share}.${placeIn(proof)} A row may be missing or misread there.`}
    </p>
  );
}

/**
 * " It does not match at line 98.", " It does not match in 23 places: lines 5, 9 and 21 more."; ""
 * if no line is known.
 */
function placeIn({
  breaks_at: first,
  breaks = 1,
  break_lines: lines = [],
}: Layout["proof"]): string {
  if (first === null) return "";
  if (breaks <= 1 || lines.length === 0) return ` It does not match at line ${printCount(first)}.`;
  return ` It does not match in ${printCount(breaks)} places: ${describeBreaks({ breaks, break_lines: lines })}.`;
}

/** What in the file contradicts the person's settings or answers. */
export function Warnings({ warnings = [] }: { readonly warnings?: readonly string[] | undefined }) {
  return (
    <>
      {warnings.map((warning) => (
        <p class="warning">
          <strong>Warning:</strong> {warning}
        </p>
      ))}
    </>
  );
}

/** The layout in full: facts, columns, and a reason for every decision. */
export function Reading({
  layout,
  title = "How this file was read",
}: {
  readonly layout: Omit<Layout, "proof">;
  readonly title?: string;
}) {
  return (
    <section aria-labelledby="reading">
      <h2 id="reading">{title}</h2>
      <dl class="facts">
        {listFacts(layout).map(([name, value]) => (
          <Fact term={name}>{value}</Fact>
        ))}
      </dl>
      {layout.columns.length === 0 ? null : (
        <div
          class="scroll"
          tabindex={0}
          role="region"
          aria-label={formatWords(layout.format).table ? "Columns" : "Fields"}
        >
          <table class="columns">
            <thead>
              <tr>
                <th scope="row">{formatWords(layout.format).table ? "Column" : "Field"}</th>
                {layout.columns.map((column) => (
                  <th scope="col">
                    {column.label === "" ? `Column ${column.index + 1}` : column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Used as</th>
                {layout.columns.map((column) => (
                  <td class={isUnused(column.role) ? "unused" : undefined}>{column.role}</td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      )}
      {layout.why.length === 0 ? null : (
        <>
          <h3>Why</h3>
          <ul class="why">
            {layout.why.map((reason) => (
              <li>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function listFacts(layout: Omit<Layout, "proof">): readonly (readonly [string, string])[] {
  const { name, table } = formatWords(layout.format);
  const facts: (readonly [string, string])[] = [
    ["Format", layout.bank ? `${name}, ${layout.bank}` : name],
  ];
  facts.push(["Encoding", layout.encoding]);
  if (layout.delimiter !== null) facts.push(["Delimiter", delimiterWord(layout.delimiter)]);
  // Formats of records have no header, no delimiter and mostly no choice of decimal mark.
  if (table)
    facts.push([
      "Header",
      layout.header_line === null ? "none" : `line ${printCount(layout.header_line)}`,
    ]);
  if (layout.date_format !== null) facts.push(["Date format", layout.date_format]);
  if (table || layout.decimal_mark !== null)
    facts.push(["Decimal mark", decimalWord(layout.decimal_mark)]);
  if (layout.sign !== null) facts.push(["Money out", signWord(layout.sign)]);
  if (layout.currency) facts.push(["Currency", layout.currency.toUpperCase()]);
  if (layout.account) facts.push(["Account in the file", layout.account]);
  return facts;
}

function isUnused(role: string): boolean {
  return ["ignored", "not used", "unused", "none", ""].includes(role);
}
