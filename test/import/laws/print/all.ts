// Every printer there is: the list that the laws go through.

import { CAMT } from "./camt.ts";
import { CSV } from "./csv.ts";
import { OFX } from "./ofx.ts";
import { XLSX } from "./xlsx.ts";
import type { Writer } from "./writer.ts";

export const WRITERS: readonly Writer[] = [...CSV, ...OFX, ...CAMT, ...XLSX];
