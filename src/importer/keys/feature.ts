// A connection's import keys and receipt addresses. Only hashes of the keys are stored.

import {
  ADDRESS_PURPOSE,
  Addresses,
  NOT_OFFERED,
  type AddressOptions,
  type AddressRefusal,
  type ReceiptAddress,
} from "../connection/addresses.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import { must } from "../../platform/assert.ts";
import { hashSecret, mint } from "../../platform/credentials/credential.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { createSealer, type Sealer } from "../../platform/sealing/seal.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import type { ImportProblem } from "../problem.ts";
import type { KeyCaller } from "../route.ts";
import { ImportKeys, type ImportKey } from "./keys.ts";

/** The receipt addresses as they are shown; `message` says what to do if none can be created. */
export interface AddressList {
  readonly addresses: readonly ReceiptAddress[];
  readonly offered: boolean;
  readonly message: string | null;
}

/** The import keys and receipt addresses of a connection. */
export class Access implements Feature {
  readonly #core: Core;
  readonly #keys: ImportKeys;
  readonly #addresses: Addresses;

  constructor(core: Core) {
    this.#core = core;
    this.#keys = new ImportKeys(core.sql);
    this.#addresses = new Addresses(core.sql, core.connection);
  }

  listKeys(): ImportKey[] {
    return this.#keys.list();
  }

  /** Null if the maximum is reached. */
  async createKey(
    label: string,
    reads: boolean,
  ): Promise<{ key: ImportKey; token: string } | null> {
    const { text, hash } = await mint("imp", this.#core.connection);
    const key = this.#keys.add({ label, reads }, hash, Date.now());
    return key === null ? null : { key, token: text };
  }

  deleteKey(id: number): boolean {
    return this.#keys.remove(id);
  }

  /** The key with this id, or null. */
  key(id: number): ImportKey | null {
    return this.#keys.get(id);
  }

  /** The import key of this connection with this secret, or null. */
  async checkKey(secret: string): Promise<KeyCaller | null> {
    return this.#keys.check(await hashSecret(secret), Date.now());
  }

  async listAddresses(): Promise<AddressList> {
    const { receiptMailbox } = this.#core.config;
    const addresses = await this.#addresses.list(await this.#sealer(), receiptMailbox, Date.now());
    return {
      addresses,
      offered: receiptMailbox !== null,
      message: receiptMailbox === null ? NOT_OFFERED : null,
    };
  }

  async createAddress(label: string): Promise<Result<ReceiptAddress, AddressRefusal>> {
    return this.#change((sealer, now) => this.#addresses.create(label, sealer, now));
  }

  /** Gives an address a new secret; the old one stays valid for a time. */
  async rotateAddress(
    id: number,
    graceMs: number,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    return this.#change((sealer, now) => this.#addresses.rotate(id, graceMs, sealer, now));
  }

  /** Gives each address that has no secret a new one: those that a backup brought. */
  async renewAddresses(): Promise<void> {
    const sealer = await this.#sealer();
    for (const id of this.#addresses.withoutSecret())
      await this.#addresses.rotate(id, 0, sealer, Date.now());
  }

  /**
   * Sets what happens to receipts that come by an address; the caller has looked up the account.
   */
  async setAddressOptions(
    id: number,
    options: AddressOptions,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    return this.#change(async () => this.#addresses.setOptions(id, options));
  }

  /** Whether the account for receipts is one for cash; or why receipts cannot go there. */
  async isAccountForCash(account: number | null): Promise<Result<boolean, ImportProblem>> {
    if (account === null) return ok(false);
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: "The service cannot be asked for its accounts just now; nothing was changed.",
      });
    const known = listed.accounts.find(({ id, closed }) => id === account && !closed);
    return known === undefined
      ? err({
          kind: "invalid",
          field: "/body/account_id",
          message: `There is no open account ${account}.`,
        })
      : ok(known.cash);
  }

  deleteAddress(id: number): boolean {
    return this.#addresses.remove(id);
  }

  /** The receipt address with this secret; null if this connection has none. */
  async checkAddress(secret: string): Promise<number | null> {
    return this.#addresses.check(secret, Date.now());
  }

  /** Seals again everything that is not sealed by the current key. */
  async reseal(): Promise<Resealed> {
    return this.#addresses.reseal(await this.#sealer());
  }

  end(): void {
    this.#keys.removeAll();
    this.#addresses.removeAll();
  }

  async #change(
    change: (sealer: Sealer, now: number) => Promise<Result<number, AddressRefusal>>,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    const { receiptMailbox } = this.#core.config;
    if (receiptMailbox === null) return err({ kind: "not offered", message: NOT_OFFERED });
    const sealer = await this.#sealer();
    const changed = await change(sealer, Date.now());
    if (!changed.ok) return changed;
    const listed = await this.#addresses.list(sealer, receiptMailbox, Date.now());
    return ok(
      must(
        listed.find(({ id }) => id === changed.value),
        "the address that was just stored is listed",
      ),
    );
  }

  #sealer(): Promise<Sealer> {
    return createSealer(this.#core.config, ADDRESS_PURPOSE);
  }
}
