// Pure rules about a person's address, name and password, and about lock-out after wrong passwords.

import { describe, expect, test } from "vitest";
import { LOCKOUT_MS_MAX, LOCKOUT_MS_MIN } from "../../src/platform/limits.ts";
import { describeBrowser } from "../../src/oauth/people/agent.ts";
import { isLockedOut, NO_FAILURES, withAttempt } from "../../src/oauth/sign-in/lockout.ts";
import {
  checkPassword,
  isUserObject,
  parseEmail,
  parseName,
  getUserObjectName,
} from "../../src/oauth/people/person.ts";

describe("e-mail addresses of people", () => {
  test("an e-mail address has one form, without blanks and in lower case", () => {
    expect(parseEmail("  Ada.Lovelace@Example.COM ")).toBe("ada.lovelace@example.com");
    expect(parseEmail("ada+budget@mail.example.co.uk")).toBe("ada+budget@mail.example.co.uk");
    expect(parseEmail("jörg@bücher.example")).toBe("jörg@bücher.example");
  });

  test("an invalid e-mail address is refused", () => {
    for (const text of [
      "",
      "ada",
      "@example.com",
      "ada@",
      "ada@localhost",
      "a b@example.com",
      "ada@@example.com",
      "ada@example..com",
      "ada@-example.com",
      "ada@example.com\r\nBcc: x",
    ]) {
      expect(parseEmail(text), text).toBeNull();
    }
    expect(
      parseEmail(
        `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example`,
      ),
    ).toHaveLength(253);
    expect(
      parseEmail(
        `abc@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example`,
      ),
    ).toBeNull();
  });

  test("an e-mail address with invisible characters is refused: it would look like another one", () => {
    for (const unseen of ["\u200B", "\u202E", "\u00AD", "\u3164", "\uFE0F"]) {
      expect(parseEmail(`bob${unseen}@example.com`), unseen).toBeNull();
      expect(parseEmail(`bob@exam${unseen}ple.com`), unseen).toBeNull();
    }
  });

  test("an e-mail address names its object by a hash of 32 hexadecimal digits that reveals nothing", async () => {
    // printf ada@example.com | sha256sum
    expect(await getUserObjectName("ada@example.com")).toBe("b5fc85e55755f9e0d030a10ab4429b6b");
    expect(await getUserObjectName("ada@example.com")).not.toBe(
      await getUserObjectName("bob@example.com"),
    );
    expect(await getUserObjectName("you@localhost")).toBe("1");
  });

  test("the local person's object has a name only on a developer's machine", () => {
    expect([isUserObject("1", true), isUserObject("1", false), isUserObject("2", true)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      isUserObject("a".repeat(32), false),
      isUserObject("A".repeat(32), false),
      isUserObject("a".repeat(31), false),
    ]).toEqual([true, false, false]);
  });
});

test("a person's name is one line of 1 to 100 characters, without any that reverse the text's direction", () => {
  expect(parseName("  Ada  ")).toBe("Ada");
  expect(parseName("a".repeat(100))).toHaveLength(100);
  expect([
    parseName(""),
    parseName("  "),
    parseName("a".repeat(101)),
    parseName("a\nb"),
    parseName("a\u202Eb"),
  ]).toEqual([null, null, null, null, null]);
});

test("a person's name must be visible, and its joining characters stay", () => {
  expect([parseName("\u200B"), parseName("\u3164 \u200D"), parseName("\uFE0F")]).toEqual([
    null,
    null,
    null,
  ]);
  expect(parseName("\u{1F469}\u200D\u{1F4BB}")).toBe("\u{1F469}\u200D\u{1F4BB}");
});

describe("new passwords", () => {
  const email = "ada.lovelace@example.com";

  test("a password has 12 to 200 characters, each counted once", () => {
    expect(checkPassword("x".repeat(11), email).ok).toBe(false);
    expect(checkPassword("elevenelevn1", email).ok).toBe(true);
    expect(checkPassword("äöü🙂".repeat(50), email).ok).toBe(true);
    expect(checkPassword(`${"äöü🙂".repeat(50)}x`, email)).toMatchObject({
      ok: false,
      error: expect.stringContaining("201 characters"),
    });
  });

  test("a password is not the e-mail address, in any case", () => {
    expect(checkPassword("Ada.Lovelace@Example.com", email)).toMatchObject({
      ok: false,
      error: expect.stringContaining("is the e-mail address"),
    });
  });

  test("a password is not among the commonest", () => {
    for (const common of [
      "password1234",
      "Password1234",
      "123456789012",
      "qwertyuiop12",
      "passwordpassword",
    ]) {
      expect(checkPassword(common, email), common).toMatchObject({
        ok: false,
        error: expect.stringContaining("commonest"),
      });
    }
  });

  test("a password typed on another keyboard is the same, in one normal form", () => {
    expect(checkPassword("Cafe\u0301 am Fluss", email)).toEqual({
      ok: true,
      value: "Café am Fluss",
    });
  });
});

describe("lock-out after wrong passwords", () => {
  const after = (attempts: number, now: number) =>
    Array.from({ length: attempts }).reduce<typeof NO_FAILURES>(
      (failures) => withAttempt(failures, now),
      NO_FAILURES,
    );

  test("wrong passwords lock out from the fifth on, twice as long each time, for at most an hour", () => {
    expect(isLockedOut(after(4, 1_000), 1_000)).toBe(false);
    const waits = [5, 6, 7, 8, 11, 12, 13, 100].map(
      (attempts) => after(attempts, 1_000).retryAt - 1_000,
    );

    expect(waits).toEqual([
      30_000, 60_000, 120_000, 240_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000,
    ]);
    expect([LOCKOUT_MS_MIN, LOCKOUT_MS_MAX]).toEqual([30_000, 3_600_000]);
  });

  test("a lock-out ends at the stated moment", () => {
    const failures = after(5, 1_000);

    expect([isLockedOut(failures, 30_999), isLockedOut(failures, 31_000)]).toEqual([true, false]);
  });
});

test("a browser gets its name from any text it sends about itself", () => {
  expect(
    describeBrowser("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"),
  ).toBe("Firefox on Linux");
  expect(
    describeBrowser(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("Safari on iOS");
  expect(
    describeBrowser(
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    ),
  ).toBe("Edge on Windows");
  expect(describeBrowser("curl/8")).toBe("A browser");
});
