// The curl command for an operation of the reference.

import type { Operation } from "../../platform/api/openapi.ts";

const QUERY: Readonly<Record<string, string>> = {
  start_date: "2026-11-01",
  end_date: "2026-11-30",
  category_id: "2",
  keep_history: "true",
};

const PATH: Readonly<Record<string, string>> = { symbol: "btc", account_type: "manual" };

/**
 * The command for a version's address ("https://host/v2"). It reads the token from the variable
 * TOKEN.
 */
export function writeCurl(
  address: string,
  method: string,
  path: string,
  operation: Operation,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => PATH[name] ?? "1");
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${QUERY[name] ?? "1"}`)
    .join("&");
  const words = ["curl"];
  if (method !== "GET") words.push(`-X ${method}`);
  words.push(quoted(`${address}${filled}${query === "" ? "" : `?${query}`}`));
  words.push('-H "Authorization: Bearer $TOKEN"');
  const content = operation.requestBody?.content ?? {};
  const json = content["application/json"];
  if (json !== undefined) {
    words.push("-H 'Content-Type: application/json'");
    words.push(`-d ${quoted(JSON.stringify(json.example ?? {}))}`);
  } else if (content["multipart/form-data"] !== undefined) {
    words.push("-F file=@receipt.pdf");
  }
  return words.join(" \\\n  ");
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
