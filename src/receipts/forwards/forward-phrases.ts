// Facts: the words mail programs put around what they forward, by language: the line above it, the beginnings they give a
// subject, the verbs of "On DATE, NAME wrote:".

import { folded, indexed } from "../mime/fold.ts";

/** Lines that only a forward has. Marks around them ("-----", "=====", a colon) are not part of them. */
const FORWARDED = `
Forwarded message|Begin forwarded message|Forwarded Message|Forwarded mail|Forwarded email|Begin forwarded email|Start of forwarded message|This is a forwarded message|Fwd.Msg
Weitergeleitete Nachricht|Anfang der weitergeleiteten Nachricht|Weitergeleitete E-Mail|Weitergeleitete Mail|Urspr\u00fcnglich weitergeleitete Nachricht|Anfang der weitergeleiteten E-Mail
Message transf\u00e9r\u00e9|D\u00e9but du message r\u00e9exp\u00e9di\u00e9|Message transmis|D\u00e9but du message transf\u00e9r\u00e9|Courriel transf\u00e9r\u00e9|Mail transf\u00e9r\u00e9|D\u00e9but du courriel transf\u00e9r\u00e9|Message r\u00e9exp\u00e9di\u00e9
Mensaje reenviado|Inicio del mensaje reenviado|Correo reenviado|Comienzo del mensaje reenviado|Mensaje remitido
Mensagem reencaminhada|Mensagem encaminhada|In\u00edcio da mensagem reencaminhada|In\u00edcio da mensagem encaminhada|E-mail encaminhado
Messaggio inoltrato|Inizio messaggio inoltrato|Inizio del messaggio inoltrato|Messaggio Inoltrato|Email inoltrata
Doorgestuurd bericht|Begin doorgestuurd bericht|Doorgezonden bericht|Begin doorgestuurde bericht|Doorgestuurde e-mail
Videresendt besked|Videresendt meddelelse|Start p\u00e5 videresendt besked|Begynd videresendt besked|Videresendt e-mail|Videresendt mail
Videresendt melding|Videresendt e-post|Begynnelse p\u00e5 videresendt melding|Start p\u00e5 videresendt melding
Vidarebefordrat mejl|Vidarebefordrat meddelande|Vidarebefordrat brev|B\u00f6rja vidarebefordrat meddelande|Vidarebefordrat e-postmeddelande|Vidarebefordrat mail|Vidarebefordrat
V\u00e4litetty viesti|V\u00e4litetty viesti alkaa|Edelleenl\u00e4hetetty viesti|V\u00e4litetty viesti / Fwd.Msg|Edelleen l\u00e4hetetty viesti|L\u00e4hetetty edelleen
\u00c1framsent skeyti|\u00c1framsend skilabo\u00f0
Edastatud kiri|Edastatud s\u00f5num|Edasisaadetud kiri
P\u0101rs\u016bt\u012bta zi\u0146a|P\u0101rs\u016bt\u012btais zi\u0146ojums
Persi\u0173stas lai\u0161kas|Persi\u0173stas prane\u0161imas
Tre\u015b\u0107 przekazanej wiadomo\u015bci|Pocz\u0105tek przekazywanej wiadomo\u015bci|Przekazana wiadomo\u015b\u0107|Wiadomo\u015b\u0107 przes\u0142ana dalej|Wiadomo\u015b\u0107 przekazana|Przekazywana wiadomo\u015b\u0107
P\u0159eposlan\u00e1 zpr\u00e1va|Za\u010d\u00e1tek p\u0159epos\u00edlan\u00e9 zpr\u00e1vy|P\u0159eposlan\u00fd e-mail|P\u0159eposlan\u00e1 e-mailov\u00e1 zpr\u00e1va
Preposlan\u00e1 spr\u00e1va|Za\u010diatok preposlanej spr\u00e1vy|Preposlan\u00e1 spr\u00e1va --- Forwarded Message|Preposlan\u00fd e-mail
Posredovano sporo\u010dilo|Za\u010detek posredovanega sporo\u010dila
Proslije\u0111ena poruka|Zapo\u010dni proslije\u0111enu poruku|Po\u010detak proslije\u0111ene poruke
Prosle\u0111ena poruka|\u041f\u0440\u043e\u0441\u043b\u0435\u0452\u0435\u043d\u0430 \u043f\u043e\u0440\u0443\u043a\u0430
Tov\u00e1bb\u00edtott \u00fczenet|Tov\u00e1bb\u00edtott lev\u00e9l kezdete|Tov\u00e1bb\u00edtott lev\u00e9l|Tov\u00e1bb\u00edtott e-mail|Tov\u00e1bb\u00edtott \u00fczenet kezdete
Mesaj redirec\u021bionat|Mesaj redirec\u0163ionat|\u00cencepe mesajul redirec\u021bionat|Mesaj retransmis|Mesaj transmis mai departe|Mesaj \u00eenaintat
\u0130letilen \u0130leti|\u0130leti ba\u015flang\u0131c\u0131|\u0130letilmi\u015f Mesaj|\u0130letilen e-posta|Y\u00f6nlendirilen ileti|\u0130letilen mesaj|\u0130letilen mesaj\u0131n ba\u015flang\u0131c\u0131
\u041f\u0435\u0440\u0435\u0441\u044b\u043b\u0430\u0435\u043c\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041f\u0435\u0440\u0435\u043d\u0430\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043d\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041d\u0430\u0447\u0430\u043b\u043e \u043f\u0435\u0440\u0435\u0430\u0434\u0440\u0435\u0441\u043e\u0432\u0430\u043d\u043d\u043e\u0433\u043e \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u044f|\u041f\u0435\u0440\u0435\u0441\u043b\u0430\u043d\u043d\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041f\u0435\u0440\u0435\u0430\u0434\u0440\u0435\u0441\u043e\u0432\u0430\u043d\u043d\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041f\u0435\u0440\u0435\u0441\u043b\u0430\u043d\u043d\u043e\u0435 \u043f\u0438\u0441\u044c\u043c\u043e|\u041f\u0435\u0440\u0435\u0441\u044b\u043b\u0430\u0435\u043c\u043e\u0435 \u043f\u0438\u0441\u044c\u043c\u043e
\u041f\u0435\u0440\u0435\u0441\u043b\u0430\u043d\u0435 \u043f\u043e\u0432\u0456\u0434\u043e\u043c\u043b\u0435\u043d\u043d\u044f|\u041f\u0435\u0440\u0435\u043d\u0430\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u0435 \u043f\u043e\u0432\u0456\u0434\u043e\u043c\u043b\u0435\u043d\u043d\u044f|\u041f\u043e\u0447\u0430\u0442\u043e\u043a \u043b\u0438\u0441\u0442\u0430, \u0449\u043e \u043f\u0435\u0440\u0435\u0441\u0438\u043b\u0430\u0454\u0442\u044c\u0441\u044f|\u041f\u0435\u0440\u0435\u0441\u043b\u0430\u043d\u0438\u0439 \u043b\u0438\u0441\u0442
\u041f\u0440\u0435\u043f\u0440\u0430\u0442\u0435\u043d\u043e \u0441\u044a\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041f\u0440\u0435\u043f\u0440\u0430\u0442\u0435\u043d \u0438\u043c\u0435\u0439\u043b
\u03a0\u03c1\u03bf\u03c9\u03b8\u03b7\u03bc\u03ad\u03bd\u03bf \u03bc\u03ae\u03bd\u03c5\u03bc\u03b1|\u0388\u03bd\u03b1\u03c1\u03be\u03b7 \u03c0\u03c1\u03bf\u03c9\u03b8\u03b7\u03bc\u03ad\u03bd\u03bf\u03c5 \u03bc\u03b7\u03bd\u03cd\u03bc\u03b1\u03c4\u03bf\u03c2|\u03a0\u03c1\u03bf\u03ce\u03b8\u03b7\u03c3\u03b7 \u03bc\u03b7\u03bd\u03cd\u03bc\u03b1\u03c4\u03bf\u03c2
Missatge reenviat|Inici del missatge reenviat
Pesan terusan|Pesan yang diteruskan|Pesan diteruskan|Mulai pesan yang diteruskan
Tin nh\u1eafn \u0111\u00e3 chuy\u1ec3n ti\u1ebfp|Th\u01b0 \u0111\u00e3 chuy\u1ec3n ti\u1ebfp|Th\u01b0 chuy\u1ec3n ti\u1ebfp|B\u1eaft \u0111\u1ea7u th\u01b0 \u0111\u01b0\u1ee3c chuy\u1ec3n ti\u1ebfp
\u0e02\u0e49\u0e2d\u0e04\u0e27\u0e32\u0e21\u0e17\u0e35\u0e48\u0e2a\u0e48\u0e07\u0e15\u0e48\u0e2d|\u0e40\u0e23\u0e34\u0e48\u0e21\u0e15\u0e49\u0e19\u0e02\u0e49\u0e2d\u0e04\u0e27\u0e32\u0e21\u0e17\u0e35\u0e48\u0e2a\u0e48\u0e07\u0e15\u0e48\u0e2d
\u8ee2\u9001\u30e1\u30c3\u30bb\u30fc\u30b8|\u8ee2\u9001\u3055\u308c\u305f\u30e1\u30c3\u30bb\u30fc\u30b8|\u30e1\u30c3\u30bb\u30fc\u30b8\u3092\u8ee2\u9001|\u8ee2\u9001\u30e1\u30fc\u30eb|\u8ee2\u9001\u3055\u308c\u305f\u30e1\u30fc\u30eb|\u4ee5\u4e0b\u306f\u8ee2\u9001\u3055\u308c\u305f\u30e1\u30c3\u30bb\u30fc\u30b8\u3067\u3059
\u8f6c\u53d1\u90ae\u4ef6\u4fe1\u606f|\u8f6c\u53d1\u7684\u90ae\u4ef6|\u5f00\u59cb\u8f6c\u53d1\u7684\u90ae\u4ef6|\u8f6c\u53d1\u7684\u6d88\u606f|\u8f6c\u53d1\u90ae\u4ef6|\u958b\u59cb\u8f49\u5bc4\u90f5\u4ef6|\u8f49\u5bc4\u90f5\u4ef6|\u8f49\u5bc4\u7684\u90f5\u4ef6|\u4ee5\u4e0b\u662f\u8f6c\u53d1\u7684\u90ae\u4ef6|\u5df2\u8f6c\u53d1\u90ae\u4ef6|\u958b\u59cb\u8f49\u5bc4\u7684\u90f5\u4ef6|\u8f49\u5bc4\u8a0a\u606f|\u5df2\u8f49\u5bc4\u7684\u8a0a\u606f
\uc804\ub2ec\ub41c \uba54\uc2dc\uc9c0|\uc804\ub2ec\ub41c \uba54\uc77c|\uc804\ub2ec \uba54\uc77c|\uc804\ub2ec\ub41c \uba54\uc138\uc9c0|\uc804\ub2ec\ub41c \uc774\uba54\uc77c
\u05d4\u05d5\u05d3\u05e2\u05d4 \u05e9\u05d4\u05d5\u05e2\u05d1\u05e8\u05d4|\u05d4\u05d5\u05d3\u05e2\u05d4 \u05de\u05d5\u05e2\u05d1\u05e8\u05ea|\u05ea\u05d7\u05d9\u05dc\u05ea \u05d4\u05d5\u05d3\u05e2\u05d4 \u05e9\u05d4\u05d5\u05e2\u05d1\u05e8\u05d4
\u0631\u0633\u0627\u0644\u0629 \u0645\u0639\u0627\u062f \u062a\u0648\u062c\u064a\u0647\u0647\u0627|\u0631\u0633\u0627\u0644\u0629 \u0645\u064f\u0639\u0627\u062f \u062a\u0648\u062c\u064a\u0647\u0647\u0627|\u0628\u062f\u0627\u064a\u0629 \u0627\u0644\u0631\u0633\u0627\u0644\u0629 \u0627\u0644\u0645\u0639\u0627\u062f \u062a\u0648\u062c\u064a\u0647\u0647\u0627
`;

