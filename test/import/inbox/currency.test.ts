// Which currency a receipt's sign means: as a person said for that sender, as the mail says, or as the budget holds it; asked where
// none of these says one.

import { afterEach, describe, expect, test } from "vitest";
import { bring, mailOf, post } from "./driver.ts";
import { settled } from "./match/budget.ts";
import { reset } from "../../reset.ts";
import type { InboxMessage } from "../../../src/import/inbox/message.ts";

afterEach(() => reset());

let sent = 0;

/** A receipt of its own with this total and these words below it, read and looked for. */
async function received(total: string, { words = "", from = "Corner Shop <orders@corner.example>" } = {}): Promise<InboxMessage> {
  sent += 1;
  const body = ["Thank you for your order!", "", `Order number: 77${1000 + sent}`, `Total ${total}`, "", words].join("\r\n");
  const { id } = await bring(mailOf({ from, subject: "Your receipt", id: `<c${sent}@corner.example>`, body }));
  return settled(id);
}

describe("a currency that a person set right for a sender", () => {
  test("is that of the sender's next mail, though its words show another country again", async () => {
    const first = await received("$22.14", { words: "Our workshop: Av. Juárez 12, CDMX, México" });
    expect(first).toMatchObject({ currency: "mxn" });
    expect((await post(`/api/inbox/${first.id}/import`, { currency: "usd" })).status).toBe(200);

    expect(await received("$30.00", { words: "Our workshop: Av. Juárez 12, CDMX, México" })).toMatchObject({ currency: "usd", state: "waiting", reason: null });
  });

  test("stands over what its sign nearly always means", async () => {
    const first = await received("Rs. 500.00");
    await post(`/api/inbox/${first.id}/import`, { currency: "lkr" });

    expect(await received("Rs. 700.00")).toMatchObject({ currency: "lkr", state: "waiting" });
  });

  test("changes no mail that names another by its code or its own sign, and none of another sender", async () => {
    const first = await received("$22.14", { words: "Our workshop: Av. Juárez 12, CDMX, México" });
    await post(`/api/inbox/${first.id}/import`, { currency: "usd" });

    expect(await received("EUR 30.00")).toMatchObject({ currency: "eur" });
    expect(await received("£30.00")).toMatchObject({ currency: "gbp" });
    expect(await received("$30.00", { words: "Our workshop: Av. Juárez 12, CDMX, México", from: "Other Shop <orders@other.example>" })).toMatchObject({ currency: "mxn" });
  });
});
