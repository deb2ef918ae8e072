// RFC 9535 paths over exact JSON, by json-p3, which needs no eval. A path may be slow on a
// stranger's document, so paths are limited until they take linear time: no regular expressions, at
// most one descent, few selectors side by side, and filters that look only at single places.

import { JSONPathEnvironment, jsonpath, type JSONPathQuery, type JSONValue } from "json-p3";
import {
  SOURCE_JSON_DEPTH_MAX,
  SOURCE_SELECTED_MAX,
  SOURCE_PATH_CHARS_MAX,
  SOURCE_PATH_QUERIES_MAX,
  SOURCE_PATH_WIDTH_MAX,
} from "../../platform/limits.ts";
import { quantityOfNumber } from "../../money/quantity.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isObject, plainDigits, WrittenNumber, type ExactJson } from "../exact-json.ts";

const { expressions, selectors } = jsonpath;

const ENVIRONMENT = new JSONPathEnvironment({ maxRecursionDepth: SOURCE_JSON_DEPTH_MAX + 2 });
for (const name of ["match", "search"]) ENVIRONMENT.functionRegister.delete(name);

/** A path that is safe on any document. */
export interface JsonPath {
  readonly text: string;
  readonly query: JSONPathQuery;
}

/** The compiled path, or a sentence why it is refused. */
export function compilePath(text: string): Result<JsonPath, string> {
  if (text.length > SOURCE_PATH_CHARS_MAX)
    return err(`The path is longer than ${SOURCE_PATH_CHARS_MAX} characters.`);
  try {
    const query = ENVIRONMENT.compile(text);
    const why = refuseCostly(query);
    return why === null ? ok({ text, query }) : err(why);
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message.slice(0, 200) : "it cannot be read";
    if (/'(?:match|search)'/.test(said))
      return err(
        "The path uses match() or search(), which are not supported because a regular expression may take forever.",
      );
    return err(`The path does not follow RFC 9535 (an example: "$.accounts[0].balance"): ${said}.`);
  }
}

function refuseCostly(query: JSONPathQuery): string | null {
  const descents = query.segments.filter((segment) => segment instanceof jsonpathDescent).length;
  if (descents > 1) return "The path descends (..) more than once, which can take forever.";
  const width = query.segments.reduce((product, { selectors }) => product * selectors.length, 1);
  if (width > SOURCE_PATH_WIDTH_MAX)
    return `The path has more than ${SOURCE_PATH_WIDTH_MAX} selectors side by side.`;
  const filters = query.segments
    .flatMap((segment) => segment.selectors)
    .filter((selector) => selector instanceof selectors.FilterSelector);
  const seen: Seen = { queries: 0, why: null };
  for (const { expression } of filters) checkExpression(expression, seen);
  return seen.queries > SOURCE_PATH_QUERIES_MAX
    ? `The path's filters look at more than ${SOURCE_PATH_QUERIES_MAX} places.`
    : seen.why;
}

/** The class of `..`, which the library does not export. */
const jsonpathDescent = ENVIRONMENT.compile("$..*").segments[0]
  ?.constructor as abstract new () => object;

interface Seen {
  queries: number;
  why: string | null;
}

/** Such a filter would go through the whole document for each value that it checks. */
const WHOLE =
  "A filter of the path compares two places of the whole document ($), or counts one; one side must begin with @ or be a value.";

function isRoot(expression: object): boolean {
  return expression instanceof expressions.RootQuery;
}

