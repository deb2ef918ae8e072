// The 167 currencies the service accepts, with the decimals people print in each (ISO 4217
// exponents; 4, the most an amount holds, for clf, btc, eth and the metals). Source: gaps.md,
// section 4.

// prettier-ignore
const EXPONENTS = {
  aed: 2, afn: 2, all: 2, amd: 2, ang: 2, aoa: 2, ars: 2, aud: 2, awg: 2, azn: 2, bam: 2, bbd: 2,
  bdt: 2, bgn: 2, bhd: 3, bif: 0, bmd: 2, bnd: 2, bob: 2, brl: 2, bsd: 2, btc: 4, btn: 2, bwp: 2,
  byn: 2, bzd: 2, cad: 2, cdf: 2, chf: 2, clf: 4, clp: 0, cny: 2, cop: 2, crc: 2, cuc: 2, cup: 2,
  cve: 2, czk: 2, djf: 0, dkk: 2, dop: 2, dzd: 2, egp: 2, ern: 2, etb: 2, eth: 4, eur: 2, fjd: 2,
  fkp: 2, gbp: 2, gel: 2, ggp: 2, ghs: 2, gip: 2, gmd: 2, gnf: 0, gtq: 2, gyd: 2, hkd: 2, hnl: 2,
  hrk: 2, htg: 2, huf: 2, idr: 2, ils: 2, imp: 2, inr: 2, iqd: 3, irr: 2, isk: 0, jep: 2, jmd: 2,
  jod: 3, jpy: 0, kes: 2, kgs: 2, khr: 2, kmf: 0, kpw: 2, krw: 0, kwd: 3, kyd: 2, kzt: 2, lak: 2,
  lbp: 2, lkr: 2, lrd: 2, lsl: 2, ltl: 2, lvl: 2, lyd: 3, mad: 2, mdl: 2, mga: 2, mkd: 2, mmk: 2,
  mnt: 2, mop: 2, mro: 2, mur: 2, mvr: 2, mwk: 2, mxn: 2, myr: 2, mzn: 2, nad: 2, ngn: 2, nio: 2,
  nok: 2, npr: 2, nzd: 2, omr: 3, pab: 2, pen: 2, pgk: 2, php: 2, pkr: 2, pln: 2, pyg: 0, qar: 2,
  ron: 2, rsd: 2, rub: 2, rwf: 0, sar: 2, sbd: 2, scr: 2, sdg: 2, sek: 2, sgd: 2, shp: 2, sll: 2,
  sos: 2, srd: 2, std: 2, svc: 2, syp: 2, szl: 2, thb: 2, tjs: 2, tmt: 2, tnd: 3, top: 2, try: 2,
  ttd: 2, twd: 2, tzs: 2, uah: 2, ugx: 0, usd: 2, uyu: 2, uzs: 2, vef: 2, ves: 2, vnd: 0, vuv: 0,
  wst: 2, xaf: 0, xag: 4, xau: 4, xcd: 2, xof: 0, xpf: 0, yer: 2, zar: 2, zmw: 2, zwl: 2,
} as const;

/** A lowercase three-letter code of the service's currencyEnum. */
export type Currency = keyof typeof EXPONENTS;

export const CURRENCIES = Object.keys(EXPONENTS) as readonly Currency[];

/**
 * Codes that the service accepts and no new account gets: withdrawn from ISO 4217 (the last, bgn, with
 * the euro in 2026), or never in it (the pounds of three islands, which are kept as gbp).
 */
const RETIRED: ReadonlySet<Currency> = new Set<Currency>([
  ...(["ang", "bgn", "cuc", "hrk", "ltl", "lvl", "mro", "sll", "std", "vef", "zwl"] as const),
  ...(["ggp", "imp", "jep"] as const),
]);

/** The codes to choose from; those no longer in use are known to whoever has amounts in them. */
export const CURRENT_CURRENCIES = CURRENCIES.filter((code) => !RETIRED.has(code));

/** Whether the text is one of the codes, in lowercase. */
export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(EXPONENTS, text);
}

/** The code in any case ("EUR", " eur"), or null. */
export function parseCurrency(text: string): Currency | null {
  const code = text.trim().toLowerCase();
  return isCurrency(code) ? code : null;
}

/** How many decimals the currency is printed with: 2 for usd, 0 for jpy, 3 for kwd. */
export function exponentOf(currency: Currency): number {
  return EXPONENTS[currency];
}
