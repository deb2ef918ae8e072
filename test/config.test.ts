// What a deployment can be told, and what it refuses to be told.

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readConfig } from "../src/config.ts";

const REMOTE = { ...env, BUDGET_API_URL: "https://api.example.com/v2/" };

describe("the authorization server of a remote service", () => {
  test("is none unless it is set: developer tokens only", () => {
    expect(
      readConfig({ ...REMOTE, OAUTH_ISSUER: "", OAUTH_CLIENT_ID: "", OAUTH_CLIENT_SECRET: "" })
        .oauth,
    ).toBeNull();
  });

  test("knows us by an id, and by a secret unless we are a public client", () => {
    const vars = { ...REMOTE, OAUTH_ISSUER: "https://accounts.example.com", OAUTH_CLIENT_ID: "us" };

    expect(readConfig(vars).oauth).toEqual({
      issuer: "https://accounts.example.com",
      clientId: "us",
      clientSecret: null,
    });
    expect(readConfig({ ...vars, OAUTH_CLIENT_SECRET: "s" }).oauth?.clientSecret).toBe("s");
  });

  const refused: Record<string, object> = {
    "an issuer alone": { OAUTH_ISSUER: "https://accounts.example.com" },
    "a secret alone": { OAUTH_CLIENT_SECRET: "s" },
    "an id without an issuer": { OAUTH_CLIENT_ID: "us", OAUTH_CLIENT_SECRET: "s" },
    "an issuer without encryption": {
      OAUTH_ISSUER: "http://accounts.example.com",
      OAUTH_CLIENT_ID: "us",
    },
    "an issuer with a query": {
      OAUTH_ISSUER: "https://accounts.example.com/?a",
      OAUTH_CLIENT_ID: "us",
    },
    "an issuer with a fragment": {
      OAUTH_ISSUER: "https://accounts.example.com/#",
      OAUTH_CLIENT_ID: "us",
    },
    "an issuer with a password": {
      OAUTH_ISSUER: "https://a:b@accounts.example.com",
      OAUTH_CLIENT_ID: "us",
    },
    "what is no address": { OAUTH_ISSUER: "accounts", OAUTH_CLIENT_ID: "us" },
  };
  for (const [name, vars] of Object.entries(refused)) {
    test(`may not be ${name}`, () => {
      expect(() => readConfig({ ...REMOTE, ...vars })).toThrow(/OAUTH_ISSUER/);
    });
  }

  test("may be without encryption on loopback", () => {
    expect(
      readConfig({ ...REMOTE, OAUTH_ISSUER: "http://127.0.0.1:8787", OAUTH_CLIENT_ID: "us" }).oauth
        ?.issuer,
    ).toBe("http://127.0.0.1:8787");
  });

  test("is refused for the embedded service, which has its own", () => {
    expect(() =>
      readConfig({
        ...env,
        BUDGET_API_URL: "",
        OAUTH_ISSUER: "https://a.example.com",
        OAUTH_CLIENT_ID: "us",
      }),
    ).toThrow(/BUDGET_API_URL/);
  });
});

test("whoever comes first may sign up, unless the configuration says who may; what it cannot say is refused at the start", () => {
  expect(readConfig({ ...env, SIGN_UP: "", ENVIRONMENT: "production" }).signUp).toBe("first");
  expect(readConfig({ ...env, SIGN_UP: "", ENVIRONMENT: "local" }).signUp).toBe("open");
  expect(
    ["first", "invited", "open"].map((rule) => readConfig({ ...env, SIGN_UP: rule }).signUp),
  ).toEqual(["first", "invited", "open"]);
  for (const rule of ["Open", "closed", "true", " open"])
    expect(() => readConfig({ ...env, SIGN_UP: rule })).toThrow(/SIGN_UP/);
});

test("rates of another host than the bank's are refused at the start where nobody says what its name stands for", () => {
  const production = {
    ...env,
    ENVIRONMENT: "production",
    LOCAL_TOKEN: "",
    BUDGET_API_URL: "",
    SOURCE_DNS_URL: "",
  };
  const bank = "https://www.ecb.europa.eu/stats/eurofxref/another.xml";
  expect(readConfig({ ...production, RATES_URL: bank, RATES_HISTORY_URL: bank }).rates).toEqual({
    daily: bank,
    history: bank,
  });
  for (const vars of [
    { RATES_URL: "https://rates.example/d.xml" },
    { RATES_URL: bank, RATES_HISTORY_URL: "https://rates.example/h.zip" },
  ]) {
    expect(() => readConfig({ ...production, ...vars })).toThrow(/RATES_URL.*SOURCE_DNS_URL/);
    expect(
      readConfig({ ...production, ...vars, SOURCE_DNS_URL: "https://dns.example/q" }).rates,
    ).not.toBeNull();
    expect(readConfig({ ...production, ...vars, ENVIRONMENT: "local" }).rates).not.toBeNull();
    expect(
      readConfig({ ...production, ...vars, BUDGET_API_URL: "https://service.example/v2" }).rates,
    ).toBeNull();
  }
  expect(readConfig({ ...production, RATES_URL: "https://192.0.2.1/d.xml" }).rates?.daily).toBe(
    "https://192.0.2.1/d.xml",
  );
  expect(readConfig({ ...production, RATES_URL: "" }).rates).toBeNull();
});

test("who says what the names of sources stand for is asked encrypted, or on loopback, or not at all", () => {
  expect(readConfig({ ...env, SOURCE_DNS_URL: "" }).sourceDns).toBeNull();
  expect(readConfig({ ...env, SOURCE_DNS_URL: "https://dns.example/dns-query" }).sourceDns).toBe(
    "https://dns.example/dns-query",
  );
  expect(() => readConfig({ ...env, SOURCE_DNS_URL: "http://dns.example/dns-query" })).toThrow(
    /SOURCE_DNS_URL/,
  );
});

test("PLAN names the plan, whose limits the deployment keeps; without it, it is paid", () => {
  const paid = readConfig({ ...env, PLAN: "" }).limits;
  const free = readConfig({ ...env, PLAN: "free" }).limits;

  expect(readConfig({ ...env, PLAN: "paid" }).limits).toEqual(paid);
  expect(free.uploadBytes).toBeLessThan(paid.uploadBytes);
  expect(free.mailBytes).toBeLessThan(paid.mailBytes);
  expect(free.alarmSteps).toBeLessThan(paid.alarmSteps);
  expect(readConfig({ ...REMOTE, PLAN: "free" }).limits.alarmSteps).toBeLessThan(free.alarmSteps);
  expect(() => readConfig({ ...env, PLAN: "gratis" })).toThrow("PLAN");
});
