import { afterEach, describe, expect, test } from "vitest";
import { SCOPES } from "../../src/platform/credentials/scope.ts";
import { DISPLAY_NAME_CHARS_MAX } from "../../src/platform/limits.ts";
import { CURRENCIES } from "../../src/money/currency.ts";
import { database, del, get, insertOne, issueToken, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ACCOUNT = "/me/account/settings";
const USER = "/me/user/settings";
const USER_ACCOUNT = "/me/user/account/settings";

const ACCOUNT_DEFAULTS = {
  primary_currency: "usd",
  supported_currencies: ["usd"],
  display_name: "Demo budget",
  locale: "en-US",
  auto_create_category_rules: true,
  auto_create_suggested_transaction_rules: true,
  include_pending_in_totals: true,
};
const USER_DEFAULTS = {
  show_debits_as_negative: true,
  auto_suggest_payee: true,
  month_year_format: "MMM YYYY",
  month_day_year_format: "MMM D, YYYY",
  month_day_format: "MMM D",
  show_am_pm: true,
  week_starts_on: "sunday",
  always_display_year: false,
  always_display_weekday: true,
};
const USER_ACCOUNT_DEFAULTS = {
  auto_review_transaction_on_update: true,
  auto_review_transaction_on_creation: true,
  default_manual_account_id: null,
};
const ALL = [
  [ACCOUNT, ACCOUNT_DEFAULTS],
  [USER, USER_DEFAULTS],
  [USER_ACCOUNT, USER_ACCOUNT_DEFAULTS],
] as const;

// The document's list, word for word.
const LOCALES =
  "sq-AL, be-BY, bg-BG, ca-ES, zh-CN, zh-HK, zh-TW, hr-HR, cs-CZ, da-DK, nl-BE, nl-NL, en-AU, en-CA, en-IN, en-IE, en-MT, en-NZ, en-PH, en-SG, en-ZA, en-GB, en-US, et-EE, fi-FI, fr-BE, fr-CA, fr-FR, fr-LU, fr-CH, de-AT, de-DE, de-LU, de-CH, el-CY, el-GR, iw-IL, hi-IN, hu-HU, is-IS, in-ID, ga-IE, it-IT, it-CH, ja-JP, ko-KR, lv-LV, lt-LT, mk-MK, ms-MY, mt-MT, no-NO, pl-PL, pt-BR, pt-PT, ro-RO, ru-RU, sk-SK, sl-SI, es-AR, es-BO, es-CL, es-CO, es-CR, es-DO, es-EC, es-SV, es-GT, es-HN, es-MX, es-NI, es-PA, es-PY, es-PE, es-PR, es-ES, es-US, es-UY, es-VE, sv-SE, th-TH, tr-TR, uk-UA, vi-VN".split(
    ", ",
  );

describe("all three settings objects", () => {
  test.each(ALL)("%s starts with the document's defaults", async (path, defaults) => {
    expect((await get(path)).body).toEqual(defaults);
  });

  test.each(ALL)("%s accepts the body that it answered", async (path, defaults) => {
    expect((await put(path, (await get(path)).body)).body).toEqual(defaults);
    expect((await get(path)).body).toEqual(defaults);
  });

  test.each(ALL)("%s accepts each property alone and keeps the others", async (path, defaults) => {
    for (const [property, value] of Object.entries(defaults)) {
      const other = OTHER[property];
      expect(
        (await put(path, { [property]: other })).body,
        `${property} ${JSON.stringify(other)}`,
      ).toMatchObject({
        ...defaults,
        ...(property === "primary_currency" && { locale: "de-DE" }),
        [property]: other,
      });
      expect((await get(path)).body[property]).toEqual(other);
      await put(path, { [property]: value });
      expect((await get(path)).body).toEqual(defaults);
    }
  });

  test.each(ALL)("%s refuses an empty change", async (path) => {
    const { status, body } = await put(path, {});

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors[0]).toMatchObject({ keyword: "minProperties", instancePath: "/body" });
  });

  test.each(ALL)("%s refuses unknown properties, and changes nothing", async (path, defaults) => {
    for (const wrong of [{ nope: 1 }, { ...defaults, id: 1 }, [], "text", null])
      expect((await put(path, wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await get(`${path}?verbose=true`)).status).toBe(400);
    expect((await get(path)).body).toEqual(defaults);
  });

  test.each(ALL)("%s refuses a property of another type", async (path, defaults) => {
    for (const [property, value] of Object.entries(defaults)) {
      for (const wrong of [1.5, {}, "nope", [1], ...(NULLABLE.has(property) ? [] : [null])]) {
        // A name may be any text.
        if (property === "display_name" && wrong === "nope") continue;
        const { status, body } = await put(path, { [property]: wrong });
        expect(status, `${property} ${JSON.stringify(wrong)} ${typeof value}`).toBe(400);
        expect(body.errors[0].instancePath).toContain(`/body/${property}`);
      }
    }
  });

  test("one wrong property prevents the right ones in the same request from being stored", async () => {
    expect((await put(USER, { show_am_pm: false, week_starts_on: "friday" })).status).toBe(400);
    expect((await get(USER)).body).toEqual(USER_DEFAULTS);
  });

  test("reading settings needs settings:read, and changing them settings:write", async () => {
    await get("/me");
    const tokenWith = async (scope: string) => {
      const token = await issueToken(scope);
      await database((sql) =>
        sql.run(
          "UPDATE tokens SET scopes = ? WHERE label = ?",
          JSON.stringify(SCOPES.filter((one) => one !== scope)),
          scope,
        ),
      );
      return token;
    };
    const withoutRead = await tokenWith("settings:read");
    const withoutWrite = await tokenWith("settings:write");

    for (const [path, defaults] of ALL) {
      expect((await get(path, { token: withoutRead })).status).toBe(403);
      expect((await get(path, { token: withoutWrite })).status).toBe(200);
      expect((await put(path, defaults, { token: withoutWrite })).status).toBe(403);
      expect((await put(path, defaults, { token: withoutRead })).status).toBe(200);
    }
  });
});

const NULLABLE = new Set(["display_name", "default_manual_account_id"]);

/** For each property a value that is not its default. */
const OTHER: Readonly<Record<string, unknown>> = {
  primary_currency: "eur",
  supported_currencies: ["gbp", "usd", "xau"],
  display_name: null,
  locale: "iw-IL",
  auto_create_category_rules: false,
  auto_create_suggested_transaction_rules: false,
  include_pending_in_totals: false,
  show_debits_as_negative: false,
  auto_suggest_payee: false,
  month_year_format: "YYYY/MM",
  month_day_year_format: "D.M.YYYY",
  month_day_format: "DD MMM",
  show_am_pm: false,
  week_starts_on: "monday",
  always_display_year: true,
  always_display_weekday: false,
  auto_review_transaction_on_update: false,
  auto_review_transaction_on_creation: false,
  default_manual_account_id: 2,
};

describe("the account settings", () => {
  test("the account settings accept exactly the document's locales", async () => {
    expect(LOCALES).toHaveLength(84);
    for (const locale of LOCALES) expect((await put(ACCOUNT, { locale })).body.locale).toBe(locale);
    for (const locale of ["en", "en-us", "he-IL", "id-ID", "xx-XX", "", null])
      expect((await put(ACCOUNT, { locale })).status, String(locale)).toBe(400);
  });

  test("the locale defaults to one of the document's for the primary currency", async () => {
    const shown: Record<string, string> = {};
    for (const currency of CURRENCIES)
      shown[currency] = (await put(ACCOUNT, { primary_currency: currency })).body.locale;

    expect(shown).toMatchObject({
      usd: "en-US",
      cad: "en-CA",
      gbp: "en-GB",
      jpy: "ja-JP",
      chf: "de-CH",
      brl: "pt-BR",
      ils: "iw-IL",
      sek: "sv-SE",
      xau: "en-US",
    });
    expect(Object.keys(shown)).toHaveLength(167);
    for (const locale of Object.values(shown)) expect(LOCALES).toContain(locale);
  });

  test("a chosen locale stays when the primary currency changes", async () => {
    await put(ACCOUNT, { locale: "en-US" });

    expect((await put(ACCOUNT, { primary_currency: "cad" })).body.locale).toBe("en-US");
  });

  test("the account settings replace the list of supported currencies, in the given order", async () => {
    const supported = async (list: unknown) => put(ACCOUNT, { supported_currencies: list });

    expect((await supported(["eur", "gbp"])).body.supported_currencies).toEqual(["eur", "gbp"]);
    expect(
      (await supported(["clf", "eth", "ves", "xag", "xau"])).body.supported_currencies,
    ).toEqual(["clf", "eth", "ves", "xag", "xau"]);
    expect((await supported([])).body.supported_currencies).toEqual([]);
    expect((await supported(CURRENCIES)).body.supported_currencies).toHaveLength(167);
    for (const wrong of [["eur", "eur"], ["EUR"], ["zzz"], [null], "eur", { 0: "eur" }])
      expect((await supported(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  test("the display name has a maximum length, and is the budget's name in /me", async () => {
    const longest = "ä".repeat(DISPLAY_NAME_CHARS_MAX);

    await put(ACCOUNT, { display_name: longest, primary_currency: "chf" });
    expect((await get("/me")).body).toMatchObject({
      budget_name: longest,
      primary_currency: "chf",
    });
    expect((await put(ACCOUNT, { display_name: `${longest}a` })).status).toBe(400);
    await put(ACCOUNT, { display_name: null });
    expect((await get(ACCOUNT)).body.display_name).toBeNull();
    expect((await get("/me")).body.budget_name).toMatch(/\S/);
  });

  test("a new primary currency becomes the default of new amounts", async () => {
    await put(ACCOUNT, { primary_currency: "nok" });

    expect((await insertOne({ date: "2026-11-20", amount: 5 })).currency).toBe("nok");
    expect((await post("/manual_accounts", { name: "Konto" })).body.currency).toBe("nok");
  });
});

describe("the user settings", () => {
  const SEPARATORS = [" ", "-", ".", "/"];
  const FORMATS: Readonly<Record<string, readonly string[]>> = {
    month_year_format: [
      "MMMM YYYY",
      "MMM YYYY",
      "YYYY MMM",
      ...SEPARATORS.flatMap((s) => [`MM${s}YYYY`, `M${s}YYYY`, `YYYY${s}M`, `YYYY${s}MM`]),
    ],
    month_day_year_format: [
      "MMM D, YYYY",
      "D MMM YYYY",
      ...SEPARATORS.flatMap((s) =>
        ["DD", "D"].flatMap((d) =>
          ["MM", "M"].flatMap((m) => [
            `YYYY${s}${m}${s}${d}`,
            `${d}${s}${m}${s}YYYY`,
            `${m}${s}${d}${s}YYYY`,
          ]),
        ),
      ),
    ],
    month_day_format: [
      "MMM D",
      "MMM DD",
      "D MMM",
      "DD MMM",
      ...SEPARATORS.flatMap((s) =>
        ["DD", "D"].flatMap((d) => ["MM", "M"].flatMap((m) => [`${m}${s}${d}`, `${d}${s}${m}`])),
      ),
    ],
    week_starts_on: ["sunday", "monday"],
  };

  test("the user settings accept every format of the document", async () => {
    expect(Object.values(FORMATS).map((formats) => formats.length)).toEqual([19, 50, 36, 2]);
    for (const [property, formats] of Object.entries(FORMATS))
      for (const format of formats)
        expect((await put(USER, { [property]: format })).body[property]).toBe(format);
  });

  test("the user settings refuse other orders, separators and capitals", async () => {
    const refused = {
      month_year_format: ["YY-MM", "MM_YYYY", "mm/yyyy", "MMYYYY", "MMM-YYYY", "MMM D"],
      month_day_year_format: ["YYYY-DD-MM", "MM-DD-YY", "MMM D YYYY", "YYYY-MM/DD", "DD MMM YYYY"],
      month_day_format: ["MMMM D", "MM", "M,D", "d/m", "MMM-D"],
      week_starts_on: ["Sunday", "saturday", 0],
    };
    for (const [property, formats] of Object.entries(refused))
      for (const format of formats)
        expect((await put(USER, { [property]: format })).status, String(format)).toBe(400);
  });

  test("the user settings keep values that are set one by one", async () => {
    await put(USER, { show_am_pm: false });
    await put(USER, { week_starts_on: "monday" });

    expect((await get(USER)).body).toEqual({
      ...USER_DEFAULTS,
      show_am_pm: false,
      week_starts_on: "monday",
    });
  });

  test("the user settings never change the sign of amounts", async () => {
    await put(USER, { show_debits_as_negative: false });

    expect(await insertOne({ date: "2026-11-20", amount: 5 })).toMatchObject({
      amount: "5.0000",
      to_base: 5,
    });
  });
});

describe("the effect of the user's settings", () => {
  test("the user's setting decides the status of transactions inserted without one", async () => {
    const status = async () => (await insertOne({ date: "2026-11-20", amount: 1 })).status;

    expect(await status()).toBe("reviewed");
    await put(USER_ACCOUNT, { auto_review_transaction_on_creation: false });
    expect(await status()).toBe("unreviewed");
    await put(USER_ACCOUNT, { auto_review_transaction_on_creation: true });
    expect(await status()).toBe("reviewed");
  });

  test("the user's setting decides whether a change marks a transaction as reviewed", async () => {
    const changed = async () => {
      const { id } = await insertOne({ date: "2026-11-20", amount: 1, status: "unreviewed" });
      return (await put(`/transactions/${id}`, { payee: "Other" })).body.status;
    };

    expect(await changed()).toBe("reviewed");
    await put(USER_ACCOUNT, { auto_review_transaction_on_update: false });
    expect(await changed()).toBe("unreviewed");
  });

  test("the default account must be an existing manual account, or null", async () => {
    const { status, body } = await put(USER_ACCOUNT, { default_manual_account_id: 999 });

    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Invalid Request Body",
      errors: [
        {
          errMsg: expect.stringContaining("999"),
          error: "Invalid Manual Account ID",
          invalid_property: "default_manual_account_id",
        },
      ],
    });
    await put(USER_ACCOUNT, { default_manual_account_id: 3 });
    await put(USER_ACCOUNT, { auto_review_transaction_on_update: false });
    expect((await get(USER_ACCOUNT)).body.default_manual_account_id).toBe(3);
    await put(USER_ACCOUNT, { default_manual_account_id: null });
    expect((await get(USER_ACCOUNT)).body.default_manual_account_id).toBeNull();
  });

  test("deleting the default account clears the setting", async () => {
    await put(USER_ACCOUNT, { default_manual_account_id: 3 });

    await del("/manual_accounts/3");

    expect((await get(USER_ACCOUNT)).body.default_manual_account_id).toBeNull();
  });
});