/** How such lines begin where a name follows ("Forwarded message from Ada <a@b>"). */
const FORWARDED_BY = `
Forwarded by |Forwarded message from |Weitergeleitet von |Transf\u00e9r\u00e9 par |Reenviado por |Inoltrato da |Encaminhado por |Doorgestuurd door |Vidarebefordrat av |Przekazane przez
`;

/** Lines that stand above what is forwarded and above what is answered. */
const ORIGINAL = `
Original Message|Original message|Original email|Original Mail|Original Appointment|Reply message|Original message follows
Urspr\u00fcngliche Nachricht|Original-Nachricht|Originalnachricht|Urspr\u00fcngliche Mail|Urspr\u00fcngliche E-Mail
Message d'origine|Message original|Courriel original|Message initial|Mail original
Mensaje original|Mensaje Original|Correo original|Mensagem original|Messaggio originale|Messaggio Originale|Oorspronkelijk bericht|Origineel bericht
Oprindelig meddelelse|Original besked|Opprinnelig melding|Ursprungligt meddelande|Ursprungligt mail|Originalmeddelande|Alkuper\u00e4inen viesti
Algne s\u00f5num|Algne kiri|S\u0101kotn\u0113j\u0101 zi\u0146a|Pradinis lai\u0161kas|Oryginalna wiadomo\u015b\u0107|Wiadomo\u015b\u0107 oryginalna|Wiadomo\u015b\u0107 pierwotna|P\u016fvodn\u00ed zpr\u00e1va|P\u016fvodn\u00ed e-mail|P\u00f4vodn\u00fd e-mail|P\u00f4vodn\u00e1 spr\u00e1va|Izvirno sporo\u010dilo|Izvorna poruka|Originalna poruka
Eredeti \u00fczenet|Eredeti lev\u00e9l|Mesaj original|Mesajul original|\u00d6zg\u00fcn ileti|Orijinal Mesaj|Orjinal Mesaj|Orijinal \u0130leti
\u0418\u0441\u0445\u043e\u0434\u043d\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u041e\u0440\u0438\u0433\u0438\u043d\u0430\u043b\u044c\u043d\u043e\u0435 \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u0418\u0441\u0445\u043e\u0434\u043d\u043e\u0435 \u043f\u0438\u0441\u044c\u043c\u043e|\u0412\u0438\u0445\u0456\u0434\u043d\u0435 \u043f\u043e\u0432\u0456\u0434\u043e\u043c\u043b\u0435\u043d\u043d\u044f|\u041e\u0440\u0438\u0433\u0456\u043d\u0430\u043b\u044c\u043d\u0435 \u043f\u043e\u0432\u0456\u0434\u043e\u043c\u043b\u0435\u043d\u043d\u044f|\u041e\u0440\u0438\u0433\u0438\u043d\u0430\u043b\u043d\u043e \u0441\u044a\u043e\u0431\u0449\u0435\u043d\u0438\u0435|\u0391\u03c1\u03c7\u03b9\u03ba\u03cc \u03bc\u03ae\u03bd\u03c5\u03bc\u03b1
\u5143\u306e\u30e1\u30c3\u30bb\u30fc\u30b8|\u539f\u59cb\u90ae\u4ef6|\u90ae\u4ef6\u539f\u4ef6|\u539f\u59cb\u90f5\u4ef6|\uc6d0\ubcf8 \uba54\uc2dc\uc9c0|\uc6d0\ubcf8 \uba54\uc77c|\u05d4\u05d5\u05d3\u05e2\u05d4 \u05de\u05e7\u05d5\u05e8\u05d9\u05ea|\u0627\u0644\u0631\u0633\u0627\u0644\u0629 \u0627\u0644\u0623\u0635\u0644\u064a\u0629|Missatge original|Pesan Asli|Th\u01b0 g\u1ed1c
`;

