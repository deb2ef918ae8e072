// Mails of each kind, of a usual size, made here; and one as large as is taken.

const head = (type, from = "Corner Shop <orders@shop.example>", subject = "Your receipt CS-4711") =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example; s=s1; h=from:subject:date; bh=AAAA; b=AAAA\r\nFrom: ${from}\r\nTo: ada@mail.example\r\nSubject: ${subject}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: <1@shop.example>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n`;

const TEXT =
  "Thank you for your order at the Corner Shop!\r\n\r\nOrder number: CS-4711\r\nOrder date: 2026-10-20\r\n\r\nSubtotal: EUR 10.00\r\nShipping: EUR 2.34\r\nTotal charged: EUR 12.34\r\n";
const ROW = `<tr><td style="padding:4px 8px;font-family:Arial,sans-serif;font-size:14px;color:#333333">Something nice to have</td><td align="right" style="padding:4px 8px;font-family:Arial">1</td><td align="right">EUR 1.00</td></tr>\r\n`;
const html = (rows) =>
  `<html><head><style>.a{color:red}</style></head><body><p>Order number: CS-4711</p><p>Order date: 2026-10-20</p><table>${ROW.repeat(rows)}<tr><td>Total charged</td><td></td><td>EUR ${rows}.00</td></tr></table></body></html>`;
const JSON_LD = `<script type="application/ld+json">{"@context":"http://schema.org","@type":"Order","orderNumber":"CS-4711","orderDate":"2026-10-20","price":"12.34","priceCurrency":"EUR","merchant":{"@type":"Organization","name":"Corner Shop"}}</script>`;
const UBL = `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>R-17</ID><IssueDate>2026-10-20</IssueDate><InvoiceTypeCode>380</InvoiceTypeCode><DocumentCurrencyCode>EUR</DocumentCurrencyCode><AccountingSupplierParty><Party><PartyName><Name>Corner Shop</Name></PartyName></Party></AccountingSupplierParty><LegalMonetaryTotal><PayableAmount currencyID="EUR">12.34</PayableAmount></LegalMonetaryTotal></Invoice>`;
const forward = `Look at this.\r\n\r\n---------- Forwarded message ---------\r\nFrom: Corner Shop <orders@shop.example>\r\nDate: Tue, 20 Oct 2026 at 14:32\r\nSubject: Your receipt CS-4711\r\nTo: <ada@mail.example>\r\n\r\n${TEXT}`;

// A shop's newsletter around its receipt: tables within tables, a style on every element, a style
// sheet for phones, and a few words between them.
const CELL_STYLE =
  "margin:0;padding:0 24px 12px 24px;font-family:-apple-system,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;color:#1f2933;mso-line-height-rule:exactly";
const nested = (inner) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;background-color:#ffffff"><tbody><tr><td align="center" valign="top" style="${CELL_STYLE}">${inner}</td></tr></tbody></table>`;
const OFFERS = [
  ["Wool socks in grey", "Warm feet for the whole winter, in sizes 36 to 47."],
  ["A lamp for the desk", "It turns in every direction and lasts for years."],
  ["Cups of stoneware", "Four cups, glazed by hand, safe in the dishwasher."],
];
const offer = (index) => {
  const [title, text] = OFFERS[index % OFFERS.length];
  return nested(
    nested(
      `<a href="https://click.shop.example/c/${"0123456789abcdef".repeat(12)}${index}" style="color:#0b69a3;text-decoration:none;font-weight:600"><img src="https://img.shop.example/${index}.png" width="260" height="180" alt="" style="display:block;border:0;outline:none;width:100%;max-width:260px"><span style="font-size:16px">${title} no. ${index}</span></a><br>${text}<div style="height:12px;line-height:12px;font-size:12px">&nbsp;</div>`,
    ),
  );
};
const newsletter = (offers) =>
  `<!doctype html><html><head><meta charset="utf-8"><style>@media only screen and (max-width:600px){.w{width:100%!important}.h{display:none!important}}</style></head><body style="margin:0;background:#f2f4f6">${nested("<h1>Thank you for your order!</h1><p>Order number: CS-4711</p><p>Order date: 2026-10-20</p>")}${nested(`<table>${ROW.repeat(3)}<tr><td>Total charged</td><td></td><td>EUR 3.00</td></tr></table>`)}${Array.from({ length: offers }, (_, index) => offer(index)).join("\r\n")}</body></html>`;

/** kind -> raw message. */
export const MAILS = {
  "plain receipt": head("text/plain") + TEXT,
  "receipt in 20 KB of HTML": head("text/html") + html(90),
  "receipt in 200 KB of HTML": head("text/html") + html(900),
  "newsletter of 200 KB of HTML": head("text/html") + newsletter(128),
  "JSON-LD in HTML": head("text/html") + JSON_LD + html(20),
  "inline forward":
    head("text/plain", "Ada <ada@mail.example>", "Fwd: Your receipt CS-4711") + forward,
  "forward as attachment": `${head("multipart/mixed; boundary=b")}--b\r\nContent-Type: message/rfc822\r\n\r\n${head("text/plain")}${TEXT}\r\n--b--\r\n`,
  "e-invoice attached": `${head("multipart/mixed; boundary=b")}--b\r\nContent-Type: text/plain\r\n\r\nSee attached.\r\n--b\r\nContent-Type: application/xml; name=invoice.xml\r\nContent-Disposition: attachment; filename=invoice.xml\r\n\r\n${UBL}\r\n--b--\r\n`,
  "bank alert": `${head("text/plain", "Bank <alerts@bank.example>", "Card purchase")}EUR 12.34 was spent on your card ending 4417 at CORNER SHOP on 2026-10-20. Available balance: EUR 900.00\r\n`,
};

/** As large as is taken: an attachment in base64. */
export function largest(bytes) {
  const start = `${head("multipart/mixed; boundary=b")}--b\r\nContent-Type: text/plain\r\n\r\n${TEXT}\r\n--b\r\nContent-Type: application/octet-stream; name=x.bin\r\nContent-Disposition: attachment; filename=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
  const line = `${"QUJD".repeat(19)}\r\n`;
  return `${start}${line.repeat(Math.floor((bytes - start.length - 10) / line.length))}--b--\r\n`;
}
