// Who looks at a mail's document for what it says about money, in no particular order: readers do not know each other.
// Adding a kind of evidence is adding a reader here.

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