/** Beginnings of a subject that say the mail passes another on, by language; "" of any. */
const FORWARD_PREFIXES = `
en Fwd|FW|Forward|Forwarded
de WG|Weitergeleitet
fr TR|Tr\u00e9f\u00e9r\u00e9|Transf
es RV|Reenv|Reenviado
pt ENC|Encaminhada|Encam|RES-ENC
it I|Inoltro
nl Doorst|Doorgestuurd
da VS|Videresendt
no VS|Videresend|Videresendt
sv VB|Vb
fi VL
is \u00c1fr
et Edasi
lv P\u0101rs
lt Pers
pl PD|PDW|Przekazane
cs Fw|P\u0159ed|P\u0159epos
sk Fw|Prepos
sl Posr
hr Pros|Prosl
hu Tov\u00e1bb|Tov\u00e1bb\u00edtva|Tov
ro Redir.|Redir|Transm
tr \u0130LT|ILT|\u0130let
ru \u041f\u0435\u0440\u0435\u0441\u043b|\u041f\u0435\u0440\u0435\u0441\u044b\u043b\u043a\u0430
uk \u041f\u0435\u0440\u0435\u0441\u043b
bg \u041f\u0440
el \u03a0\u03a1\u0398|\u03a0\u03c1\u03ce\u03b8|\u03a0\u03c1\u03b8
id TRS
vi Chuy\u1ec3n ti\u1ebfp
ja \u8ee2\u9001
zh \u8f6c\u53d1|\u8f49\u5bc4|\u8f6c
ko \uc804\ub2ec
he \u05d4\u05d5\u05e2\u05d1\u05e8
ar \u0625\u0639\u0627\u062f\u0629 \u062a\u0648\u062c\u064a\u0647
`;

