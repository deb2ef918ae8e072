// A time of day that is printed with a full stop: "kl. 18.21", "klo 9.05", "um 12.50 Uhr". Without its
// word it looks like an amount.

const TIME = /^(?:[01]?\d|2[0-3])\.[0-5]\d$/;
const WORD_BEFORE =
  /(?<!\p{L})(?:kl|klo|klokka|klokken|klockan|klukkan|um|gegen|uhrzeit|uur|tijd|tid|godz|godzina|godzinie|o godzinie|hod|ob|uri|kell|plkst|val|ore|ora|orele|alle|alle ore|hora|heure|heures|saat|saati|idopont|ωρα|στις|в|о|у|час|время|ч|pukul|pkl|jam|waktu|lúc|giờ|เวลา|الساعة|שעה|בשעה|समय)[.:]?[ \u00a0]$/iu;
const WORD_BEHIND =
  /^[ \u00a0]?(?:uhr|uur|godz|hod|val|ч|год|h|hrs|wib|wita|wit|a\.?m|p\.?m|pagi|siang|sore|malam|petang|น|बजे)(?![\p{L}\d])/iu;
const CHARS = 14;

/** Whether a number without a currency is a time of day, by the word at either side. */
export function isTimeOfDay(text: string, raw: string, at: number): boolean {
  return (
    TIME.test(raw) &&
    (WORD_BEFORE.test(text.slice(Math.max(0, at - CHARS), at)) ||
      WORD_BEHIND.test(text.slice(at + raw.length, at + raw.length + CHARS)))
  );
}
