// Files made to hurt a reader of CSV: few bytes for them, much work for a careless parser.

/** name -> text. */
export const ABUSE = {
  "10 MB of commas": () => ",".repeat(1e7),
  "5 million rows of one comma": () => `a,b\n${",\n".repeat(5e6)}`,
  "10 MB of line ends": () => "\n".repeat(1e7),
  "10 MB of quotes": () => '"'.repeat(1e7),
  "a quote never closed over 10 MB": () => `a,b\n1,"${"x,y\n".repeat(2.5e6)}`,
  "3 million empty quoted cells": () => `a,b\n${'"",'.repeat(3e6)}`,
  "5 MB of every delimiter": () => ",;\t|".repeat(1.25e6),
  "one cell of 20 MB": () => `a\n${"x".repeat(2e7)}`,
  "10 MB of mixed line ends": () => `a,b\r\n${"1,2\r3,4\n".repeat(1e6)}`,
  "a header of a million columns": () =>
    `${Array.from({ length: 1e6 }, (_, i) => `c${i}`).join(",")}\n1\n`,
  "100,000 columns of one name": () => `${"a,".repeat(1e5)}\n${"1,".repeat(1e5)}\n`,
  "a million rows that are no transactions": () =>
    `Date,Payee,Amount\n${"2026-02-30,x,1.00\n".repeat(5e5)}`,
};
