// A broker that tells of a depot as CSV, in the two ways that such tables are written. By hand:
// node test/sources/fakes/csv.ts

import { byHand, faulty, notFound, type Handler } from "./faults.ts";

export const DEPOT =
  'Date,Account,"Total, all",Currency\n2026-11-19,Depot,1000.00,EUR\n2026-11-20,Depot,"1010.25",EUR\n2026-11-20,Cash,-3.5,USD\n';
export const GERMAN_DEPOT =
  "Datum;Konto;Summe\r\n20.11.2026;Depot;1010,25\r\n20.11.2026;Bar;1.234,56\r\n";

export const csv: Handler = faulty((_, response, __, path) => {
  const tables: Record<string, string> = { "/depot.csv": DEPOT, "/depot-de.csv": GERMAN_DEPOT };
  const table = tables[path];
  if (table === undefined) return notFound(response);
  response.writeHead(200, { "content-type": "text/csv; charset=utf-8" }).end(table);
});

if (import.meta.main) await byHand("csv", csv, 8802, ["/depot.csv", "/depot-de.csv"]);
