// Receives mail, through the Worker's email() and POST /api/inbox alike. The raw message is stored
// under its hash, then becomes a row of its connection's inbox, then its sender is answered; the
// alarm reads it later. Mail is rejected for good only if the address is not ours or it is too
// large. If storing fails, the sender tries again.

import { readConfig, type Config } from "../../config.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { storeMail } from "./mail-store.ts";
import type { InboxMessage } from "./message.ts";
import type { ImportProblem } from "../problem.ts";
import { readPieces } from "../imports/documents.ts";
import { addressFor } from "./recipient.ts";

/** A message as the platform delivers it: its envelope, and its bytes, which can be read once. */
export interface Incoming {
  readonly from: string;
  readonly to: string;
  readonly raw: ReadableStream<Uint8Array>;
  readonly rawSize: number;
  setReject(reason: string): void;
}

// The same answer for every invalid address, so that guessing teaches nothing.
const UNKNOWN = "No such mailbox";
const MIB = 1024 * 1024;

/** What became of a message that a mail server handed in. */
export type MailOutcome = "received" | "unknown address" | "too large" | "empty";

/**
 * Receives a message for the recipient of its envelope, and returns what became of it. It throws only
 * if the message could not be stored; the sender's server then sends it again.
 */
export async function receiveEmail(
  message: Incoming,
  env: Env,
  config: Config,
): Promise<MailOutcome> {
  const addressed = await addressFor(message.to, env, config);
  if (addressed === null) return refuse(message, UNKNOWN, "unknown address");
  const { mailBytes } = config.limits;
  if (message.rawSize > mailBytes)
    return refuse(message, tooLarge(message.rawSize, mailBytes), "too large");
  const { connection, address } = addressed;
  const stored = await storeMail(env.DOCUMENTS, connection, readPieces(message.raw), mailBytes);
  if (!stored.ok)
    return stored.error === "empty"
      ? refuse(message, "The message is empty", "empty")
      : refuse(message, tooLarge(message.rawSize, mailBytes), "too large");
  await env.IMPORTER.getByName(connection).receiveMail({
    ...stored.value,
    door: "email",
    envelope_from: message.from,
    address,
  });
  return "received";
}

function refuse(message: Incoming, reason: string, outcome: MailOutcome): MailOutcome {
  message.setReject(reason);
  return outcome;
}

function tooLarge(bytes: number, bytesMax: number): string {
  return `The message has ${Math.ceil(bytes / MIB)} MiB; at most ${bytesMax / MIB} MiB are taken`;
}

/** Receives a message that was posted with a session or an import key. */
export async function receivePostedMail(
  request: Request,
  env: Env,
  connection: string,
): Promise<Result<{ message: InboxMessage; fresh: boolean }, ImportProblem>> {
  const mediaType =
    (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType !== "message/rfc822")
    return err({ kind: "not a message", media_type: mediaType.slice(0, 100) });
  const { mailBytes } = readConfig(env).limits;
  if (Number(request.headers.get("content-length") ?? 0) > mailBytes)
    return err({ kind: "too large", bytes_max: mailBytes });
  if (request.body === null) return err({ kind: "no body" });
  const stored = await storeMail(env.DOCUMENTS, connection, readPieces(request.body), mailBytes);
  if (!stored.ok)
    return err(
      stored.error === "empty" ? { kind: "no body" } : { kind: "too large", bytes_max: mailBytes },
    );
  const taken = await env.IMPORTER.getByName(connection).receiveMail({
    ...stored.value,
    door: "api",
    envelope_from: null,
    address: null,
  });
  return ok(taken);
}
