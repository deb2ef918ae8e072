// The readers of a document, in no particular order: they do not know each other. To read a new
// kind of evidence, add a reader here.

import { readAlerts } from "./alerts/read-alerts.ts";
import { readEInvoices } from "./invoices/einvoice.ts";
import { readLabels } from "./totals/read-labels.ts";
import { readPdfs } from "./pdf/pdf.ts";
import type { Reader } from "./reader.ts";
import { readStructured } from "./structured/structured.ts";

export const READERS: readonly Reader[] = [
  readEInvoices,
  readStructured,
  readPdfs,
  readAlerts,
  readLabels,
];
