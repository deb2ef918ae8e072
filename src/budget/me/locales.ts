// The locales that the service accepts (service-v2.md, localeEnum), and the default locale of an
// account by its primary currency: that of the state that issues it, that of most of its users
// where there are several states, en-US where the list has no such locale.

import type { Currency } from "../../money/currency.ts";

// prettier-ignore
export const LOCALES = [
  "sq-AL", "be-BY", "bg-BG", "ca-ES", "zh-CN", "zh-HK", "zh-TW", "hr-HR", "cs-CZ", "da-DK", "nl-BE", "nl-NL",
  "en-AU", "en-CA", "en-IN", "en-IE", "en-MT", "en-NZ", "en-PH", "en-SG", "en-ZA", "en-GB", "en-US", "et-EE",
  "fi-FI", "fr-BE", "fr-CA", "fr-FR", "fr-LU", "fr-CH", "de-AT", "de-DE", "de-LU", "de-CH", "el-CY", "el-GR",
  "iw-IL", "hi-IN", "hu-HU", "is-IS", "in-ID", "ga-IE", "it-IT", "it-CH", "ja-JP", "ko-KR", "lv-LV", "lt-LT",
  "mk-MK", "ms-MY", "mt-MT", "no-NO", "pl-PL", "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sk-SK", "sl-SI", "es-AR",
  "es-BO", "es-CL", "es-CO", "es-CR", "es-DO", "es-EC", "es-SV", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA",
  "es-PY", "es-PE", "es-PR", "es-ES", "es-US", "es-UY", "es-VE", "sv-SE", "th-TH", "tr-TR", "uk-UA", "vi-VN",
] as const;

export type Locale = (typeof LOCALES)[number];

/** The locale of an account that has chosen none, by its primary currency. */
// prettier-ignore
export const LOCALE_OF: Readonly<Record<Currency, Locale>> = {
  aed: "en-US", afn: "en-US", all: "sq-AL", amd: "en-US", ang: "nl-NL", aoa: "en-US", ars: "es-AR", aud: "en-AU",
  awg: "nl-NL", azn: "en-US", bam: "en-US", bbd: "en-US", bdt: "en-US", bgn: "bg-BG", bhd: "en-US", bif: "en-US",
  bmd: "en-GB", bnd: "en-US", bob: "es-BO", brl: "pt-BR", bsd: "en-US", btc: "en-US", btn: "en-US", bwp: "en-US",
  byn: "be-BY", bzd: "en-US", cad: "en-CA", cdf: "en-US", chf: "de-CH", clf: "es-CL", clp: "es-CL", cny: "zh-CN",
  cop: "es-CO", crc: "es-CR", cuc: "en-US", cup: "en-US", cve: "en-US", czk: "cs-CZ", djf: "en-US", dkk: "da-DK",
  dop: "es-DO", dzd: "en-US", egp: "en-US", ern: "en-US", etb: "en-US", eth: "en-US", eur: "de-DE", fjd: "en-US",
  fkp: "en-GB", gbp: "en-GB", gel: "en-US", ggp: "en-GB", ghs: "en-US", gip: "en-GB", gmd: "en-US", gnf: "en-US",
  gtq: "es-GT", gyd: "en-US", hkd: "zh-HK", hnl: "es-HN", hrk: "hr-HR", htg: "en-US", huf: "hu-HU", idr: "in-ID",
  ils: "iw-IL", imp: "en-GB", inr: "en-IN", iqd: "en-US", irr: "en-US", isk: "is-IS", jep: "en-GB", jmd: "en-US",
  jod: "en-US", jpy: "ja-JP", kes: "en-US", kgs: "en-US", khr: "en-US", kmf: "en-US", kpw: "en-US", krw: "ko-KR",
  kwd: "en-US", kyd: "en-GB", kzt: "en-US", lak: "en-US", lbp: "en-US", lkr: "en-US", lrd: "en-US", lsl: "en-US",
  ltl: "lt-LT", lvl: "lv-LV", lyd: "en-US", mad: "en-US", mdl: "en-US", mga: "en-US", mkd: "mk-MK", mmk: "en-US",
  mnt: "en-US", mop: "en-US", mro: "en-US", mur: "en-US", mvr: "en-US", mwk: "en-US", mxn: "es-MX", myr: "ms-MY",
  mzn: "en-US", nad: "en-US", ngn: "en-US", nio: "es-NI", nok: "no-NO", npr: "en-US", nzd: "en-NZ", omr: "en-US",
  pab: "es-PA", pen: "es-PE", pgk: "en-US", php: "en-PH", pkr: "en-US", pln: "pl-PL", pyg: "es-PY", qar: "en-US",
  ron: "ro-RO", rsd: "en-US", rub: "ru-RU", rwf: "en-US", sar: "en-US", sbd: "en-US", scr: "en-US", sdg: "en-US",
  sek: "sv-SE", sgd: "en-SG", shp: "en-GB", sll: "en-US", sos: "en-US", srd: "en-US", std: "en-US", svc: "es-SV",
  syp: "en-US", szl: "en-US", thb: "th-TH", tjs: "en-US", tmt: "en-US", tnd: "en-US", top: "en-US", try: "tr-TR",
  ttd: "en-US", twd: "zh-TW", tzs: "en-US", uah: "uk-UA", ugx: "en-US", usd: "en-US", uyu: "es-UY", uzs: "en-US",
  vef: "es-VE", ves: "es-VE", vnd: "vi-VN", vuv: "en-US", wst: "en-US", xaf: "en-US", xag: "en-US", xau: "en-US",
  xcd: "en-US", xof: "en-US", xpf: "fr-FR", yer: "en-US", zar: "en-ZA", zmw: "en-US", zwl: "en-US",
};
