// Every printer there is: the list that the laws go through.

import { CAMT } from "./camt.ts";
import { CSV } from "./csv.ts";
import { MT940 } from "./mt940.ts";
import { OFX } from "./ofx.ts";
import { QIF } from "./qif.ts";
import { RECORDS } from "./records.ts";
import { XLSX } from "./xlsx.ts";
import type { Writer } from "./writer.ts";

export const WRITERS: readonly Writer[] = [
  ...CSV,
  ...OFX,
  ...CAMT,
  ...MT940,
  ...QIF,
  ...RECORDS,
  ...XLSX,
];