/** Beginnings of a subject that say the mail answers another. */
const REPLY_PREFIXES = `
en Re|Reply
de AW|Antwort
fr RE|R\u00e9p|R\u00e9f
es RE|Resp
pt RES|Res
it R|RIF|Ris
nl Antw|Betr
da SV|Svar
no SV|Svar
sv SV|Svar
fi VS|Vast
is SV
et Vs|Vastus
lv Atb
lt Ats|Atsakymas
pl Odp|Odpowied\u017a
cs Odp
sk Odp
hu V\u00e1|V\u00e1lasz
ro R\u0103sp|Raspuns
tr YNT|Yan
ru \u041e\u0442\u0432|\u041e\u0442\u0432\u0435\u0442
uk \u0412\u0456\u0434\u043f
el \u0391\u03a0|\u0391\u03a0\u0391\u039d\u03a4|\u03a3\u03a7\u0395\u03a4
id BLS|Balas
vi Tr\u1ea3 l\u1eddi
ja \u8fd4\u4fe1|\u56de\u7b54
zh \u56de\u590d|\u7b54\u590d|\u56de\u8986|\u56de
ko \ub2f5\uc7a5|\ud68c\uc2e0|\ub2f5\ubcc0
he \u05ea\u05e9\u05d5\u05d1\u05d4|\u05d4\u05e9\u05d1
ar \u0631\u062f
`;

