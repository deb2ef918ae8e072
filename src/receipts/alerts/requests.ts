// Words by which a bank asks for a movement instead of reporting one: "please deposit", "ご入金ください". Money that a bank asks for has
// not moved. "Please be informed that ..." asks for nothing. Facts are rows, one for each language.

import type { Sense } from "./verbs.ts";
import { Words, type WordHit } from "./words.ts";

/** Before the verb. */
// prettier-ignore
const BEFORE = new Words<"asks" | "informs">([
  ["informs", "please note|please be informed|please be advised|please be aware|please find|please check|please see|please review|please verify|kindly note|kindly be informed|kindly check|bitte beachten|bitte prufen|veuillez noter|veuillez trouver|merci de noter|por favor note|por favor verifi*|si prega di notare|let op|prosimy o sprawdzenie|lutfen dikkat|lutfen kontrol|просим обратить внимание|请注意|請注意|请核对|請核對|请查收|請查收|请知悉|請知悉|请您留意|请留意|請留意|กรุณาตรวจสอบ|โปรดตรวจสอบ|โปรดทราบ|mohon diperhatikan|harap diperhatikan|harap periksa|silakan cek|vui long kiem tra"],
  ["asks", "please|pls|kindly|you need to|you must|you have to|remember to|don't forget to|make sure|ensure"],
  ["asks", "por favor|favor de|te pedimos|le pedimos|debes|debera|deberas|necesitas|recuerda|recuerde|voce precisa|e necessario|pedimos que|lembre-se"],
  ["asks", "veuillez|merci de|s'il vous plait|svp|nous vous prions|nous vous invitons|vous devez|pensez a|n'oubliez pas|si prega|la preghiamo|ti preghiamo|ti invitiamo|devi|ricorda di|ricordati"],
  ["asks", "bitte|wir bitten|sie mussen|denken sie daran|gelieve|alstublieft|alsjeblieft|wij verzoeken|we verzoeken|zorg dat|zorg voor|vergeet niet|vanligen|var god|vi ber|se till att|glom inte|venligst|vi beder|sorg for|husk at|vennligst|husk a|ole hyva|pyydamme|muista|varmista"],
  ["asks", "prosimy|prosze|pamietaj|prosim|prosime|zadame|ziadame|nezapomente|nezabudnite|kerjuk|kerem|va rugam|te rugam|molimo|molim|prosimo|моля|молим|lutfen|rica ederiz|unutmayin"],
  ["asks", "пожалуйста|просим|внесите|пополните|не забудьте|необходимо|нужно|будь ласка|просимо|внесіть|поповніть|необхідно|потрібно|παρακαλουμε|παρακαλω"],
  ["asks", "请|請|敬请|敬請|务必|務必|กรุณา|โปรด|รบกวน|ກະລຸນາ|សូម|vui long|silakan|silahkan|mohon|harap|pastikan|tafadhali|يرجى|الرجاء|من فضلك|نرجو|אנא|בבקשה|कृपया"],
]);
/** Behind the verb, written together with it. */
const BEHIND =
  /^(?:[をのはがに]?(?:して|お|ご)?(?:ください|下さい|願い|いただきますよう|いただく必要|必要|できるよう|のうえ)|(?: ?금액)?[을를]? ?(?:해 ?주|하여 ?주|하셔야|하실|하시기|바랍니다|부탁|요청|해야))/u;
const BEHIND_CHARS = 14;
/** How far behind "please" a verb may stand: a sure verb ("credited") close behind it, any other in the whole sentence. */
const SURE_CHARS_MAX = 24;
const MAYBE_CHARS_MAX = 80;
/** "Please see that 20.00 was debited" reports a movement. */
const PAST =
  /(?<!\p{L})(?:was|were|has|have|had|wurde|wurden|fue|foi|a ete|e stato|werd)(?!\p{L})|\d[.,]\d\d(?!\d)/u;

/** Marks the verbs of a sentence that are only asked for as "asked". `from`: where the sentence begins. */
export function withoutRequests(
  folded: string,
  from: number,
  hits: readonly WordHit<Sense>[],
): readonly WordHit<Sense>[] {
  const last = hits.at(-1);
  if (last === undefined) return hits;
  const asking = BEFORE.find(folded, from, last.start).filter(({ tag }) => tag === "asks");
  return hits.map((hit) =>
    MOVING.has(hit.tag) && isAsked(folded, asking, hit) ? { ...hit, tag: "asked" as const } : hit,
  );
}

/** Senses of a word that tells of a movement. */
export const MOVING: ReadonlySet<Sense> = new Set<Sense>([
  "out",
  "in",
  "maybe out",
  "maybe in",
  "back",
]);

function isAsked(
  folded: string,
  asking: readonly WordHit<"asks" | "informs">[],
  { tag, start, end }: WordHit<Sense>,
): boolean {
  if (BEHIND.test(folded.slice(end, end + BEHIND_CHARS))) return true;
  const reach = tag.startsWith("maybe") ? MAYBE_CHARS_MAX : SURE_CHARS_MAX;
  return asking.some(
    (word) =>
      word.end <= start && start - word.end <= reach && !PAST.test(folded.slice(word.end, start)),
  );
}
