// Forwards of programs with a form of their own. Each forwards a message from Lantern Books of 27
// October 2021.

import { expect, test } from "vitest";
import { forwardsInHtml, forwardsInText } from "../../../src/receipts/forwards/forwards.ts";

const BODY = "Total: 12.34 EUR";
const WHO = "Lantern Books <orders@lantern.example>";

test.each([
  [
    "Notes",
    "Fw: Order",
    `----- Forwarded by Ada/Home on 10/28/2021 08:00 AM -----\n\nFrom:\t${WHO}\nTo:\tada@home.example\nDate:\t10/27/2021 09:31 AM\nSubject:\tOrder\n\n${BODY}`,
  ],
  [
    "mutt",
    "Fwd: Order",
    `----- Forwarded message from ${WHO} -----\n\nDate: Wed, 27 Oct 2021 09:31:00 +0200\nFrom: ${WHO}\nTo: ada@home.example\nSubject: Order\n\n${BODY}\n\n----- End forwarded message -----`,
  ],
  [
    "The Bat",
    "Fwd: Order",
    `This is a forwarded message\nFrom: ${WHO}\nTo: ada@home.example\nDate: Wednesday, October 27, 2021, 9:31:00 AM\nSubject: Order\n\n${BODY}`,
  ],
  [
    "Yandex",
    "Fwd: Order",
    `-------- Пересылаемое сообщение --------\n27.10.2021, 09:31, "Lantern Books" <orders@lantern.example>:\n\n${BODY}`,
  ],
  [
    "Seznam",
    "Fwd: Order",
    `---------- Původní e-mail ----------\nOd: ${WHO}\nKomu: ada@home.example\nDatum: 27. 10. 2021 9:31:00\nPředmět: Order\n\n${BODY}`,
  ],
  [
    "T-Online",
    "WG: Order",
    `-----Original-Nachricht-----\nBetreff: Order\nDatum: 2021-10-27T09:31:00+0200\nVon: ${WHO}\nAn: ada@home.example\n\n${BODY}`,
  ],
  [
    "GMX",
    "Fw: Order",
    `Gesendet: Mittwoch, 27. Oktober 2021 um 09:31 Uhr\nVon: "Lantern Books" <orders@lantern.example>\nAn: ada@home.example\nBetreff: Order\n\n${BODY}`,
  ],
  [
    "Samsung",
    "Fwd: Order",
    `-------- Original message --------\nFrom: ${WHO}\nDate: 10/27/21 9:31 AM (GMT-05:00)\nTo: ada@home.example\nSubject: Order\n\n${BODY}`,
  ],
  [
    "AOL",
    "Fwd: Order",
    `-----Original Message-----\nFrom: ${WHO}\nTo: ada@home.example\nSent: Wed, Oct 27, 2021 9:31 am\nSubject: Order\n\n${BODY}`,
  ],
  [
    "Roundcube",
    "Fwd: Order",
    `-------- Original Message --------\nSubject: Order\nDate: 2021-10-27 09:31\n From: ${WHO}\n To: ada@home.example\n\n${BODY}`,
  ],
  [
    "eM Client",
    "Fwd: Order",
    `------ Weitergeleitete Nachricht ------\nVon: "Lantern Books" <orders@lantern.example>\nAn: ada@home.example\nGesendet: 27.10.2021 09:31:00\nBetreff: Order\n\n${BODY}`,
  ],
  [
    "Mailspring",
    "Fwd: Order",
    `---------- Forwarded Message ---------\n\nFrom: ${WHO}\nSubject: Order\nDate: Oct 27 2021, at 9:31 am\nTo: ada@home.example\n\n${BODY}`,
  ],
  [
    "Thunderbird, redirected before",
    "WG: Order",
    `-------- Weitergeleitete Nachricht --------\nBetreff: \tOrder\nWeitersenden-Datum: \tWed, 27 Oct 2021 10:00:00 +0200\nWeitersenden-Von: \tAda <ada@home.example>\nDatum: \tWed, 27 Oct 2021 09:31:00 +0200\nVon: \t${WHO}\nAn: \tada@home.example\n\n${BODY}`,
  ],
  [
    "Gmail with an empty copy",
    "Fwd: Order",
    `---------- Forwarded message ----------\nFrom: ${WHO}\nDate: Oct 27, 2021 9:31 AM\nSubject: Order\nTo: <ada@home.example>\nCc:\n\n${BODY}`,
  ],
  [
    "The Bat, cut",
    "Fwd: Order",
    `This is a forwarded message\nFrom: ${WHO}\nTo: ada@home.example\nDate: Wednesday, October 27, 2021, 9:31:00 AM\nSubject: Order\n===8<==============Original message text===============\n${BODY}`,
  ],
  [
    "NetEase, a table in text",
    "转发:Order",
    `---- 转发的邮件 ----\n| 发件人 | Lantern Books<orders@lantern.example> |\n| 日期 | 2021年10月27日 09:31 |\n| 收件人 | ada@home.example<ada@home.example> |\n| 抄送至 | |\n| 主题 | Order |\n${BODY}`,
  ],
  [
    "Airmail",
    "Fwd: Order",
    `---------- Forwarded message ----------\nFrom: ${WHO}\nReply: help@other.example <help@other.example>\nDate: October 27, 2021 at 9:31:08\nTo: ada@home.example <ada@home.example>\nSubject: Order\n\n${BODY}`,
  ],
  [
    "recipients over several lines",
    "Fwd: Order",
    `---------- Forwarded message ---------\nFrom: ${WHO}\nDate: Wed, Oct 27, 2021 at 9:31 AM\nSubject: Order\nTo: Ada Home <ada@home.example>, Bob Lane <bob@home.example>,\n Carol Vale <carol@home.example>, Dan\n <dan@home.example>\n\n${BODY}`,
  ],
  [
    "Outlook, Malay",
    "FW: Order",
    `Daripada: ${WHO}\nDihantar: Rabu, 27 Oktober 2021 9:31 AM\nKepada: ada@home.example\nSubjek: Order\n\n${BODY}`,
  ],
  [
    "Outlook, Basque",
    "FW: Order",
    `Nork: ${WHO}\nBidaltze-data: 2021(e)ko urriaren 27a, asteazkena 9:31\nNori: ada@home.example\nGaia: Order\n\n${BODY}`,
  ],
  [
    "Outlook, Hindi",
    "FW: Order",
    `प्रेषक: ${WHO}\nभेजा गया: 27 अक्टूबर 2021 09:31\nप्रति: ada@home.example\nविषय: Order\n\n${BODY}`,
  ],
  [
    "Outlook, Persian",
    "FW: Order",
    `از: ${WHO}\nارسال: Wednesday, October 27, 2021 9:31 AM\nبه: ada@home.example\nموضوع: Order\n\n${BODY}`,
  ],
  [
    "Naver",
    "FW: Order",
    `-----Original Message-----\nFrom: "Lantern Books"<orders@lantern.example>\nTo: <ada@home.example>\nCc:\nSent: 2021-10-27 (수) 09:31:00 (GMT+09:00)\nSubject: Order\n\n${BODY}`,
  ],
  [
    "QQ",
    "转发：Order",
    `------------------ 原始邮件 ------------------\n发件人: "Lantern Books" <orders@lantern.example>;\n发送时间: 2021年10月27日(星期三) 上午9:31\n收件人: "ada"<ada@home.example>;\n主题: Order\n\n${BODY}`,
  ],
  [
    "NetEase",
    "转发:Order",
    `---- 转发邮件信息 ----\n发件人\tLantern Books<orders@lantern.example>\n发送日期\t2021年10月27日 09:31\n收件人\t<ada@home.example>\n主题\tOrder\n\n${BODY}`,
  ],
  [
    "Outlook 2013",
    "FW: Order",
    `From: Lantern Books [mailto:orders@lantern.example] \nSent: Wednesday, October 27, 2021 9:31 AM\nTo: Ada\nSubject: Order\n\n${BODY}`,
  ],
  [
    "Outlook with links",
    "FW: Order",
    `From: Lantern Books <orders@lantern.example<mailto:orders@lantern.example>>\nSent: Wednesday, October 27, 2021 9:31 AM\nTo: ada@home.example<mailto:ada@home.example>; Bob <bob@home.example<mailto:bob@home.example>>\nSubject: Order\nImportance: High\n\n${BODY}`,
  ],
  [
    "markdown",
    "Fwd: Order",
    `*From:* ${WHO}\n*Date:* October 27, 2021 at 9:31 AM\n*To:* ada@home.example\n*Subject:* *Order*\n\n${BODY}`,
  ],
  [
    "Hotmail, French",
    "TR: Order",
    `De : ${WHO}\nEnvoyé : mercredi 27 octobre 2021 09:31\nÀ : ada@home.example <ada@home.example>\nObjet : Order\n \n${BODY}`,
  ],
  [
    "Gmail, Hebrew marks",
    "Fwd: Order",
    `---------- Forwarded message ---------\n‪מאת: ‪Lantern Books‬‏ <‪orders@lantern.example‬‏>\nDate: יום ד׳, 27 באוק׳ 2021 ב-9:31\nSubject: Order\nTo: <ada@home.example>\n\n${BODY}`,
  ],
  [
    "Gmail, Japanese",
    "Fwd: Order",
    `---------- Forwarded message ---------\nFrom: ${WHO}\nDate: 2021年10月27日(水) 9:31\nSubject: Order\nTo: <ada@home.example>\n\n${BODY}`,
  ],
  [
    "eM Client without colons",
    "Fwd: Order",
    `------ Forwarded Message ------\nFrom "Lantern Books" <orders@lantern.example>\nTo ada@home.example\nDate 27/10/2021 09:31:00\nSubject Order\n\n${BODY}`,
  ],
  [
    "eM Client without colons, German",
    "WG: Order",
    `------ Originalnachricht ------\nVon "Lantern Books" <orders@lantern.example>\nAn ada@home.example\nDatum 27.10.2021 09:31:00\nBetreff Order\n\n${BODY}`,
  ],
  [
    "Notes, the sender before the labels",
    "Fw: Order",
    `---------------------- Forwarded by Ada Home/HOME/ACME on 10/28/2021\n08:00 AM ---------------------------\n\n\n${WHO} on 10/27/2021 09:31:41 AM\nTo: ada@home.example\ncc:\nSubject: Order\n\n${BODY}`,
  ],
  [
    "Yandex, the sender behind the labels",
    "Fwd: Order",
    `----------------\nКому: Ada (ada@home.example);\nТема: Order;\n27.10.2021, 09:31, "Lantern Books" <orders@lantern.example>:\n\n${BODY}`,
  ],
  [
    "Proton",
    "Fw: Order",
    `------- Forwarded Message -------\nFrom: ${WHO}\nDate: On Wednesday, October 27th, 2021 at 9:31 AM\nSubject: Order\nTo: ada@home.example <ada@home.example>\n\n\n> ${BODY}`,
  ],
])("a forward in the form of %s gives the forwarded message", (_name, subject, text) => {
  const around = { subject, day: null };
  const [fromText, more] = forwardsInText(`Please file\n\n${text}`, around);
  const [fromHtml] = forwardsInHtml(
    `<p>Please file</p><pre>${text.replaceAll("<", "&lt;")}</pre>`,
    around,
  );

  expect(more).toBeUndefined();
  for (const forward of [fromText, fromHtml]) {
    expect(forward).toMatchObject({
      from: { name: "Lantern Books", address: "orders@lantern.example" },
      subject: expect.stringMatching(/^\*?Order\*?$/),
      note: "Please file",
    });
    expect(forward?.sent?.day).toBe("2021-10-27");
    expect(forward?.body).toContain(BODY);
    expect(forward?.body).not.toContain("lantern.example");
  }
});

