// The service that carried a payment, which Chinese banks print before the shop: "财付通-美团". The shop is the other
// party.

import type { Place } from "./alert-text.ts";

const CHANNEL =
  /^(?:(?:财付通|支付宝|微信支付|云闪付|银联|京东支付|抖音支付|网银在线|快捷支付|街口支付|支付寶|微信|財付通|微信支付分)[-－—](?=[^\d\s]{2})){1,3}/u;

/** The place of a name without the service before it. */
export function withoutChannel(text: string, { start, end }: Place): Place {
  const channel = CHANNEL.exec(text.slice(start, end));
  return { start: start + (channel?.[0].length ?? 0), end };
}
