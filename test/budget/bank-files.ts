// Files of reference rates as the European Central Bank publishes them, with made-up rates: the envelope
// and its single quotes, the header's blanks, the comma at each line's end, the archive of one file.

/** Rates by currency code, of one day. */
export type DayRates = Readonly<Record<string, string>>;
/** Rates by day, newest first as the bank has them. */
export type Days = Readonly<Record<string, DayRates>>;

export function bankXml(days: Days): string {
  const cubes = Object.entries(days).map(
    ([day, rates]) =>
      `\t\t<Cube time='${day}'>\n${Object.entries(rates)
        .map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>\n`)
        .join("")}\t\t</Cube>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join("")}\t</Cube>
</gesmes:Envelope>`;
}

/** eurofxref.csv: one day, spelled out, with blanks behind the commas. */
export function dailyCsv(day: string, rates: DayRates): string {
  return `Date, ${Object.keys(rates).join(", ")}, \n${day}, ${Object.values(rates).join(", ")}, \n`;
}

/** eurofxref-hist.csv: N/A where a currency had no rate. */
export function historyCsv(days: Days): string {
  const codes = [...new Set(Object.values(days).flatMap((rates) => Object.keys(rates)))];
  const lines = Object.entries(days).map(
    ([day, rates]) => `${day},${codes.map((code) => rates[code] ?? "N/A").join(",")},\n`,
  );
  return `Date,${codes.join(",")},\n${lines.join("")}`;
}

interface Archive {
  readonly method?: "stored" | "deflated";
  /** What the archive says of its file, where that is not the truth. */
  readonly size?: number;
  readonly checksum?: number;
  readonly flags?: number;
  readonly files?: number;
}

/** A ZIP archive of one file. */
export async function zipOf(text: string | Uint8Array, archive: Archive = {}): Promise<Uint8Array> {
  const file = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const stored = archive.method === "stored";
  const packed = stored ? file : await deflate(file);
  const name = new TextEncoder().encode("eurofxref-hist.csv");
  const { size = file.length, checksum = crc32(file), flags = 0, files = 1 } = archive;
  const facts = [
    ...number(20, 2),
    ...number(flags, 2),
    ...number(stored ? 0 : 8, 2),
    ...number(0, 4),
    ...number(checksum, 4),
    ...number(packed.length, 4),
    ...number(size, 4),
    ...number(name.length, 2),
    ...number(0, 2),
  ];
  const local = [...number(0x04034b50, 4), ...facts, ...name];
  const central = [...number(0x02014b50, 4), ...number(20, 2), ...facts, ...number(0, 14), ...name];
  const end = [
    ...number(0x06054b50, 4),
    ...number(0, 4),
    ...number(files, 2),
    ...number(files, 2),
    ...number(central.length, 4),
    ...number(local.length + packed.length, 4),
    ...number(0, 2),
  ];
  const parts = [local, packed, central, end].map((part) => Uint8Array.from(part));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function number(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