test.each([
  [
    "an answer in Yandex's form",
    "Re: Order",
    `Thanks\n\n----------------\nКому: Ada (ada@home.example);\nТема: Order;\n27.10.2021, 09:31, "Lantern Books" <orders@lantern.example>:\n\n${BODY}`,
  ],
  [
    "an answer in eM Client's form",
    "Re: Order",
    `Thanks\n\n------ Original Message ------\nFrom "Lantern Books" <orders@lantern.example>\nTo ada@home.example\nDate 27/10/2021 09:31:00\nSubject Order\n\n${BODY}`,
  ],
  [
    "sentences that begin with labels",
    "Fwd: Order",
    `------ Original Message ------\nFrom orders@lantern.example we heard nothing\nTo ada@home.example\nDate and place follow\nSubject to change\n\n${BODY}`,
  ],
  [
    "labels of two languages",
    "Fwd: Order",
    `------ Original Message ------\nFrom ${WHO}\nAn ada@home.example\nDatum 27.10.2021 09:31:00\nBetreff Order\n\n${BODY}`,
  ],
  [
    "a rule over labels without a sender",
    "Fwd: Order",
    `----------------\nКому: Ada (ada@home.example);\nТема: Order;\n27.10.2021, 09:31: ${BODY}`,
  ],
])("%s is not a forward", (_name, subject, text) => {
  expect(forwardsInText(text, { subject, day: null })).toEqual([]);
});

