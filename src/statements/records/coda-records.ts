// The records of CODA 2.x as tables of fields (Febelfin, "Standard CODA"): positions from 1.

import { defineRecord } from "./fields.ts";

export const WIDTH = 128;

export const HEADER = defineRecord("record 0", {
  created: [6, 11, "the day of the file", "N"],
  bank: [12, 14, "the bank", "T"],
});

export const OLD_BALANCE = defineRecord("record 1", {
  kind: [2, 2, "the structure of the account", "N"],
  account: [6, 42, "the account", "T"],
  sign: [43, 43, "the side of the old balance", "N"],
  amount: [44, 58, "the old balance", "N"],
  day: [59, 64, "the day of the old balance", "N"],
});

export const NEW_BALANCE = defineRecord("record 8", {
  kind: [2, 4, "the number of the statement", "N"],
  account: [5, 41, "the account", "T"],
  sign: [42, 42, "the side of the new balance", "N"],
  amount: [43, 57, "the new balance", "N"],
  day: [58, 63, "the day of the new balance", "N"],
});

export const MOVEMENT = defineRecord("record 2.1", {
  sequence: [3, 6, "the number of the movement", "N"],
  detail: [7, 10, "the number of the detail", "N"],
  reference: [11, 31, "the bank's reference", "T"],
  sign: [32, 32, "the side", "N"],
  amount: [33, 47, "the amount", "N"],
  value_day: [48, 53, "the value date", "N"],
  code: [54, 61, "the code of the transaction", "N"],
  structure: [62, 62, "the kind of communication", "N"],
  communication: [63, 115, "the communication", "T"],
  day: [116, 121, "the entry date", "N"],
});

export const CUSTOMER = defineRecord("record 2.2", {
  communication: [11, 63, "the communication", "T"],
  reference: [64, 98, "the customer's reference", "T"],
  bank: [99, 109, "the other bank", "T"],
  reason: [114, 117, "the reason of a return", "T"],
  purpose: [122, 125, "the purpose", "T"],
});

export const PARTY = defineRecord("record 2.3", {
  account: [11, 47, "the other account", "T"],
  name: [48, 82, "the other party", "T"],
  communication: [83, 125, "the communication", "T"],
});

export const INFORMATION = defineRecord("record 3.1", {
  sequence: [3, 6, "the number of the movement", "N"],
  structure: [40, 40, "the kind of communication", "N"],
  communication: [41, 113, "the communication", "T"],
});
export const INFORMATION_2 = defineRecord("record 3.2", {
  communication: [11, 115, "the communication", "T"],
});
export const INFORMATION_3 = defineRecord("record 3.3", {
  communication: [11, 100, "the communication", "T"],
});

export const TRAILER = defineRecord("record 9", {
  records: [17, 22, "the number of records", "N"],
  debits: [23, 37, "the sum of debits", "N"],
  credits: [38, 52, "the sum of credits", "N"],
});
