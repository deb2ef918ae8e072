// What the one who forwards a mail wrote above it, without signature and disclaimer.

import { FORWARD_NOTE_CHARS_MAX } from "../../platform/limits.ts";
import { folded } from "../mime/fold.ts";
import type { Line } from "../mime/lines.ts";

/** Beginnings of lines that devices and programs add, folded. */
// prettier-ignore
const SIGNATURES = [
  "sent from my ", "sent from mail for", "sent from outlook", "sent from yahoo", "sent from proton", "sent with proton", "sent with [proton", "get outlook for", "sent via ", "sent using ",
  "von meinem iphone", "von meinem ipad", "gesendet von ", "gesendet mit ", "outlook fur ", "diese nachricht wurde von meinem",
  "envoye de mon ", "envoye depuis ", "telecharger outlook", "obtenir outlook", "provenance :",
  "enviado desde ", "enviado do ", "enviado a partir", "enviado de ", "obtener outlook", "obter o outlook",
  "inviato da ", "inviato dal ", "ottieni outlook", "scarica outlook",
  "verstuurd vanaf ", "verzonden vanaf ", "outlook voor ", "sendt fra ", "skickat fran ", "hamta outlook", "lahetetty ", "hanki outlook",
  "wyslane z ", "wyslano z ", "pobierz outlook", "odeslano z ", "odoslane z ", "elkuldve az ", "trimis de pe ", "poslano s ",
  "iphone'umdan gonderildi", "ios icin outlook", "отправлено с ", "надіслано з ", "изпратено от ", "dikirim dari ", "iphoneから送信", "发自我的", "從我的", "나의 iphone", "נשלח מה", "أرسلت من",
].map(folded);

const DISCLAIMERS = [
  "this e-mail and any",
  "this email and any",
  "this message and any",
  "confidentiality notice",
  "disclaimer",
  "diese e-mail enthalt",
  "ce message et toutes",
  "este mensaje y sus",
  "questo messaggio",
  "dit bericht",
  "caution: this email",
  "external email",
  "vertraulich",
  "confidential",
].map(folded);

/** The note in these lines; null where there is none. */
export function noteIn(lines: readonly Line[]): string | null {
  const kept: string[] = [];
  for (const { text } of lines) {
    if (text === "--" || text === "-- " || /^[_-]{2,}$/.test(text)) break;
    const start = folded(text.slice(0, 60));
    if (
      SIGNATURES.some((sign) => start.startsWith(sign)) ||
      DISCLAIMERS.some((sign) => start.startsWith(sign))
    )
      break;
    kept.push(text);
  }
  const note = kept.join("\n").trim().slice(0, FORWARD_NOTE_CHARS_MAX).toWellFormed();
  return note === "" ? null : note;
}
