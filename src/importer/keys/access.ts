// What a connection gives out to others, as the Importer object answers for it: import keys and receipt addresses. Also
// when the object's tables are made: by somebody who may make them, never by a credential with a made-up connection.

import { DurableObject } from "cloudflare:workers";
import { readConfig } from "../../config.ts";
import {
  ADDRESS_PURPOSE,
  Addresses,
  NOT_OFFERED,
  type AddressOptions,
  type AddressRefusal,
  type ReceiptAddress,
} from "../connection/addresses.ts";
import { NOTHING_SEALED, type Resealed } from "../../platform/sealing/resealed.ts";
import { isCreated, migrate } from "../../platform/sql/migrate.ts";
import { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import { hashOf, mint } from "../../platform/credentials/credential.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { sealerOf, type Sealer } from "../../platform/sealing/seal.ts";
import { ImportKeys, type ImportKey } from "./keys.ts";
import { steps } from "../imports/schema.ts";

/** The receipt addresses as they are shown; `message` says what to do where none can be made. */
export interface AddressList {
  readonly addresses: readonly ReceiptAddress[];
  readonly offered: boolean;
  readonly message: string | null;
}

/** The object of one connection, named by it. */
export class Access extends DurableObject<Env> {
  readonly #sql: Sql;
  readonly #keys: ImportKeys;
  readonly #addresses: Addresses;
  #created = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = new Sql(ctx.storage);
    this.#keys = new ImportKeys(this.#sql);
    this.#addresses = new Addresses(this.#sql, this.name);
    void ctx.blockConcurrencyWhile(async () => {
      if (!isCreated(this.#sql)) return;
      await this.#migrate();
      await this.woken();
    });
  }

  async listKeys(): Promise<ImportKey[]> {
    await this.open();
    return this.#keys.list();
  }

  /** Null where there are as many as there may be. */
  async createKey(label: string): Promise<{ key: ImportKey; token: string } | null> {
    await this.open();
    const { text, hash } = await mint("imp", this.name);
    const key = this.#keys.add(label, hash, Date.now());
    return key === null ? null : { key, token: text };
  }

  async deleteKey(id: number): Promise<boolean> {
    await this.open();
    return this.#keys.remove(id);
  }

  /** Whether the secret is one of this connection's import keys. */
  async checkKey(secret: string): Promise<boolean> {
    return this.#created && this.#keys.check(await hashOf(secret), Date.now());
  }

  async listAddresses(): Promise<AddressList> {
    await this.open();
    const { receiptMailbox } = readConfig(this.env);
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

  /** Gives an address another secret; what it was before is taken for so long. */
  async rotateAddress(
    id: number,
    graceMs: number,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    return this.#change((sealer, now) => this.#addresses.rotate(id, graceMs, sealer, now));
  }

  /** Says what becomes of receipts that come by an address; the account was looked for by the caller. */
  async setAddressOptions(
    id: number,
    options: AddressOptions,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    return this.#change(async () => this.#addresses.setOptions(id, options));
  }

  async deleteAddress(id: number): Promise<boolean> {
    await this.open();
    return this.#addresses.remove(id);
  }

  /** Which receipt address the secret is; null where it is none of this connection's. */
  async checkAddress(secret: string): Promise<number | null> {
    return this.#created ? this.#addresses.check(secret, Date.now()) : null;
  }

  /** Seals again what was not sealed by the key in use. */
  async reseal(): Promise<Resealed> {
    return this.#created ? this.#addresses.reseal(await this.#sealer()) : NOTHING_SEALED;
  }

  protected get sql(): Sql {
    return this.#sql;
  }

  /** Whether anybody ever worked with this object. */
  protected get created(): boolean {
    return this.#created;
  }

  /** What the object does first when it was built again; its fields are there by then. */
  protected async woken(): Promise<void> {}

  /** Before anything but the checks of credentials: the tables are there from the first call of somebody who may make it. */
  protected async open(): Promise<void> {
    if (!this.#created) await this.ctx.blockConcurrencyWhile(() => this.#migrate());
  }

  /** Ends all that was given out. */
  protected endAccess(): void {
    this.#sql.transaction(() => {
      this.#keys.removeAll();
      this.#addresses.removeAll();
    });
  }

  async #change(
    change: (sealer: Sealer, now: number) => Promise<Result<number, AddressRefusal>>,
  ): Promise<Result<ReceiptAddress, AddressRefusal>> {
    await this.open();
    const { receiptMailbox } = readConfig(this.env);
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

  async #migrate(): Promise<void> {
    await migrate(this.#sql, steps, Date.now());
    this.#created = true;
  }

  #sealer(): Promise<Sealer> {
    return sealerOf(readConfig(this.env), ADDRESS_PURPOSE);
  }

  protected get name(): string {
    return must(this.ctx.id.name, "an Importer is named");
  }
}
