// ZIP archives as the tests write them, by hand from APPNOTE.TXT 6.3: members deflated or stored,
// and what an archive may say wrongly of itself.

export interface Member {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  /** What the archive says where that is not the truth. */
  readonly size?: number;
  readonly checksum?: number;
  readonly flags?: number;
  readonly method?: number;
  /** The name in the member's own header, where it is another. */
  readonly localName?: string;
  /** Where the directory says that it begins, where that is not the truth. */
  readonly at?: number;
  /** Sizes and place stand in the extra field for large archives (4.5.3). */
  readonly large?: boolean;
}

const encoder = new TextEncoder();

/** An archive of the members in their order. */
export async function zipOf(members: readonly Member[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const member of members) {
    const bytes =
      typeof member.content === "string" ? encoder.encode(member.content) : member.content;
    const packed = member.stored === true ? bytes : await deflated(bytes);
    const name = encoder.encode(member.name);
    const local = encoder.encode(member.localName ?? member.name);
    const facts = (nameBytes: Uint8Array) => [
      ...number(20, 2),
      ...number(member.flags ?? 0x800, 2),
      ...number(member.method ?? (member.stored === true ? 0 : 8), 2),
      ...number(0, 4),
      ...number(member.checksum ?? crc32(bytes), 4),
      ...number(packed.length, 4),
      ...number(member.size ?? bytes.length, 4),
      ...number(nameBytes.length, 2),
      ...number(0, 2),
    ];
    const header = Uint8Array.from([...number(0x04034b50, 4), ...facts(local), ...local]);
    const from = member.at ?? at;
    const entry = [
      ...number(0x02014b50, 4),
      ...number(20, 2),
      ...facts(name),
      ...number(0, 10),
      ...number(from, 4),
      ...name,
    ];
    if (member.large === true) {
      const wide = [
        ...number(member.size ?? bytes.length, 8),
        ...number(packed.length, 8),
        ...number(from, 8),
      ];
      for (const place of [20, 24, 42]) entry.splice(place, 4, ...number(0xffffffff, 4));
      entry.splice(30, 2, ...number(4 + wide.length, 2));
      entry.push(...number(1, 2), ...number(wide.length, 2), ...wide);
    }
    directory.push(Uint8Array.from(entry));
    parts.push(header, packed);
    at += header.length + packed.length;
  }
  const size = directory.reduce((all, entry) => all + entry.length, 0);
  const end = Uint8Array.from([
    ...number(0x06054b50, 4),
    ...number(0, 4),
    ...number(members.length, 2),
    ...number(members.length, 2),
    ...number(size, 4),
    ...number(at, 4),
    ...number(0, 2),
  ]);
  return new Uint8Array(await new Blob([...parts, ...directory, end]).arrayBuffer());
}

/** Bytes through one of the platform's compressors. */
export async function compressed(
  bytes: Uint8Array,
  format: "deflate-raw" | "gzip",
): Promise<Uint8Array> {
  return new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new CompressionStream(format)),
    ).arrayBuffer(),
  );
}

function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  return compressed(bytes, "deflate-raw");
}

/** A number of so many bytes, the lowest first. */
export function number(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
