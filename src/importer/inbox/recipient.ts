// Which connection a message is for: the door that mail comes in by asks here first, with the recipient of the envelope.

import { parseRecipient } from "../connection/recipient.ts";
import type { Config } from "../../config.ts";

/** A receipt address that holds, as the object of its connection knows it. */
export interface Addressed {
  readonly connection: string;
  readonly address: number;
}

/** Whose address the recipient is; null for one that is not ours, is made up, or was ended. A made-up one writes nothing. */
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
