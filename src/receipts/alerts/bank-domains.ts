// Facts: the domains that banks write from where these do not end in their country's, by the currency they keep accounts
// in there. It settles a sign that several currencies share; a bank of several countries under one domain is none of them.

import type { Currency } from "../../money/currency.ts";

const ROWS: readonly (readonly [currency: Currency, domains: string])[] = [
  [
    "usd",
    "chase.com bankofamerica.com bofa.com wellsfargo.com capitalone.com discover.com usaa.com navyfederal.org ally.com schwab.com pnc.com truist.com usbank.com tdbank.com 53.com key.com regions.com huntington.com mtb.com citizensbank.com becu.org sofi.com sofi.org chime.com varomoney.com penfed.org alliantcreditunion.com alliantcreditunion.org fidelity.com etrade.com venmo.com cash.app synchrony.com synchronybank.com barclaycardus.com marcus.com firsttechfed.com golden1.com suncoastcreditunion.com vystarcu.org secu.org schoolsfirstfcu.org altanafcu.org adelfi.com fnbo.com comerica.com zionsbank.com frostbank.com bmoharris.com santanderbank.com flagstar.com bankwithunited.com applefcu.org dcu.org mercury.com",
  ],
  [
    "usd",
    "pichincha.com produbanco.com bancoguayaquil.com bancodelpacifico.com pacificard.com bolivariano.com bancoagricola.com bgeneral.com",
  ],
  ["cad", "simplii.com desjardins.com wealthsimple.com atb.com vancity.com"],
  ["aud", "macquarie.com ubank.com"],
  [
    "mxn",
    "banorte.com banamex.com citibanamex.com banregio.com inbursa.com bancoazteca.com bancoppel.com heybanco.com",
  ],
  [
    "cop",
    "davivienda.com nequi.com daviplata.com bancolombia.com avvillas.com scotiabankcolpatria.com lulobank.com",
  ],
  ["clp", "bancoedwards.com"],
  ["ars", "brubank.com naranjax.com"],
  ["dop", "banreservas.com popularenlinea.com"],
  ["hkd", "hangseng.com bochk.com hkbea.com za.group"],
  ["twd", "ctbcbank.com esunbank.com taishinbank.com"],
  ["sgd", "posb.com"],
  ["jmd", "jncb.com"],
  ["ttd", "republictt.com firstcitizenstt.com"],
];

const BY_DOMAIN = new Map(
  ROWS.flatMap(([currency, domains]) =>
    domains.split(" ").map((domain) => [domain, currency] as const),
  ),
);
const LABELS_MAX = 6;

/** The currency of the bank whose domain an address is of, or below; null for any other. */
export function currencyOfBankDomain(address: string): Currency | null {
  const labels = address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".")
    .slice(-LABELS_MAX);
  for (const at of labels.keys()) {
    const currency = BY_DOMAIN.get(labels.slice(at).join("."));
    if (currency !== undefined) return currency;
  }
  return null;
}