/** Verbs of the line above a quotation, by language, and words that stand between the date and the name. */
const WROTE = `
en wrote|writes|said
de schrieb|hat geschrieben|geschrieben
fr a \u00e9crit
es escribi\u00f3|escribio
pt escreveu
it ha scritto|scrive
nl schreef|geschreven|het volgende geschreven
da skrev
no skrev|skrev f\u00f8lgende|skrev f\u00f8lgende den
sv skrev|skrev f\u00f6ljande
fi kirjoitti
et kirjutas
pl napisa\u0142|napisa\u0142a|napisa\u0142(a)|pisze
cs napsal|napsala|napsal(a)
sk nap\u00edsal|nap\u00edsala|nap\u00edsal(a)
hr je napisao|je napisala|napisao
sl je napisal|je napisala
hu ezt \u00edrta|\u00edrta
ro a scris
tr \u015funu yazd\u0131|tarihinde \u015funu yazd\u0131|yazd\u0131
ru \u043d\u0430\u043f\u0438\u0441\u0430\u043b|\u043d\u0430\u043f\u0438\u0441\u0430\u043b\u0430|\u043d\u0430\u043f\u0438\u0441\u0430\u043b(\u0430)|\u043f\u0438\u0448\u0435\u0442
uk \u043d\u0430\u043f\u0438\u0441\u0430\u0432|\u043d\u0430\u043f\u0438\u0441\u0430\u043b\u0430|\u043f\u0438\u0448\u0435
bg \u043d\u0430\u043f\u0438\u0441\u0430
el \u03ad\u03b3\u03c1\u03b1\u03c8\u03b5|\u03b5\u03af\u03c0\u03b5
ca va escriure
id menulis
vi \u0111\u00e3 vi\u1ebft
ja \u306e\u30e1\u30fc\u30eb|\u66f8\u304d\u307e\u3057\u305f|\u66f8\u3044\u305f
zh \u5199\u9053|\u5beb\u9053|\u65bc|\u5199\u5230
ko \uc791\uc131|\uc37c\uc2b5\ub2c8\ub2e4|\ub2d8\uc774 \uc791\uc131
he \u05db\u05ea\u05d1|\u05db\u05ea\u05d1\u05d4|\u05de\u05d0\u05ea
ar \u0643\u062a\u0628|\u0643\u062a\u0628\u062a
`;

