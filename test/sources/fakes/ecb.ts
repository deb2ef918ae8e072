// The European Central Bank's files of reference rates, with made-up rates. By hand: node test/sources/fakes/ecb.ts

import { bankXml, dailyCsv, historyCsv, zipOf } from "../../budget/bank-files.ts";
import { byHand, faulty, notFound, type Handler } from "./faults.ts";

const DAY = "2026-11-20";
const RATES = { USD: "1.25", JPY: "160.5", GBP: "0.8" };
// The bank writes the newest day first, and promises no order.
const DAYS = { "2026-11-19": { USD: "1.20", JPY: "160", GBP: "0.8" }, [DAY]: RATES };

export const ecb: Handler = faulty(async (_, response, __, path) => {
  switch (path) {
    case "/daily.xml":
      return void response
        .writeHead(200, { "content-type": "text/xml" })
        .end(bankXml({ [DAY]: RATES }));
    case "/daily.csv":
      return void response
        .writeHead(200, { "content-type": "text/csv" })
        .end(dailyCsv("20 November 2026", RATES));
    case "/history.zip":
      return void response
        .writeHead(200, { "content-type": "application/zip" })
        .end(await zipOf(historyCsv(DAYS)));
    default:
      return notFound(response);
  }
});

if (import.meta.main) await byHand("ecb", ecb, 8804, ["/daily.xml", "/daily.csv", "/history.zip"]);
