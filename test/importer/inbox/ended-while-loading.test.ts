// An object that is ended while it loads a part of the Worker, as a test's clean start may end one.

import { expect, test } from "vitest";
import { reset } from "../../reset.ts";
import { bring, mailOf } from "./driver.ts";

test("a part that an alarm was loading when everything was reset can be loaded later", async () => {
  await bring(mailOf());
  await reset();

  const late = scheduler.wait(20_000).then(() => "late");
  const load = import("../../../src/receipts/authenticity/authenticate.ts").then(() => "loaded");
  expect(await Promise.race([load, late])).toBe("loaded");
});
