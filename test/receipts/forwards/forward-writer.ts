// What mail programs make of a message when somebody forwards it, as text and as HTML, in many
// languages: the other direction of what is read, written from what the programs do and not from
// the tables of the reader.

export interface Letter {
  readonly name: string;
  readonly address: string;
  readonly to: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly sent: number;
  readonly text: string;
  readonly html: string;
}

export interface Written {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Language {
  /** For Intl. */
  readonly locale: string;
  readonly from: string;
  readonly date: string;
  readonly sent: string;
  readonly to: string;
  readonly subject: string;
  /** Above what the desktop's own program forwards. */
  readonly begin: string;
  /** Between dashes. */
  readonly phrase: string;
  readonly prefix: string;
  /** "On DATE, NAME wrote:", where the program is known to write it. */
  readonly wrote?: (date: string, who: string) => string;
}

function row(
  locale: string,
  labels: string,
  begin: string,
  phrase: string,
  prefix: string,
  wrote?: Language["wrote"],
): Language {
  const [from = "", date = "", sent = "", to = "", subject = ""] = labels.split("|");
  return {
    locale,
    from,
    date,
    sent,
    to,
    subject,
    begin,
    phrase,
    prefix,
    ...(wrote === undefined ? {} : { wrote }),
  };
}

export const LANGUAGES: readonly Language[] = [
  row(
    "en-US",
    "From|Date|Sent|To|Subject",
    "Begin forwarded message:",
    "Forwarded Message",
    "FW",
    (date, who) => `On ${date}, ${who} wrote:`,
  ),
  row(
    "en-GB",
    "From|Date|Sent|To|Subject",
    "Begin forwarded message:",
    "Forwarded Message",
    "Fwd",
    (date, who) => `On ${date}, ${who} wrote:`,
  ),
  row(
    "de",
    "Von|Datum|Gesendet|An|Betreff",
    "Anfang der weitergeleiteten Nachricht:",
    "Weitergeleitete Nachricht",
    "WG",
    (date, who) => `Am ${date} schrieb ${who}:`,
  ),
  row(
    "fr",
    "De|Date|Envoyé|À|Objet",
    "Début du message réexpédié :",
    "Message transféré",
    "TR",
    (date, who) => `Le ${date}, ${who} a écrit :`,
  ),
  row(
    "es",
    "De|Fecha|Enviado|Para|Asunto",
    "Inicio del mensaje reenviado:",
    "Mensaje reenviado",
    "RV",
    (date, who) => `El ${date}, ${who} escribió:`,
  ),
  row(
    "it",
    "Da|Data|Inviato|A|Oggetto",
    "Inizio messaggio inoltrato:",
    "Messaggio Inoltrato",
    "I",
    (date, who) => `Il giorno ${date} ${who} ha scritto:`,
  ),
  row(
    "nl",
    "Van|Datum|Verzonden|Aan|Onderwerp",
    "Begin doorgestuurd bericht:",
    "Doorgestuurd bericht",
    "FW",
    (date, who) => `Op ${date} heeft ${who} geschreven:`,
  ),
  row(
    "pt-PT",
    "De|Data|Enviado|Para|Assunto",
    "Início da mensagem reencaminhada:",
    "Mensagem reencaminhada",
    "FW",
    (date, who) => `Em ${date}, ${who} escreveu:`,
  ),
  row(
    "pt-BR",
    "De|Data|Enviada em|Para|Assunto",
    "Início da mensagem encaminhada:",
    "Mensagem encaminhada",
    "ENC",
  ),
  row(
    "da",
    "Fra|Dato|Sendt|Til|Emne",
    "Start på videresendt besked:",
    "Videresendt meddelelse",
    "VS",
    (date, who) => `D. ${date} skrev ${who}:`,
  ),
  row("nb", "Fra|Dato|Sendt|Til|Emne", "Videresendt melding:", "Videresendt melding", "VS"),
  row(
    "sv",
    "Från|Datum|Skickat|Till|Ämne",
    "Vidarebefordrat mejl:",
    "Vidarebefordrat meddelande",
    "VB",
  ),
  row(
    "fi",
    "Lähettäjä|Päivämäärä|Lähetetty|Vastaanottaja|Aihe",
    "Välitetty viesti alkaa:",
    "Välitetty viesti / Fwd.Msg",
    "VL",
    (date, who) => `${who} kirjoitti ${date}:`,
  ),
  row(
    "pl",
    "Od|Data|Wysłano|Do|Temat",
    "Początek przekazywanej wiadomości:",
    "Treść przekazanej wiadomości",
    "PD",
    (date, who) => `Dnia ${date} użytkownik ${who} napisał:`,
  ),
  row(
    "cs",
    "Od|Datum|Odesláno|Komu|Předmět",
    "Začátek přeposílané zprávy:",
    "Přeposlaná zpráva",
    "Fw",
    (date, who) => `Dne ${date}, ${who} napsal(a):`,
  ),
  row(
    "sk",
    "Od|Dátum|Odoslané|Komu|Predmet",
    "Začiatok preposlanej správy:",
    "Preposlaná správa --- Forwarded Message",
    "Fw",
    (date, who) => `${date} používateľ ${who} napísal:`,
  ),
  row(
    "hr",
    "Šalje|Datum|Poslano|Prima|Predmet",
    "Započni proslijeđenu poruku:",
    "Proslijeđena poruka",
    "Fwd",
  ),
  row(
    "hu",
    "Feladó|Dátum|Elküldve|Címzett|Tárgy",
    "Továbbított levél kezdete:",
    "Továbbított üzenet",
    "FW",
    (date, who) => `${date} időpontban ${who} ezt írta:`,
  ),
  row(
    "ro",
    "De la|Dată|Trimis|Către|Subiect",
    "Începe mesajul redirecționat:",
    "Mesaj redirecționat",
    "Redir.",
  ),
  row(
    "tr",
    "Kimden|Tarih|Gönderilen|Kime|Konu",
    "İleti başlangıcı:",
    "İletilen İleti",
    "İLT",
    (date, who) => `${who}, ${date} tarihinde şunu yazdı:`,
  ),
  row(
    "ru",
    "От|Дата|Отправлено|Кому|Тема",
    "Начало переадресованного сообщения:",
    "Перенаправленное сообщение",
    "FW",
    (date, who) => `${date} пользователь ${who} написал:`,
  ),
  row(
    "uk",
    "Від|Дата|Надіслано|Кому|Тема",
    "Початок листа, що пересилається:",
    "Переслане повідомлення",
    "Fwd",
  ),
  row(
    "el",
    "Από|Ημερομηνία|Στάλθηκε|Προς|Θέμα",
    "Έναρξη προωθημένου μηνύματος:",
    "Προωθημένο μήνυμα",
    "ΠΡΘ",
  ),
  row("et", "Saatja|Kuupäev|Saadetud|Adressaat|Teema", "Edastatud kiri:", "Edastatud kiri", "Fwd"),
  row("ja", "差出人|日付|送信日時|宛先|件名", "転送されたメッセージ：", "転送メッセージ", "FW"),
  row("zh-CN", "发件人|日期|发送时间|收件人|主题", "开始转发的邮件：", "转发邮件信息", "转发"),
  row("zh-TW", "寄件者|日期|寄件日期|收件者|主旨", "開始轉寄郵件：", "轉寄郵件", "轉寄"),
  row("ko", "보낸 사람|날짜|보낸 날짜|받는 사람|제목", "전달된 메시지:", "전달된 메시지", "FW"),
  row("he", "מאת|תאריך|נשלח|אל|נושא", "תחילת הודעה שהועברה:", "הודעה מועברת", "הועבר"),
  row(
    "ar-EG",
    "من|التاريخ|تاريخ الإرسال|إلى|الموضوع",
    "بداية الرسالة المعاد توجيهها:",
    "رسالة معاد توجيهها",
    "FW",
  ),
];

export interface Program {
  readonly name: string;
  /** Which languages it speaks this way. */
  readonly speaks: (language: Language) => boolean;
  /** Whether it keeps the subject of what it forwards. */
  readonly write: (
    letter: Letter,
    language: Language,
    note: string,
  ) => { readonly text: string; readonly html: string };
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`))
    .join("\n");
const above = (note: string): string => (note === "" ? "" : `${note}\n\n`);
const aboveHtml = (note: string): string =>
  note === "" ? "" : `<div dir="ltr">${escaped(note)}</div>`;
const who = (letter: Letter): string => `${letter.name} <${letter.address}>`;
const bold = (label: string, value: string): string => `<b>${label}:</b> ${escaped(value)}`;

function dated({ sent }: Letter, { locale }: Language, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(sent);
}

const FULL: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "short" };
const LONG: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "medium" };
const MEDIUM: Intl.DateTimeFormatOptions = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
};
const rfc = ({ sent }: Letter): string => new Date(sent).toUTCString().replace("GMT", "+0000");

/** Labels with values, in a program's order. */
function headers(
  letter: Letter,
  { from, to, subject }: Language,
  dateLabel: string,
  date: string,
  order: string,
): [string, string][] {
  const all: Record<string, [string, string]> = {
    from: [from, who(letter)],
    date: [dateLabel, date],
    to: [to, letter.to],
    subject: [subject, letter.subject],
  };
  return order.split(" ").flatMap((role) => (all[role] === undefined ? [] : [all[role]]));
}

const lines = (pairs: readonly [string, string][], gap = ": "): string =>
  pairs.map(([label, value]) => `${label}${gap}${value}`).join("\n");
const breaks = (pairs: readonly [string, string][]): string =>
  pairs.map(([label, value]) => bold(label, value)).join("<br>");
const everywhere = (): boolean => true;
const english = ({ locale }: Language): boolean => locale.startsWith("en");

/** A program that draws a line around a phrase, then writes labels. */
function dashed(
  name: string,
  before: string,
  after: string,
  order: string,
  body: (text: string) => string = (text) => text,
): Program {
  return {
    name,
    speaks: everywhere,
    write: (letter, language, note) => {
      const pairs = headers(letter, language, language.date, dated(letter, language, LONG), order);
      return {
        text: `${above(note)}${before}${language.phrase}${after}\n${lines(pairs)}\n\n${body(letter.text)}`,
        html: `${aboveHtml(note)}<div>${before}${language.phrase}${after}<br>${breaks(pairs)}<br><br></div><div>${letter.html}</div>`,
      };
    },
  };
}

export const PROGRAMS: readonly Program[] = [
  {
    name: "Gmail",
    speaks: ({ locale }) => !/^(?:pt-BR|sv|nb|el|he|ar|ko)/.test(locale),
    write: (letter, language, note) => {
      const pairs: [string, string][] = [
        [language.from, who(letter)],
        ["Date", dated(letter, language, MEDIUM)],
        ["Subject", letter.subject],
        ["To", `<${letter.to}>`],
      ];
      const inHtml = `${language.from}: <strong class="gmail_sendername" dir="auto">${escaped(letter.name)}</strong> <span dir="auto">&lt;<a href="mailto:${letter.address}">${letter.address}</a>&gt;</span><br>`;
      const others = pairs
        .slice(1)
        .map(([label, value]) => `${label}: ${escaped(value)}<br>`)
        .join("");
      return {
        text: `${above(note)}---------- Forwarded message ---------\n${lines(pairs)}\n\n\n${letter.text}`,
        html: `${aboveHtml(note)}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>${inHtml}${others}</div><br><br>${letter.html}</div>`,
      };
    },
  },
  {
    name: "Outlook on the web",
    speaks: everywhere,
    write: (letter, language, note) => {
      const pairs = headers(
        letter,
        language,
        language.sent,
        dated(letter, language, FULL),
        "from date to subject",
      );
      return {
        text: `${above(note)}________________________________\n${lines(pairs)}\n\n${letter.text}`,
        html: `${aboveHtml(note)}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${breaks(pairs)}</font><div>&nbsp;</div></div><div>${letter.html}</div>`,
      };
    },
  },
  {
    name: "Outlook on the desktop",
    speaks: everywhere,
    write: (letter, language, note) => {
      const pairs = headers(
        letter,
        language,
        language.sent,
        dated(letter, language, FULL),
        "from date to subject",
      );
      return {
        text: `${above(note)}${lines(pairs)}\n\n${letter.text}`,
        html: `<div class="WordSection1">${aboveHtml(note)}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${breaks(pairs)}<o:p></o:p></p></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${letter.html}</div>`,
      };
    },
  },
  {
    name: "Outlook on the Mac",
    speaks: ({ wrote }) => wrote !== undefined,
    write: (letter, language, note) => {
      const date = new Intl.DateTimeFormat("en-GB", {
        day: "2-digit",
        month: "2-digit",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZone: "UTC",
      })
        .format(letter.sent)
        .replace(",", "");
      const line = language.wrote?.(date, `"${letter.name}" <${letter.address}>`) ?? "";
      return {
        text: `${above(note)}\ufeff${line}\n\n    ${letter.text.split("\n").join("\n    ")}`,
        html: `${aboveHtml(note)}<div><p class="MsoNormal">${escaped(line)}</p></div><blockquote>${letter.html}</blockquote>`,
      };
    },
  },
  {
    name: "Apple Mail",
    speaks: everywhere,
    write: (letter, language, note) => {
      const pairs = headers(
        letter,
        language,
        language.date,
        dated(letter, language, LONG),
        "from subject date to",
      );
      const rows = pairs
        .map(
          ([label, value]) =>
            `<div><span><b>${label}: </b></span><span>${escaped(value)}<br></span></div>`,
        )
        .join("");
      return {
        text: `${above(note)}${quoted(`${language.begin}\n\n${lines(pairs)}\n\n${letter.text}`)}`,
        html: `${aboveHtml(note)}<div><br><blockquote type="cite"><div>${language.begin}</div><br class="Apple-interchange-newline">${rows}<br><div>${letter.html}</div></blockquote></div>`,
      };
    },
  },
  {
    name: "Thunderbird",
    speaks: everywhere,
    write: (letter, language, note) => {
      const pairs = headers(letter, language, language.date, rfc(letter), "subject date from to");
      const rows = pairs
        .map(
          ([label, value]) =>
            `<tr><th align="RIGHT" nowrap="nowrap" valign="BASELINE">${label}: </th><td>${escaped(value)}</td></tr>`,
        )
        .join("");
      return {
        text: `${above(note)}-------- ${language.phrase} --------\n${lines(pairs, ": \t")}\n\n\n\n${letter.text}`,
        html: `${aboveHtml(note)}<div class="moz-forward-container"><br>-------- ${language.phrase} --------<table class="moz-email-headers-table"><tbody>${rows}</tbody></table><br><br>${letter.html}</div>`,
      };
    },
  },
  {
    name: "Yahoo",
    speaks: ({ locale }) => /^(?:en|de|fr|es|it|nl|pt|da|pl|cs|hu|ro|tr|ru)/.test(locale),
    write: (letter, language, note) => {
      const pairs = headers(
        letter,
        language,
        language.sent,
        dated(letter, language, LONG),
        "from to date subject",
      );
      return {
        text: `${above(note)}   ----- ${language.phrase} ----- ${pairs.map(([label, value]) => `${label}: ${label === language.to ? `"${value}" <${value}>` : value}`).join("")}\n ${letter.text}`,
        html: `${aboveHtml(note)}<div id="ydp" class="yahoo_quoted"><div>----- ${language.phrase} -----</div><div>${breaks(pairs)}</div><div><br></div><div>${letter.html}</div></div>`,
      };
    },
  },
  { ...dashed("Proton", "------- ", " -------", "from date subject to", quoted), speaks: english },
  { ...dashed("Fastmail", "----- ", " -----", "from to subject date"), speaks: english },
  dashed("HubSpot", "---------- ", " ---------", "from date subject to"),
  {
    ...dashed("Missive", "---------- ", " ----------", "from date to subject", quoted),
    speaks: english,
  },
  dashed("Zoho", "============ ", " ============", "from to date subject"),
  { ...dashed("MailMate", "", ":", "from to subject date"), speaks: english },
];

/** The letter as the program forwards it. */
export function forwarded(
  letter: Letter,
  program: Program,
  language: Language,
  note: string,
): Written {
  return {
    subject: `${language.prefix}: ${letter.subject}`,
    ...program.write(letter, language, note),
  };
}

/** A letter of somebody that holds what was written, to be forwarded once more. */
export function sentOn(written: Written, name: string, address: string, sent: number): Letter {
  return {
    name,
    address,
    to: "inbox@home.example",
    subject: written.subject,
    sent,
    text: written.text,
    html: written.html,
  };
}
