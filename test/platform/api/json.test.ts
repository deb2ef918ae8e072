import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, readBytes } from "../../../src/platform/api/json.ts";

/** JSON texts whose objects have names that may be equal, also where one of them is escaped. */
const { value: textOf } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("1", '"a"', '"a\\":"', "null", '"\\\\"', "[]", "{}"),
    tie("object"),
    tie("list"),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom("a", "b", "\\u0061", "__proto__", "", "a\\\\"), tie("value")), {
      maxLength: 3,
    })
    .map((members) => `{${members.map(([name, value]) => `"${name}" :${value}`).join(",")}}`),
  list: fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(", ")}]`),
}));

/** Whether every name of the text is one of the value that it is parsed to. */
function keepsAll(text: string): boolean {
  const names = [...text.matchAll(/"(?:[^"\\]|\\.)*" ?:/g)];
  const count = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce<number>(
          (sum, one) => sum + count(one),
          Array.isArray(value) ? 0 : Object.keys(value).length,
        )
      : 0;
  return count(JSON.parse(text)) === names.length;
}

test("a text is read exactly where none of its names is repeated or __proto__", () => {
  fc.assert(
    fc.property(textOf, (text) => {
      const parsed = parseJson(text);
      expect(parsed.ok).toBe(keepsAll(text) && !text.includes("__proto__"));
      if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text));
      else expect(parsed.error).toMatch(/is given twice|__proto__/);
    }),
    { numRuns: 3_000 },
  );
});

test("of two faults the first is named, also where the text is no JSON after it", () => {
  const repeated = { ok: false, error: expect.stringContaining("twice") };
  expect(parseJson('{"a":1,"a":2,"b":1.000000000000000001}')).toEqual(repeated);
  expect(parseJson('{"a":1,"a":2,')).toEqual(repeated);
  expect(parseJson('{"a":1,')).toEqual({ ok: false, error: "the request body is not valid JSON" });
});

test("a body is read up to its bound, in pieces and at once, whatever its Content-Length says", async () => {
  const headers = { "content-length": "5" };
  let pulled = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        if (pulled > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(10));
      },
    });
  const sent = (bytes: number) =>
    new Request("https://x.example/", { method: "POST", body: "x".repeat(bytes) });

  expect((await readBytes(sent(100), 100))?.byteLength).toBe(100);
  expect(await readBytes(sent(101), 100)).toBeNull();
  expect((await readBytes(new Response("x".repeat(100), { headers }), 100))?.byteLength).toBe(100);
  expect(await readBytes(new Response("x".repeat(101), { headers }), 100)).toBeNull();
  // The rest of a refused body is read and thrown away, so only that it is refused counts.
  expect(await readBytes(new Response(endless(), { headers }), 100)).toBeNull();
});
