// How the status of an account that a provider feeds is told to a person. A row a status; one that is not known here is shown
// as it is.

interface Status {
  /** On a line of its own. */
  readonly label: string;
  /** Goes on from the account's name, where somebody has to do something. */
  readonly waits?: string;
}

const STATUSES: Readonly<Record<string, Status>> = {
  active: { label: "up to date" },
  syncing: { label: "waits for its first answer" },
  initializing: { label: "not read yet" },
  inactive: { label: "set aside by you" },
  closed: { label: "closed" },
  deactivated: { label: "no longer connected" },
  relink: {
    label: "has to be linked again",
    waits: "has to be linked again: its institution no longer lets us in",
  },
  revoked: {
    label: "access was taken back",
    waits: "has to be linked again: access to it was taken back",
  },
  error: {
    label: "could not be fetched",
    waits: "could not be fetched: its provider reports a fault",
  },
  "not found": {
    label: "no longer told of",
    waits: "is no longer among the accounts that its provider tells of",
  },
  "not supported": {
    label: "of a kind that is not supported",
    waits: "is of a kind that its provider no longer supports",
  },
  unsupported: {
    label: "answered in a form that is not read",
    waits: "is of a kind that its provider does not support",
  },
};

/** A status in a few words. */
export function statusWords(status: string): string {
  return STATUSES[status]?.label ?? status;
}

/** What a person is told of an account with this status, after its name; null where nothing has to be done. */
export function statusWaits(status: string): string | null {
  return STATUSES[status]?.waits ?? null;
}

/** Whether new credentials are what it needs. */
export function needsLink(status: string): boolean {
  return status === "relink" || status === "revoked";
}
