// Sends batches and deals with their refusal: the service takes all items of a request or none, so an
// item that it refuses must not keep the others from being written.

import { BATCH_ROWS_MAX } from "../../platform/limits.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Fault, Refused } from "../posting/client.ts";

/** How items of one kind are sent and settled. */
export interface Delivery<Item, Accepted extends { readonly kind: string }> {
  readonly send: (batch: readonly Item[]) => Promise<Accepted | Refused | NoAnswer>;
  readonly accept: (batch: readonly Item[], reply: Accepted) => void;
  /** Settles an item that was refused, or returns it without what was refused, to send it again. */
  readonly refuse: (item: Item, faults: readonly Fault[], status: number) => Item | null;
  /** The item was certainly not written. */
  readonly putBack: (item: Item) => void;
}

/** Sends the items until each is settled or put back; the reason if the service does not answer. */
export async function deliver<Item, Accepted extends { readonly kind: string }>(
  items: readonly Item[],
  delivery: Delivery<Item, Accepted>,
): Promise<NoAnswer | null> {
  const batches: (readonly Item[])[] = [];
  for (let first = 0; first < items.length; first += BATCH_ROWS_MAX)
    batches.unshift(items.slice(first, first + BATCH_ROWS_MAX));
  for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
    if (batch.length === 0) continue;
    const reply = await delivery.send(batch);
    if (isNoAnswer(reply)) {
      // Only after "unknown" the service may have written it.
      if (reply.kind !== "unknown") batch.forEach(delivery.putBack);
      batches.flat().forEach(delivery.putBack);
      return reply;
    }
    if (isRefused(reply)) batches.push(...afterRefusal(batch, reply, delivery));
    else delivery.accept(batch, reply);
  }
  return null;
}

/** The connection is not allowed to write, so the other items would be refused as well. */
const FORBIDDEN = 403;

/** The batches to send next: without the items that the refusal names, or smaller ones. */
function afterRefusal<Item, Accepted extends { readonly kind: string }>(
  batch: readonly Item[],
  reply: Refused,
  { refuse }: Delivery<Item, Accepted>,
): (readonly Item[])[] {
  if (reply.status === FORBIDDEN) {
    for (const item of batch) refuse(item, [unnamed(reply)], reply.status);
    return [];
  }
  const faults = reply.faults ?? [];
  const [only] = batch;
  if (only !== undefined && batch.length === 1) {
    const all = faults.length === 0 ? [unnamed(reply)] : faults;
    const rest = refuse(only, all, reply.status);
    return rest === null ? [] : [[rest]];
  }
  const named = batch.map((_, index) => faults.filter((fault) => fault.index === index));
  if (named.every((own) => own.length === 0)) return parts(batch, reply);
  const rest = batch.flatMap((item, index) => {
    const own = named[index] ?? [];
    const left = own.length === 0 ? item : refuse(item, own, reply.status);
    return left === null ? [] : [left];
  });
  return [rest];
}

/** A service without the path for many answers 404: it is asked for each one. */
function parts<Item>(batch: readonly Item[], { status }: Refused): (readonly Item[])[] {
  if (status === 404) return batch.map((item) => [item]);
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(middle), batch.slice(0, middle)];
}

function unnamed({ message }: Refused): Fault {
  return { index: null, property: null, message };
}

function isRefused(reply: { readonly kind: string }): reply is Refused {
  return reply.kind === "refused";
}

function isNoAnswer(reply: { readonly kind: string }): reply is NoAnswer {
  return ["throttled", "unauthorized", "unknown"].includes(reply.kind);
}
