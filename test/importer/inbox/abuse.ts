// Mail that costs a careless parser seconds or memory, made when it is asked for.

const HEAD =
  "From: a@b.example\r\nTo: c@d.example\r\nSubject: s\r\nMessage-ID: <x@y>\r\nMIME-Version: 1.0\r\n";
const MIXED = `${HEAD}Content-Type: multipart/mixed; boundary=a\r\n\r\n`;
const HTML = `${HEAD}Content-Type: text/html\r\n\r\n`;
const ATTACHED =
  "--a\r\nContent-Type: application/x\r\nContent-Disposition: attachment; filename=f\r\n\r\nx\r\n";

export const mails: Readonly<Record<string, () => string>> = {
  "a million empty parts": () => `${MIXED}${"--a\r\n\r\nx\r\n".repeat(1_000_000)}--a--\r\n`,
  "a hundred thousand attachments": () => `${MIXED}${ATTACHED.repeat(100_000)}--a--\r\n`,
  "parts fifty thousand deep": () => nested(50_000),
  "messages a thousand deep": () =>
    `${HEAD}${"Content-Type: message/rfc822\r\n\r\nFrom: a@b\r\n".repeat(1_000)}\r\nx`,
  "two hundred thousand headers": () => `${HEAD}${"X-A: b\r\n".repeat(200_000)}\r\nbody`,
  "a header of five million characters": () => `${HEAD}X-L: ${"a".repeat(5_000_000)}\r\n\r\nbody`,
  "a header of half a million folds": () => `${HEAD}X-L: a\r\n${" b\r\n".repeat(500_000)}\r\nbody`,
  "a hundred thousand encoded words": () =>
    `${HEAD}X: 1\r\nSubject: ${"=?utf-8?q?=C3=A9?= ".repeat(100_000)}\r\n\r\nbody`,
  "two hundred thousand senders": () => `From: ${"a@b,".repeat(200_000)}\r\n\r\nbody`,
  "a sender of a million quotes": () => `From: ${'"'.repeat(1_000_000)}\r\n\r\nbody`,
  "a sender of a million parentheses": () => `From: ${"(".repeat(1_000_000)} a@b\r\n\r\nbody`,
  "a sender in a hundred thousand groups": () => `From: ${"g:".repeat(100_000)}a@b;\r\n\r\nbody`,
  "fifty thousand parameters": () =>
    `${HEAD}Content-Type: application/x;${Array.from({ length: 50_000 }, (_, n) => ` name*${n}*=a%20;`).join("\r\n")}\r\n\r\nx`,
  "base64 of more than may be": () =>
    `${HEAD}Content-Transfer-Encoding: base64\r\n\r\n${`${"QUJD".repeat(19)}\r\n`.repeat(340_000)}`,
  "a million tags that never end": () => HTML + "<div ".repeat(1_000_000),
  "five million angle brackets": () => HTML + "<".repeat(5_000_000),
  "a million entities": () => HTML + "&amp;".repeat(1_000_000),
  "half a million attributes that never end": () => HTML + '<a href="'.repeat(500_000),
  "five megabytes quoted": () =>
    `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=C3=A9".repeat(800_000)}`,
  "a boundary of five thousand characters": () =>
    `${HEAD}Content-Type: multipart/mixed; boundary=${"b".repeat(5_000)}\r\n\r\n${`--${"b".repeat(4_999)}\r\n`.repeat(1_000)}`,
};

function nested(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
  );
  return `${HEAD}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${levels.join("")}`;
}
