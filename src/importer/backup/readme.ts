// The README of a backup, for whoever opens the ZIP years later.

/** The text; `budget` is the budget's name. */
export function readme(budget: string, madeAt: string, hasBudget: boolean): string {
  return `${budget}: everything that Tributary had of this budget on ${madeAt.slice(0, 10)}.

To restore it: sign up at any Tributary, open "Your data", and choose this file. The budget there must
be empty. The file can be restored again and again, into as many budgets as you like.

What is here
  csv/            Tables for a spreadsheet: transactions, accounts, categories. They are never read back.
  ${hasBudget ? "budget/         The budget: one file for each table, one line of JSON for each row." : "(The budget itself is at another service, which this backup does not contain. csv/ shows it.)"}
  importer/       Imports with their rows, mail and receipts, layouts, schedules, and the journal of changes.
  files/          Uploaded statements, mail as it arrived, and the files attached to transactions.
  manifest.json   The version of this format, and who made it.
  contents.json   Every file with its length and SHA-256.

Money is a whole number of 1/10,000 units: 125000 is 12.50. Days are YYYY-MM-DD. Times are milliseconds
since 1970. docs/reference/storage.md in Tributary's source explains every column.

What is not here, because it would give access to something: passwords, passkeys and sessions;
developer tokens, import keys and apps that you let in; tokens of banks, exchanges and other servers
that schedules ask; addresses and secrets of webhooks, and what they sent; the addresses that your mail
is forwarded to. After restoring, schedules that had a secret are switched off until you enter it
again, and each receipt address is a new one. Also not here: who else was in the budget besides their
names, and removed files that could still have been brought back.

A backup is not a photograph of one moment. Changes made while it was written may be in it or not.
`;
}
