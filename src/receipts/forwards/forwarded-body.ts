// The body of a forward: what stands behind its headers, as plain text or as HTML.

import { removeQuotation, type Line } from "./body-lines.ts";
import type { HeaderBlock } from "./header-entries.ts";
import type { HtmlLines } from "./html-lines.ts";
import { readSeparator } from "./separator.ts";

/** A forward that was found in lines. */
export interface FoundForward {
  readonly block: HeaderBlock;
  /** The line where the forward begins: its separator, else its first header. */
  readonly first: number;
  readonly depth: number;
}

/** "===8<======Original message text======" */
const CUT = /^={3,20}8<=/;

/** The first line of the body, after a separator that some programs repeat below the headers. */
function bodyStart(lines: readonly Line[], { block }: FoundForward): number {
  if (CUT.test(lines[block.next]?.text ?? "")) return block.next + 1;
  const separator = readSeparator(lines[block.next]?.text ?? "");
  return separator?.kind === "forwarded" &&
    separator.glued === "" &&
    (lines[block.next + 1]?.header ?? null) === null
    ? block.next + 1
    : block.next;
}

/** The body of a forward in plain text, without its quotation marks. */
export function quotedBody(source: string, lines: readonly Line[], found: FoundForward): string {
  const rest = lines.slice(bodyStart(lines, found));
  const end =
    found.depth === 0
      ? -1
      : rest.findIndex(
          (line, index) =>
            line.depth < found.depth && line.text !== "" && rest[index - 1]?.text === "",
        );
  const body = end === -1 ? rest : rest.slice(0, end);
  return removeQuotation(source, body, found.depth > 0 ? found.depth : lowestDepth(body));
}

/** The depth to which all lines that are not empty are quoted. */
function lowestDepth(lines: readonly Line[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { text, depth } of lines) if (text !== "" && depth < lowest) lowest = depth;
  return Number.isFinite(lowest) ? lowest : 0;
}

/** The HTML after the headers, with the style sheets from before them. */
export function cutBody(html: string, { lines, styles }: HtmlLines, found: FoundForward): string {
  const cut = lines[bodyStart(lines, found) - 1]?.end ?? 0;
  const before = styles.filter(({ start }) => start < cut).map(({ markup }) => markup);
  return before.join("") + html.slice(cut);
}