test("a wrapped subject is read whole, and a body right below a subject is not part of it", () => {
  const block = (rest: string): string =>
    `---------- Forwarded message ---------\nFrom: ${WHO}\nDate: Wed, Oct 27, 2021\n${rest}`;
  const subjectOf = (text: string, subject: string): string | undefined =>
    forwardsInText(text, { subject, day: null })[0]?.subject;

  expect(
    subjectOf(
      block("Subject: Your order of three lanterns and\na book\nTo: <ada@home.example>\n\nTotal"),
      "Fwd: x",
    ),
  ).toBe("Your order of three lanterns and a book");
  expect(
    subjectOf(
      block("Subject: Your order of three lanterns and\na book\n\nTotal"),
      "Fwd: Your order of three lanterns and a book",
    ),
  ).toBe("Your order of three lanterns and a book");
  expect(subjectOf(block("Subject: Order\nTotal: 12.34 EUR\n\nThanks"), "Fwd: Order")).toBe(
    "Order",
  );
});

test("a sender without an address keeps its name", () => {
  const text = `From: Lantern Books\nSent: Wednesday, October 27, 2021 9:31 AM\nTo: Ada\nSubject: Order\n\n${BODY}`;

  expect(forwardsInText(text, { subject: "FW: Order", day: null })[0]?.from).toEqual({
    name: "Lantern Books",
    address: "",
  });
});

test("a date that only the line above the headers prints is the message's date", () => {
  const text = `> Message du 27/10/21 09:31\n> De : "Lantern Books" <orders@lantern.example>\n> A : ada@home.example\n> Copie à : \n> Objet : Order\n> \n> ${BODY}`;

  expect(forwardsInText(text, { subject: "TR: Order", day: null })).toMatchObject([
    { from: { name: "Lantern Books" }, subject: "Order", note: null, sent: { day: "2021-10-27" } },
  ]);
  expect(forwardsInText(text, { subject: "RE: Order", day: null })).toEqual([]);
});
