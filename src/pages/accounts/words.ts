// The statuses of linked and synced accounts in words. An unknown status is shown as it is.

interface Status {
  /** On a line of its own. */
  readonly label: string;
  /** Continues a sentence after the account's name, if a person must act. */
  readonly waits?: string;
}

const STATUSES: Readonly<Record<string, Status>> = {
  active: { label: "up to date" },
  syncing: { label: "waiting for the first update" },
  initializing: { label: "not updated yet" },
  inactive: { label: "inactive" },
  closed: { label: "closed" },
  deactivated: { label: "no longer connected" },
  relink: {
    label: "needs to be reconnected",
    waits: "needs to be reconnected: the bank no longer allows access",
  },
  revoked: {
    label: "access was revoked",
    waits: "needs to be reconnected: its access was revoked",
  },
  error: { label: "update failed", waits: "could not be updated: its provider reports an error" },
  "not found": { label: "no longer reported", waits: "is no longer reported by its provider" },
  "not supported": {
    label: "account type no longer supported",
    waits: "has a type that its provider no longer supports",
  },
  unsupported: {
    label: "answer could not be read",
    waits: "cannot be read: its provider does not support this type",
  },
};

/** A status in a few words. */
export function statusWords(status: string): string {
  return STATUSES[status]?.label ?? status;
}

/**
 * What a person should know about an account with this status, after its name; null if nobody must
 * act.
 */
export function statusWaits(status: string): string | null {
  return STATUSES[status]?.waits ?? null;
}

/** Whether the account needs new credentials. */
export function needsLink(status: string): boolean {
  return status === "relink" || status === "revoked";
}

const TYPES: Readonly<Record<string, string>> = {
  cash: "Bank account or cash",
  depository: "Bank account",
  credit: "Credit card",
  cryptocurrency: "Cryptocurrency",
  "employee compensation": "Employee compensation",
  investment: "Investment",
  brokerage: "Investment",
  loan: "Loan",
  mortgage: "Mortgage",
  "other liability": "Other debt",
  "other asset": "Other asset",
  "real estate": "Property",
  vehicle: "Vehicle",
};

/** The name of an account's type for people; an unknown type as it is. */
export function typeWords(type: string): string {
  return TYPES[type.toLowerCase()] ?? type;
}
