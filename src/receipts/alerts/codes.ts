// A code to be typed in: a notice that prints one asks for something, and tells of nothing that moved. Codes of operations and
// authorisations are other things, and so is the warning never to tell a code.

import type { Telling } from "./movements.ts";
import type { Sense } from "./verbs.ts";
import { Words, type WordHit } from "./words.ts";

const OTP_DIGITS = /(?<![\d.,/*•-]|\d:|[xX*•]\s?|[A-Za-z])\d{4,8}(?![\d.,/:-]\d|\d|[A-Za-z])/gu;
const CODE_CHARS_AROUND = 120;
/** A warning about codes is in every notice, and asks for none. */
const WARNING =
  /(?:never|not|n't|no one|nobody)[^.]{0,24}(?:share|ask|disclose|reveal|give)|no (?:la |lo )?compart|никому|не сообщайте|не повідомляйте|нікому|nunca|nao compartilh|jamais|ne communiquez|niemals|non condivid|nooit/;
const CODES = new Words<Sense>([
  [
    "code",
    "clave digital|clave de compra|clave es|codigo es|tu codigo|su codigo|seu codigo|codigo de seguranca|codigo de verificacao|code est|votre code|code de confirmation|code d'authentification|code confidentiel|code a usage unique|bestatigungscode|code lautet|ihr code|dein code|ihre tan|deine tan|tan lautet|tan:|codice per|codice di conferma|codice otp|je code|uw code|kod:|kod do|haslo:|haslo sms|sms kod|overovaci kod|autorizacni kod|autorizacny kod|potvrzovaci kod|biztonsagi kod|jelszo|parola|cod de verificare|sifreniz|sifre:|kodunuz|пароль:|пароль|код:|код для підтвердження|ma otp|ma xac thuc|kode otp|kode verifikasi|kode rahasia|קוד אימות|קוד חד פעמי|קוד האימות|κωδικος|otp|one time password|one-time password|one time passcode|one-time passcode|one-time pin|verification code|security code|passcode|codigo de seguridad|codigo de verificacion|codigo de verificacao|clave dinamica|code de validation|code de securite|freigabecode|sicherheitscode|codice di sicurezza|codice di verifica|codice otp|beveiligingscode|verificatiecode|kod autoryzacyjny|kod sms|dogrulama kodu|onay kodunuz|tek kullanimlik|код подтверждения|код для|никому не сообщайте код|код підтвердження|ワンタイムパスワード|認証コード|認証番号|인증번호|验证码|驗證碼|动态码|รหัส otp|رمز التحقق|رمز الدخول|ओटीपी",
  ],
]);

/** "OTP for transaction at ...": what it is for has not happened. */
const CODE_FOR = /^ (?:for|to|is|:) /u;

/** "Code 118822 to confirm": it stands right behind its name, and what it is for behind it. */
const CODE_AND_PURPOSE =
  /(?<!\p{L})(?:codigo|clave|code|codice|kod|bevestigingscode|bestatigungscode|tan|код|otp) (?<digits>\d{4,8}) (?:para|pour|per|autoriz|fur|zur|voor|do |za |pro |icin|для|untuk|to |for )/u;

/** A code to be typed in beside its name: the notice asks, it does not tell. */
export function codeIn({ text, folded, amounts }: Telling): WordHit<Sense> | null {
  const direct = CODE_AND_PURPOSE.exec(folded);
  if (direct !== null)
    return {
      tag: "code",
      phrase: "code",
      start: direct.index,
      end: direct.index + direct[0].length,
    };
  for (const hit of CODES.find(folded)) {
    if (WARNING.test(folded.slice(Math.max(0, hit.start - 50), hit.start))) continue;
    if (CODE_FOR.test(folded.slice(hit.end, hit.end + 5))) return hit;
    const from = Math.max(0, hit.start - 30);
    for (const digits of text.slice(from, hit.end + CODE_CHARS_AROUND).matchAll(OTP_DIGITS)) {
      const at = from + digits.index;
      if (
        !amounts.some(({ start, end }) => at >= start && at < end) &&
        (at >= hit.end || at + digits[0].length <= hit.start)
      )
        return hit;
    }
  }
  return null;
}
