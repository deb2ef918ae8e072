// What a person does to connect a remote budget on the Worker's pages, and what they see of it afterwards.

import type { Visitor, Shown, Stop } from "./visitor.ts";

const PATIENCE_MS = 60_000;

/**
 * Presses the button that connects, of the sign-in page or of the connections'; the page that the
 * browser ends on, or where it was stopped.
 */
export async function connect(visitor: Visitor, origin: string, stop?: Stop): Promise<Shown> {
  return visitor.submit(await visitor.open(`${origin}/connections`), "/connect", {}, stop);
}

/** Connects up to the moment at which the browser would come back; the address it would come back to. */
export async function almostConnect(visitor: Visitor, origin: string): Promise<URL> {
  return (await connect(visitor, origin, (url) => url.pathname === "/connect/callback")).url;
}

/** The part of a connection that the tests look at. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly kind: string;
  readonly problem: string | null;
}

/** The person's connections as /api lists them; null where they have no session. */
export async function connections(visitor: Visitor, origin: string): Promise<Listed[] | null> {
  const response = await visitor.call(`${origin}/api/connections`);
  if (response.status === 401) return null;
  const body = (await response.json()) as { connections: Listed[] };
  return body.connections;
}

/** Opens the page that lists the budget's accounts; whether they came. */
export async function useBudget(visitor: Visitor, origin: string): Promise<boolean> {
  const { status, text } = await visitor.open(`${origin}/`);
  return status === 200 && text.includes("Savings");
}

/** Asks until `look` sees something: as long as a slow machine may take, and no longer than it takes. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (
    const end = Date.now() + PATIENCE_MS;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const seen = await look();
    if (seen !== null) return seen;
  }
  throw new Error("It is never seen");
}
