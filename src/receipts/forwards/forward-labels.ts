// Facts: what mail programs write before sender, date, recipients and subject above a message they forward or quote, by
// language. Adding a language, or a program's own word, is adding to a row.

import { folded, indexed } from "../mime/fold.ts";

export const ROLES = ["from", "date", "to", "cc", "bcc", "reply-to", "subject", "other"] as const;
export type Role = (typeof ROLES)[number];

export interface Meaning {
  readonly role: Role;
  readonly language: string;
}

type Words = Readonly<Partial<Record<Role, string>>>;

/** Alternatives are parted by "|". */
// prettier-ignore
export const LABELS: Readonly<Record<string, Words>> = {
  en: { from: "From", date: "Date|Sent|Sent on|Sent at", to: "To", cc: "Cc|Copy", bcc: "Bcc", "reply-to": "Reply-To|Reply To|Reply", subject: "Subject", other: "Weitersenden-Datum|Weitersenden-Von|Weitersenden-An|Weitersenden-Nachrichten-ID|Resent-Message-ID|Importance|Priority|Attachments|Attachment|Organization|Message-ID|Sender|Size|Resent-From|Resent-To|Resent-Date|Return-Path|Flag|Categories|Sensitivity|When|X-Mailer|User-Agent|Mime-Version|References|In-Reply-To|Newsgroups" },
  de: { from: "Von|Absender", date: "Datum|Gesendet|Gesendet am", to: "An|Empf\u00e4nger", cc: "Kopie|Kopie (CC)|Cc", bcc: "Blindkopie|Blindkopie (BCC)|Bcc", "reply-to": "Antwort an|Antwort-An|Antworten an", subject: "Betreff", other: "Priorit\u00e4t|Wichtigkeit|Anlagen|Anlage|Organisation|Anh\u00e4nge" },
  fr: { from: "De|Exp\u00e9diteur|Exp\u00e9diteur(trice)", date: "Date|Envoy\u00e9|Envoy\u00e9 le|Date d'envoi", to: "\u00c0|A|Destinataire|Destinataires|Pour", cc: "Cc|Copie|Copie \u00e0|Copie (CC)", bcc: "Cci|Copie cach\u00e9e", "reply-to": "R\u00e9pondre \u00e0|R\u00e9pondre-\u00c0|R\u00e9ponse \u00e0", subject: "Objet|Sujet", other: "Importance|Pi\u00e8ces jointes|Organisation" },
  es: { from: "De|Remitente", date: "Fecha|Enviado|Enviado el|Enviado a las", to: "Para|A|Destinatario|Destinatarios", cc: "Cc|Copia|Con copia|CC", bcc: "Cco|CCO", "reply-to": "Responder a|Respuesta a|Responder-a", subject: "Asunto", other: "Importancia|Datos adjuntos|Organizaci\u00f3n" },
  pt: { from: "De|Remetente", date: "Data|Enviado|Enviada|Enviado em|Enviada em|Enviada a|Enviado a", to: "Para|Destinat\u00e1rio|Destinat\u00e1rios", cc: "Cc|C\u00f3pia|C/C", bcc: "Cco|Bcc", "reply-to": "Responder a|Responder para|Responder-Para", subject: "Assunto", other: "Import\u00e2ncia|Anexos|Prioridade" },
  it: { from: "Da|Mittente", date: "Data|Inviato|Inviato il|Inviata|Data invio", to: "A|Destinatario|Destinatari|Per", cc: "Cc|Copia|Conoscenza", bcc: "Ccn", "reply-to": "Rispondi a|Risposta|Rispondi-a", subject: "Oggetto", other: "Priorit\u00e0|Allegati|Organizzazione" },
  nl: { from: "Van|Afzender", date: "Datum|Verzonden|Verstuurd|Verzonden op", to: "Aan|Naar|Ontvanger", cc: "Cc|Kopie", bcc: "Bcc", "reply-to": "Antwoord aan|Beantwoorden", subject: "Onderwerp", other: "Urgentie|Bijlagen|Bijlage|Prioriteit" },
  da: { from: "Fra|Afsender", date: "Dato|Sendt|Sendt den", to: "Til|Modtager", cc: "Cc|Kopi", bcc: "Bcc", "reply-to": "Svar til", subject: "Emne", other: "Prioritet|Vigtighed" },
  no: { from: "Fra|Avsender", date: "Dato|Sendt", to: "Til|Mottaker", cc: "Cc|Kopi", bcc: "Blindkopi", "reply-to": "Svar til", subject: "Emne", other: "Prioritet|Viktighet" },
  sv: { from: "Fr\u00e5n|Avs\u00e4ndare", date: "Datum|Skickat|Skickad|S\u00e4nt", to: "Till|Mottagare", cc: "Kopia|Cc", bcc: "Hemlig kopia", "reply-to": "Svar till|Svara till", subject: "\u00c4mne|Rubrik|\u00c4rende", other: "Prioritet|Bilagor" },
  fi: { from: "L\u00e4hett\u00e4j\u00e4", date: "P\u00e4iv\u00e4m\u00e4\u00e4r\u00e4|P\u00e4iv\u00e4ys|L\u00e4hetetty|Pvm", to: "Vastaanottaja|Vastaanottajat|Saaja", cc: "Kopio|Kopiot|Cc", bcc: "Piilokopio", "reply-to": "Vastausosoite|Vastaus", subject: "Aihe|Otsikko", other: "T\u00e4rkeys|Liitteet" },
  is: { from: "Fr\u00e1|Sendandi", date: "Dagsetning|Sent", to: "Til|Vi\u00f0takandi", cc: "Afrit", subject: "Efni" },
  et: { from: "Saatja|Kellelt", date: "Kuup\u00e4ev|Saadetud|Saatmisaeg", to: "Saaja|Adressaat|Kellele", cc: "Koopia|Koopia saaja", subject: "Teema" },
  lv: { from: "No|S\u016bt\u012bt\u0101js", date: "Datums|Nos\u016bt\u012bts", to: "Kam|Sa\u0146\u0113m\u0113js", cc: "Kopija", subject: "Temats|T\u0113ma" },
  lt: { from: "Nuo|Siunt\u0117jas", date: "Data|I\u0161si\u0173sta", to: "Kam|Iki|Gav\u0117jas", cc: "Kopija", subject: "Tema" },
  pl: { from: "Od|Nadawca", date: "Data|Wys\u0142ano|Wys\u0142ane|Data wys\u0142ania", to: "Do|Adresat|Odbiorca", cc: "DW|Do wiadomo\u015bci|Kopia", bcc: "UDW", "reply-to": "Odpowied\u017a do|Odpowiedz do", subject: "Temat", other: "Priorytet|Wa\u017cno\u015b\u0107|Za\u0142\u0105czniki" },
  cs: { from: "Od|Odes\u00edlatel", date: "Datum|Odesl\u00e1no", to: "Komu|P\u0159\u00edjemce|Pro", cc: "Kopie", bcc: "Skryt\u00e1 kopie", "reply-to": "Odpov\u011bd\u011bt komu|Odpov\u011b\u010f komu|Odpov\u011b\u010f na", subject: "P\u0159edm\u011bt", other: "D\u016fle\u017eitost|P\u0159\u00edlohy" },
  sk: { from: "Od|Odosielate\u013e", date: "D\u00e1tum|Odoslan\u00e9|Poslan\u00e9", to: "Komu|Pre|Adres\u00e1t|Pr\u00edjemca", cc: "K\u00f3pia", bcc: "Skryt\u00e1 k\u00f3pia", "reply-to": "Odpoveda\u0165 komu|Odpove\u010f komu", subject: "Predmet", other: "D\u00f4le\u017eitos\u0165|Pr\u00edlohy" },
  sl: { from: "Od|Po\u0161iljatelj", date: "Datum|Poslano", to: "Za|Prejemnik", cc: "Kp", subject: "Zadeva" },
  hr: { from: "\u0160alje|Od|Po\u0161iljatelj", date: "Datum|Poslano", to: "Prima|Za|Primatelj|Kome", cc: "Kopija", subject: "Predmet|Naslov" },
  sr: { from: "\u0160alje|Od|\u041e\u0434", date: "Datum|Poslato|\u0414\u0430\u0442\u0443\u043c", to: "Za|Prima|\u0417\u0430", cc: "Kopija", subject: "Tema|Naslov|Predmet|\u041d\u0430\u0441\u043b\u043e\u0432" },
  hu: { from: "Felad\u00f3|K\u00fcld\u0151", date: "D\u00e1tum|Elk\u00fcldve|K\u00fcldve|Id\u0151pont", to: "C\u00edmzett|C\u00edmzettek", cc: "M\u00e1solat|M\u00e1solatot kap", bcc: "Titkos m\u00e1solat", "reply-to": "V\u00e1laszc\u00edm", subject: "T\u00e1rgy", other: "Fontoss\u00e1g|Mell\u00e9kletek" },
  ro: { from: "De la|De|Expeditorul|Expeditor", date: "Dat\u0103|Data|Trimis|Trimis\u0103", to: "C\u0103tre|Destinatarul|Destinatar|La|Pentru", cc: "Cc|C\u00f3pie|Copie", "reply-to": "R\u0103spuns c\u0103tre|R\u0103spunde\u021bi la", subject: "Subiect|Subiectul" },
  tr: { from: "Kimden|G\u00f6nderen", date: "Tarih|G\u00f6nderilen|G\u00f6nderildi|G\u00f6nderme Tarihi", to: "Kime|Al\u0131c\u0131", cc: "Bilgi|Cc", bcc: "Gizli", "reply-to": "Yan\u0131tla|Yan\u0131t Adresi", subject: "Konu", other: "\u00d6nem|Ekler" },
  ru: { from: "\u041e\u0442|\u041e\u0442 \u043a\u043e\u0433\u043e|\u041e\u0442\u043f\u0440\u0430\u0432\u0438\u0442\u0435\u043b\u044c", date: "\u0414\u0430\u0442\u0430|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e", to: "\u041a\u043e\u043c\u0443|\u041f\u043e\u043b\u0443\u0447\u0430\u0442\u0435\u043b\u044c", cc: "\u041a\u043e\u043f\u0438\u044f", bcc: "\u0421\u043a\u0440\u044b\u0442\u0430\u044f \u043a\u043e\u043f\u0438\u044f", "reply-to": "\u041e\u0442\u0432\u0435\u0442\u0438\u0442\u044c|\u041a\u043e\u043c\u0443 \u043e\u0442\u0432\u0435\u0442\u0438\u0442\u044c", subject: "\u0422\u0435\u043c\u0430", other: "\u0412\u0430\u0436\u043d\u043e\u0441\u0442\u044c" },
  uk: { from: "\u0412\u0456\u0434|\u0412\u0456\u0434 \u043a\u043e\u0433\u043e|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043d\u0438\u043a", date: "\u0414\u0430\u0442\u0430|\u041d\u0430\u0434\u0456\u0441\u043b\u0430\u043d\u043e|\u0412\u0456\u0434\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e", to: "\u041a\u043e\u043c\u0443|\u0414\u043e|\u041e\u0434\u0435\u0440\u0436\u0443\u0432\u0430\u0447", cc: "\u041a\u043e\u043f\u0456\u044f", subject: "\u0422\u0435\u043c\u0430" },
  bg: { from: "\u041e\u0442|\u041f\u043e\u0434\u0430\u0442\u0435\u043b", date: "\u0414\u0430\u0442\u0430|\u0418\u0437\u043f\u0440\u0430\u0442\u0435\u043d\u043e", to: "\u0414\u043e|\u041f\u043e\u043b\u0443\u0447\u0430\u0442\u0435\u043b", cc: "\u041a\u043e\u043f\u0438\u0435", subject: "\u0422\u0435\u043c\u0430|\u041e\u0442\u043d\u043e\u0441\u043d\u043e" },
  el: { from: "\u0391\u03c0\u03cc|\u0391\u03c0\u03bf\u03c3\u03c4\u03bf\u03bb\u03ad\u03b1\u03c2", date: "\u0397\u03bc\u03b5\u03c1\u03bf\u03bc\u03b7\u03bd\u03af\u03b1|\u03a3\u03c4\u03ac\u03bb\u03b8\u03b7\u03ba\u03b5|\u0391\u03c0\u03bf\u03c3\u03c4\u03bf\u03bb\u03ae", to: "\u03a0\u03c1\u03bf\u03c2|\u03a0\u03b1\u03c1\u03b1\u03bb\u03ae\u03c0\u03c4\u03b7\u03c2", cc: "\u039a\u03bf\u03b9\u03bd.|\u039a\u03bf\u03b9\u03bd\u03bf\u03c0\u03bf\u03af\u03b7\u03c3\u03b7", subject: "\u0398\u03ad\u03bc\u03b1" },
  ca: { from: "De|Remitent", date: "Data|Enviat", to: "Per a|A|Destinatari", cc: "A/c|Cc", subject: "Assumpte|Tema" },
  id: { from: "Dari|Pengirim", date: "Tanggal|Dikirim", to: "Kepada|Ke|Untuk", cc: "Cc|Salinan", subject: "Subjek|Perihal" },
  vi: { from: "T\u1eeb|Ng\u01b0\u1eddi g\u1eedi", date: "Ng\u00e0y|\u0110\u00e3 g\u1eedi|V\u00e0o|G\u1eedi", to: "\u0110\u1ebfn|T\u1edbi|Ng\u01b0\u1eddi nh\u1eadn", cc: "Cc", subject: "Ch\u1ee7 \u0111\u1ec1|Ti\u00eau \u0111\u1ec1" },
  th: { from: "\u0e08\u0e32\u0e01", date: "\u0e27\u0e31\u0e19\u0e17\u0e35\u0e48|\u0e2a\u0e48\u0e07", to: "\u0e16\u0e36\u0e07", cc: "\u0e2a\u0e33\u0e40\u0e19\u0e32", subject: "\u0e40\u0e23\u0e37\u0e48\u0e2d\u0e07|\u0e2b\u0e31\u0e27\u0e40\u0e23\u0e37\u0e48\u0e2d\u0e07" },
  ja: { from: "\u5dee\u51fa\u4eba|\u9001\u4fe1\u8005|\u9001\u4fe1\u5143|From", date: "\u65e5\u4ed8|\u65e5\u6642|\u9001\u4fe1\u65e5\u6642|\u9001\u4fe1\u65e5|Date", to: "\u5b9b\u5148|\u9001\u4fe1\u5148|\u53d7\u4fe1\u8005|To", cc: "CC|Cc", bcc: "BCC", "reply-to": "\u8fd4\u4fe1\u5148", subject: "\u4ef6\u540d|\u984c\u540d|Subject", other: "\u91cd\u8981\u5ea6|\u6dfb\u4ed8\u30d5\u30a1\u30a4\u30eb" },
  zh: { from: "\u53d1\u4ef6\u4eba|\u5bc4\u4ef6\u8005|\u5bc4\u4ef6\u4eba|\u767c\u4ef6\u4eba|\u53d1\u9001\u4eba|\u53d1\u4fe1\u4eba", date: "\u65e5\u671f|\u53d1\u9001\u65f6\u95f4|\u53d1\u9001\u65e5\u671f|\u5bc4\u4ef6\u65e5\u671f|\u50b3\u9001\u6642\u9593|\u767c\u9001\u6642\u9593|\u65f6\u95f4|\u6642\u9593|\u53d1\u4fe1\u65f6\u95f4", to: "\u6536\u4ef6\u4eba|\u6536\u4ef6\u8005|\u81f3|\u6536\u4fe1\u4eba", cc: "抄送至|\u6284\u9001|\u526f\u672c|\u6284\u9001\u4eba", bcc: "\u5bc6\u9001|\u5bc6\u4ef6\u526f\u672c", "reply-to": "\u56de\u590d|\u7b54\u590d", subject: "\u4e3b\u9898|\u4e3b\u65e8|\u4e3b\u984c|\u6807\u9898|\u6a19\u984c", other: "\u9644\u4ef6|\u91cd\u8981\u6027" },
  ko: { from: "\ubcf4\ub0b8 \uc0ac\ub78c|\ubcf4\ub0b8\uc0ac\ub78c|\ubc1c\uc2e0|\ubc1c\uc2e0\uc790|\ubcf4\ub0b8\uc774", date: "\ubcf4\ub0b8 \ub0a0\uc9dc|\ubcf4\ub0b8\ub0a0\uc9dc|\ub0a0\uc9dc|\ubcf4\ub0b8 \uc2dc\uac04|\ubc1c\uc2e0\uc77c", to: "\ubc1b\ub294 \uc0ac\ub78c|\ubc1b\ub294\uc0ac\ub78c|\uc218\uc2e0|\uc218\uc2e0\uc790|\ubc1b\ub294\uc774", cc: "\ucc38\uc870", bcc: "\uc228\uc740 \ucc38\uc870", subject: "\uc81c\ubaa9" },
  he: { from: "\u05de\u05d0\u05ea|\u05de\u05d0\u05ea\u200f", date: "\u05ea\u05d0\u05e8\u05d9\u05da|\u05e0\u05e9\u05dc\u05d7|\u200f\u200f\u05e0\u05e9\u05dc\u05d7", to: "\u05d0\u05dc|\u200f\u200f\u05d0\u05dc", cc: "\u05e2\u05d5\u05ea\u05e7", subject: "\u05e0\u05d5\u05e9\u05d0" },
  ar: { from: "\u0645\u0646|\u0627\u0644\u0645\u0631\u0633\u0644", date: "\u0627\u0644\u062a\u0627\u0631\u064a\u062e|\u062a\u0627\u0631\u064a\u062e|\u062a\u0627\u0631\u064a\u062e \u0627\u0644\u0625\u0631\u0633\u0627\u0644|\u0623\u0631\u0633\u0644\u062a|\u062a\u0645 \u0627\u0644\u0625\u0631\u0633\u0627\u0644|\u0625\u0631\u0633\u0627\u0644", to: "\u0625\u0644\u0649|\u0627\u0644\u0649", cc: "\u0646\u0633\u062e\u0629", subject: "\u0627\u0644\u0645\u0648\u0636\u0648\u0639|\u0645\u0648\u0636\u0648\u0639" },
  ms: { from: "Daripada", date: "Tarikh|Dihantar", to: "Kepada", cc: "Sk|Salinan", subject: "Subjek|Perkara" },
  eu: { from: "Nork|Nondik|Bidaltzailea", date: "Bidaltze-data|Data|Noiz|Bidalita", to: "Nori|Hartzailea", cc: "Cc|Kopia", subject: "Gaia" },
  af: { from: "Van", date: "Datum|Gestuur", to: "Aan", cc: "Cc", subject: "Onderwerp" },
  cy: { from: "Oddi wrth", date: "Dyddiad|Anfonwyd", to: "At", cc: "Cc", subject: "Pwnc" },
  sq: { from: "Nga", date: "Data|Dërguar", to: "Për|Drejtuar", cc: "Cc", subject: "Subjekti|Tema" },
  mk: { from: "Од|Испраќач", date: "Датум|Испратено", to: "До|За", cc: "Копија", subject: "Предмет|Тема" },
  kk: { from: "Кімнен", date: "Күні|Жіберілді", to: "Кімге", cc: "Көшірме", subject: "Тақырыбы|Тақырып" },
  az: { from: "Kimdən|Göndərən", date: "Tarix|Göndərildi", to: "Kimə", cc: "Cc", subject: "Mövzu" },
  ka: { from: "ვისგან|გამგზავნი", date: "თარიღი|გაგზავნილია", to: "ვის|მიმღები", subject: "თემა|საკითხი" },
  hy: { from: "Ումից", date: "Ամսաթիվ|Ուղարկված", to: "Ում", subject: "Թեմա" },
  hi: { from: "प्रेषक|से", date: "भेजा गया|दिनांक|तारीख", to: "प्रति|को", cc: "प्रतिलिपि", subject: "विषय" },
  bn: { from: "প্রেরক|থেকে", date: "তারিখ|পাঠানো হয়েছে", to: "প্রতি|প্রাপক", subject: "বিষয়" },
  fa: { from: "از|فرستنده", date: "تاریخ|ارسال|ارسال شده", to: "به|گیرنده", cc: "رونوشت", subject: "موضوع" },
  ur: { from: "منجانب|از", date: "تاریخ|ارسال کردہ", to: "بنام", subject: "موضوع" },
};

const BY_WORD = indexed(
  Object.entries(LABELS).flatMap(([language, words]) =>
    ROLES.flatMap((role) =>
      (words[role] ?? "")
        .split("|")
        .filter((word) => word !== "")
        .map((word) => [folded(word), { role, language }] as const),
    ),
  ),
);

/** Longer words are no label. */
export const LABEL_CHARS_MAX = 32;

/** What a label may mean, by language; empty where it is none. */
export function meaningsOf(label: string): readonly Meaning[] {
  return label.length > LABEL_CHARS_MAX ? [] : (BY_WORD.get(folded(label)) ?? []);
}

/** The labels of a role in these languages, as they are printed. */
export function labelsOf(role: Role, languages: readonly string[]): string[] {
  return [
    ...new Set(
      [...languages, "en"].flatMap((language) => (LABELS[language]?.[role] ?? "").split("|")),
    ),
  ].filter((word) => word !== "");
}
