// Text to bytes in the encodings banks write, the DOS code pages among them.

import { encode } from "../../test/statements/csv/encodings.ts";

const DOS = {
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤" +
    "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤" +
    "đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

const NAMES = { cp866: "ibm866" };

/** The bytes of `text`; null where the encoding lacks a character. */
export function bytesOf(text, encoding) {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8-bom") return new TextEncoder().encode(`\ufeff${text}`);
  if (DOS[encoding] === undefined) return encode(text, NAMES[encoding] ?? encoding);
  const bytes = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    const high = DOS[encoding].indexOf(char);
    if (code >= 128 && high < 0) return null;
    bytes.push(code < 128 ? code : 128 + high);
  }
  return Uint8Array.from(bytes);
}