function checkExpression(expression: object, seen: Seen): void {
  if (expression instanceof expressions.FilterQuery) {
    seen.queries += 1;
    if (!expression.path.singularQuery())
      seen.why ??=
        "A filter of the path looks at many places at once; filters may only look at single ones, such as @.name.";
  } else if (expression instanceof expressions.LogicalExpression)
    checkExpression(expression.expression, seen);
  else if (expression instanceof expressions.PrefixExpression)
    checkExpression(expression.right, seen);
  else if (expression instanceof expressions.InfixExpression) {
    if (!expression.logical && isRoot(expression.left) && isRoot(expression.right))
      seen.why ??= WHOLE;
    checkExpression(expression.left, seen);
    checkExpression(expression.right, seen);
  } else if (expression instanceof expressions.FunctionExtension) {
    if (expression.args.some(isRoot)) seen.why ??= WHOLE;
    for (const argument of expression.args) checkExpression(argument, seen);
  } else if (
    expression instanceof expressions.NumberLiteral &&
    !quantityOfNumber(expression.value).ok
  ) {
    seen.why ??= `The path compares with ${expression.value}, a number with too many digits; numbers of more than 15 digits are compared as text.`;
  }
}

/** A document that is prepared for several paths. */
export interface Searchable {
  readonly exact: ExactJson;
  readonly plain: JSONValue;
}

export function toSearchable(exact: ExactJson): Searchable {
  return { exact, plain: toPlain(exact) };
}

const WHOLE_DIGITS_EXACT = 15;

/** The document as paths compare it: whole numbers too long for a float (ids) become texts. */
function toPlain(exact: ExactJson): JSONValue {
  if (exact instanceof WrittenNumber) {
    const whole =
      /^-?\d+$/.test(exact.digits) &&
      (plainDigits(exact.digits) ?? exact.digits).replace("-", "").length > WHOLE_DIGITS_EXACT;
    return whole ? exact.digits : Number(exact.digits);
  }
  if (Array.isArray(exact)) return exact.map(toPlain);
  return isObject(exact)
    ? Object.fromEntries(Object.entries(exact).map(([key, value]) => [key, toPlain(value)]))
    : (exact as JSONValue);
}

const PATHS_SHOWN = 3;
const PATH_CHARS_SHOWN = 80;

/** The only selected value, or half a sentence about how many there are and where. */
export function selectOne({ exact, plain }: Searchable, path: JsonPath): Result<ExactJson, string> {
  const shown: string[] = [];
  let first: readonly (string | number)[] = [];
  let count = 0;
  try {
    for (const node of path.query.lazyQuery(plain)) {
      count += 1;
      if (count === 1) first = node.location;
      if (count <= PATHS_SHOWN)
        shown.push(node.getPath({ form: "canonical" }).slice(0, PATH_CHARS_SHOWN));
    }
  } catch {
    return err(`the path ${path.text.slice(0, PATH_CHARS_SHOWN)} cannot be followed in it`);
  }
  if (count === 1) return ok(valueAt(exact, first));
  const where = count === 0 ? "" : ` (${shown.join(", ")}${count > PATHS_SHOWN ? ", ..." : ""})`;
  return err(
    `the path ${path.text.slice(0, PATH_CHARS_SHOWN)} selects ${count} values${where}, not exactly one`,
  );
}

/** A selected value, and the canonical path of its object or list. */
export interface Selected {
  readonly value: ExactJson;
  readonly within: string;
}

/** All selected values in document order, or half a sentence that there are none or too many. */
export function selectAll(
  { exact, plain }: Searchable,
  path: JsonPath,
): Result<readonly Selected[], string> {
  const found: Selected[] = [];
  const shown = path.text.slice(0, PATH_CHARS_SHOWN);
  try {
    for (const { location } of path.query.lazyQuery(plain)) {
      if (found.length >= SOURCE_SELECTED_MAX)
        return err(`the path ${shown} selects more than ${SOURCE_SELECTED_MAX} values`);
      found.push({
        value: valueAt(exact, location),
        within: JSON.stringify(location.slice(0, -1)),
      });
    }
  } catch {
    return err(`the path ${shown} cannot be followed in it`);
  }
  return found.length === 0
    ? err(`the path ${shown} selects 0 values, not one or more`)
    : ok(found);
}

function valueAt(exact: ExactJson, location: readonly (string | number)[]): ExactJson {
  return location.reduce<ExactJson>((value, step) => {
    if (Array.isArray(value)) return (value as readonly ExactJson[])[Number(step)] ?? null;
    return isObject(value) ? (value[step] ?? null) : null;
  }, exact);
}
