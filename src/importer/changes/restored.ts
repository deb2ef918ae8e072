// A deleted transaction as it is made again, and how it is recognized. Pure.

/** The properties that an inserted transaction may have. */
const INSERTED = [
  "date",
  "amount",
  "currency",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "manual_account_id",
  "linked_account_id",
  "recurring_id",
  "tag_ids",
  "external_id",
  "custom_metadata",
] as const;
const METADATA_CHARS_MAX = 4_096;

type Whole = Readonly<Record<string, unknown>>;

/** The item that makes the transaction again, with our mark in its metadata where there is room. */
export function toInsertItem(whole: Whole, mark: string): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const name of INSERTED) {
    const value = whole[name];
    if (value !== null && value !== undefined && value !== "") item[name] = value;
  }
  const { status } = whole;
  if (status === "reviewed" || status === "unreviewed") item["status"] = status;
  const metadata = readObject(whole["custom_metadata"]);
  const marked = {
    ...metadata,
    tributary: { ...readObject(metadata["tributary"]), restored: mark },
  };
  if (JSON.stringify(marked).length <= METADATA_CHARS_MAX) item["custom_metadata"] = marked;
  return item;
}

/** Whether a transaction is the one that this item made: by the mark, else by its facts. */
export function isMade(whole: Whole, item: Whole, mark: string): boolean {
  const restored = readMark(item);
  if (restored !== null) return readMark(whole) === mark;
  return (
    ["date", "payee", "manual_account_id", "linked_account_id", "external_id"].every(
      (name) => (whole[name] ?? null) === (item[name] ?? null),
    ) && Number(whole["amount"]) === Number(item["amount"])
  );
}

/** Names what does not come back with a deleted transaction, besides its number. */
export function listLosses(whole: Whole): string[] {
  const { files, linked_metadata: linked } = whole;
  const count = Array.isArray(files) ? files.length : 0;
  return [
    ...(count === 0 ? [] : [count === 1 ? "its attached file" : `its ${count} attached files`]),
    ...(linked === null || linked === undefined ? [] : ["what its bank sent with it"]),
  ];
}

function readMark(whole: Whole): string | null {
  const { restored } = readObject(readObject(whole["custom_metadata"])["tributary"]);
  return typeof restored === "string" ? restored : null;
}

function readObject(value: unknown): Whole {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
