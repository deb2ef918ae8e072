// Finds the connection that a message is for, by the recipient of its envelope.

import { parseRecipient } from "../connection/recipient.ts";
import type { Config } from "../../config.ts";

/** A valid receipt address, as the object of its connection knows it. */
export interface Addressed {
  readonly connection: string;
  readonly address: number;
}

/**
 * The connection of this address; null if it is not ours, is made up, or was ended. A made-up
 * address writes nothing.
 */
export async function addressFor(
  recipient: string,
  env: Env,
  config: Config,
): Promise<Addressed | null> {
  const parsed =
    config.receiptMailbox === null ? null : parseRecipient(config.receiptMailbox, recipient);
  if (parsed === null) return null;
  const address = await env.IMPORTER.getByName(parsed.connection).checkAddress(parsed.secret);
  return address === null ? null : { connection: parsed.connection, address };
}
