// A market that tells prices as JSON by symbol. By hand: node test/sources/fakes/prices.ts

import { byHand, faulty, notFound, writeJson, type Handler } from "./faults.ts";

const PRICES: Readonly<Record<string, string>> = {
  "VWCE.DE": "131.28",
  BTC: "81234.123456789012345678",
  NOUGHT: "0",
};

export const prices: Handler = faulty((_, response, __, path) => {
  const symbol = decodeURIComponent(path.split("/")[2] ?? "");
  const price = path.startsWith("/price/") ? PRICES[symbol] : undefined;
  if (price === undefined) return notFound(response);
  writeJson(
    response,
    `{"symbol":${JSON.stringify(symbol)},"last":{${JSON.stringify(symbol)}:${price}},"currency":"EUR","time":1763740800}`,
  );
});

if (import.meta.main) await byHand("prices", prices, 8803, ["/price/VWCE.DE", "/price/BTC"]);
