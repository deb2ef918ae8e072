// Makes a server's text safe to show anywhere: no markup, no control characters, one short line.

/** The text without tags and control characters, blanks folded, at most `charsMax` characters. */
export function plainText(text: string, charsMax: number): string {
  let plain = "";
  let blank = false;
  for (let at = 0; at < text.length && plain.length < charsMax; at += 1) {
    const char = text.charAt(at);
    if (char === "<" && isTagStart(text.charAt(at + 1))) {
      const end = text.indexOf(">", at);
      // An unclosed tag hides the rest, as in a browser.
      if (end === -1) break;
      at = end;
      blank = true;
      continue;
    }
    if (isBlank(char)) {
      blank = true;
      continue;
    }
    if (blank && plain !== "") plain += " ";
    blank = false;
    plain += char;
  }
  return plain.slice(0, charsMax).toWellFormed();
}

function isTagStart(char: string): boolean {
  return /[a-z/!?]/i.test(char);
}

function isBlank(char: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(char);
}
