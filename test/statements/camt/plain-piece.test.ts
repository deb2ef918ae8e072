// A plain piece of a camt document is parsed by a scanner of our own, any other by the library. Both
// must give the same tree: a comment makes a piece one for the library and adds nothing to it.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pieceParser } from "../../../src/statements/camt/parse.ts";
import { parsePlain } from "../../../src/statements/camt/plain-piece.ts";

const name = fc.constantFrom("Ntry", "Amt", "NtryDtls", "TxDtls", "RmtInf", "Ustrd", "Nm", "A1");
const text = fc
  .array(
    fc.constantFrom(
      "12.34",
      "Café",
      " ",
      "\n  ",
      "&amp;",
      "&lt;",
      "&#228;",
      "&quot;",
      "x",
      "日本",
      "]]",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const currency = fc.constantFrom(
  "",
  ' Ccy="EUR"',
  " Ccy='USD'",
  ' Ccy=" chf "',
  ' Cd="x" Ccy="SEK"',
);
const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
  leaf: fc
    .tuple(name, currency, text)
    .map(([tag, attributes, inner]) => `<${tag}${attributes}>${inner}</${tag}>`),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    name.map((tag) => `<${tag}/>`),
    fc
      .tuple(name, fc.array(tie("tree"), { maxLength: 3 }), fc.constantFrom("", "\n", "  "))
      .map(([tag, children, blank]) => `<${tag}>${blank}${children.join(blank)}${blank}</${tag}>`),
  ),
}));

test("the scanner and the library give the same tree of a piece", () => {
  const parse = pieceParser();

  fc.assert(
    fc.property(tree, (inner) => {
      const piece = `<Ntry>${inner}</Ntry>`;
      const commented = `<Ntry><!-- -->${inner}</Ntry>`;

      expect(parsePlain(commented)).toBeNull();
      expect(parse(piece)).toEqual(parse(commented));
    }),
    { numRuns: 500 },
  );
});

test("a usual entry needs no library", () => {
  const entry = '<Ntry><Amt Ccy="EUR">12.34</Amt><CdtDbtInd>DBIT</CdtDbtInd><NtryDtls/></Ntry>';

  expect(parsePlain(entry)).toMatchObject({
    name: "Ntry",
    children: [{ name: "Amt", currency: "EUR", text: "12.34" }, { text: "DBIT" }, { text: "" }],
  });
});