export const CONNECTORS: ReadonlySet<string> = new Set(
  "on|am|um|le|el|il|giorno|op|heeft|het|em|den|d.|d|kl.|kl|klo|dnia|dne|u\u017cytkownik|pou\u017e\u00edvate\u013e|\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b\u044c|id\u0151pontban|at|schrieb|schreef|skrev|a|\u00e0|o|v|\u043e|\u0432|\u0433.|pm|uhr|f\u00f8lgende|la|las|om|\u5728|\u65bc"
    .split("|")
    .map(folded),
);

const FORWARDED_LINES = new Set(words(FORWARDED));
const FORWARDED_BEGINNINGS = words(FORWARDED_BY).map((word) => `${word} `);
const ORIGINAL_LINES = new Set(words(ORIGINAL));
const FORWARDS = indexed(byLanguage(FORWARD_PREFIXES));
const REPLIES = indexed(byLanguage(REPLY_PREFIXES));
const VERBS = byLanguage(WROTE).sort(([a], [b]) => b.length - a.length);

function words(table: string): string[] {
  return table
    .split(/[|\n]/)
    .filter((word) => word !== "")
    .map(folded);
}

function byLanguage(table: string): (readonly [string, string])[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) =>
      line
        .slice(3)
        .split("|")
        .map((word) => [folded(word), line.slice(0, 2)] as const),
    );
}

/** Whether a phrase (without the marks around it) stands above a forward alone, or also above an answered message. */
export function separatorPhrase(phrase: string): "forwarded" | "original" | null {
  const key = folded(phrase);
  return FORWARDED_LINES.has(key) ||
    FORWARDED_BEGINNINGS.some((beginning) => key.startsWith(beginning))
    ? "forwarded"
    : ORIGINAL_LINES.has(key) || /^message du \d/.test(key)
      ? "original"
      : null;
}

/** The verb of "On DATE, NAME wrote:" in a folded line, with its language. */
export function wroteIn(line: string): { readonly verb: string; readonly language: string } | null {
  const found = VERBS.find(([verb]) => line.includes(verb));
  return found === undefined ? null : { verb: found[0], language: found[1] };
}

const PREFIX_CHARS_MAX = 24;
const PREFIXES_MAX = 20;

/** What a subject begins with: a forward's word, a reply's, neither, or a word that means either in different languages. */
export function prefixOf(subject: string): {
  readonly kind: "forward" | "reply" | "either" | null;
  readonly rest: string;
  readonly languages: readonly string[];
} {
  const clean = withoutTags(subject);
  const colon = colonIn(clean);
  if (colon === -1) return { kind: null, rest: clean, languages: [] };
  const word = folded(clean.slice(0, colon).replace(/\s*[[(]\d{1,3}[\])]$/, ""));
  const forward = FORWARDS.get(word) ?? [];
  const reply = REPLIES.get(word) ?? [];
  const kind =
    forward.length > 0
      ? reply.length > 0
        ? "either"
        : "forward"
      : reply.length > 0
        ? "reply"
        : null;
  return { kind, rest: kind === null ? clean : clean.slice(colon + 1).trim(), languages: forward };
}

/** The subject without what programs put before it, however often. */
export function withoutPrefixes(subject: string): string {
  let rest = subject.trim();
  for (let count = 0; count < PREFIXES_MAX; count += 1) {
    const prefix = prefixOf(rest);
    if (prefix.kind === null) break;
    rest = prefix.rest;
  }
  return rest;
}

function colonIn(subject: string): number {
  const head = subject.slice(0, PREFIX_CHARS_MAX);
  const [plain, wide] = [head.indexOf(":"), head.indexOf("\uff1a")];
  return plain === -1 ? wide : wide === -1 ? plain : Math.min(plain, wide);
}

/** Marks that gateways put first: "[EXT] Fwd: ..." */
function withoutTags(subject: string): string {
  const rest =
    /^\s{0,9}(?:\[(?:ext|external|extern|externe|externo|spam|caution|sec=[^\]]{0,20})\]:?|\*{3}[a-z ]{1,20}\*{3})\s{0,9}/i.exec(
      subject,
    );
  return (rest === null ? subject : subject.slice(rest[0].length)).trim();
}
