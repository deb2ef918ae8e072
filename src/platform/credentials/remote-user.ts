// A person of a remote service has a User object here, named by that service and their id there:
// the same id at another service, or at our own, is another person.

import { hex, sha256 } from "../digest.ts";

const OBJECT_HEX_DIGITS = 32;

/**
 * The name of the User object of a remote service's person: 32 hexadecimal digits. `service` is its
 * base address.
 */
export async function nameRemoteUser(service: string, userId: number): Promise<string> {
  return hex(await sha256(`tributary person\n${service}\n${userId}`)).slice(0, OBJECT_HEX_DIGITS);
}
