// The events that endpoints are told about, and the one function by which code reports an event.
// Most events are told by the database (schema.ts), where a state changes. Data is thin: ids,
// counts and words of ours, never an amount, a name or a text that somebody else wrote; whoever
// wants more follows the link and signs in.

import type { Sql } from "../../../platform/sql/sql.ts";

/** Every event: what a person reads about it, and the page that its link leads to. */
export const EVENTS = [
  {
    type: "import.ended",
    words: "An import ended: done, failed or undone",
    page: (subject: string) => `/imports/${subject}`,
  },
  {
    type: "import.question",
    words: "An import asks something",
    page: (subject: string) => `/imports/${subject}`,
  },
  {
    type: "mail.review",
    words: "A mail needs to be looked at",
    page: (subject: string) => `/inbox/${subject}`,
  },
  {
    type: "connection.authorize",
    words: "The connection has to be authorized again",
    page: () => "/connections",
  },
  { type: "schedule.failed", words: "A schedule fails", page: () => "/schedules" },
] as const;

export type EventType = (typeof EVENTS)[number]["type"];

export const EVENT_TYPES = EVENTS.map(({ type }) => type);

export interface NoticeEvent {
  readonly type: EventType;
  /** The id of what it is about. */
  readonly subject: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Tells of an event, where somebody listens. To be called inside the transaction that makes it so;
 * whoever calls arms the alarm afterwards, as after every write that leaves work.
 */
export function notify(sql: Sql, { type, subject, data }: NoticeEvent): void {
  sql.run(
    "INSERT INTO notices (type, subject, data) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM listened_to WHERE type = ?1)",
    type,
    subject,
    JSON.stringify(data),
  );
}

/** The path of the page about an event. */
export function pageOfEvent(type: string, subject: string): string {
  return EVENTS.find((event) => event.type === type)?.page(encodeURIComponent(subject)) ?? "/";
}
