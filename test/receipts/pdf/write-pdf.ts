// Small PDFs for the tests, written object by object: pages of text at given places, embedded
// files, and what hostile writers make of streams and references.

const encoder = new TextEncoder();

/** A run of text at a place, from the lower left of the page, in points. */
export interface Run {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** An object's body: text, or a dictionary's entries with the stream behind it. */
export type PdfObject = string | { readonly entries: string; readonly stream: Uint8Array };

/** Objects, the first numbered 1 and the catalogue, as a PDF with its table. */
export function pdfOf(objects: readonly PdfObject[], trailer = ""): Uint8Array {
  const pieces: Uint8Array[] = [encoder.encode("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = 9;
  const add = (bytes: Uint8Array): void => {
    pieces.push(bytes);
    length += bytes.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    if (typeof object === "string")
      return add(encoder.encode(`${index + 1} 0 obj\n${object}\nendobj\n`));
    add(
      encoder.encode(
        `${index + 1} 0 obj\n<< ${object.entries} /Length ${object.stream.length} >>\nstream\n`,
      ),
    );
    add(object.stream);
    add(encoder.encode("\nendstream\nendobj\n"));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = length;
  add(
    encoder.encode(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The content stream that shows runs of text. */
export function contentOf(runs: readonly Run[]): Uint8Array {
  return encoder.encode(
    runs
      .map(
        ({ x, y, text }) =>
          `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`,
      )
      .join("\n"),
  );
}

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>";

/** A PDF of pages whose contents are these streams; `embedded`: files within it. */
export function pdfOfStreams(
  streams: readonly PdfObject[],
  embedded: readonly { readonly name: string; readonly content: string }[] = [],
): Uint8Array {
  const firstPage = 4;
  const pages = streams.map(
    (_stream, index) =>
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + streams.length + index} 0 R >>`,
  );
  const firstFile = firstPage + 2 * streams.length;
  const names = embedded
    .map(({ name }, index) => `(${name}) ${firstFile + 2 * index} 0 R`)
    .join(" ");
  const files = embedded.flatMap(({ name, content }, index): PdfObject[] => [
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${firstFile + 2 * index + 1} 0 R >> >>`,
    { entries: "/Type /EmbeddedFile", stream: encoder.encode(content) },
  ]);
  const kids = pages.map((_page, index) => `${firstPage + index} 0 R`).join(" ");
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${names === "" ? "" : `/Names << /EmbeddedFiles << /Names [${names}] >> >>`} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    FONT,
    ...pages,
    ...streams,
    ...files,
  ]);
}

/** A PDF of one page with these runs. */
export function pdfOfRuns(
  runs: readonly Run[],
  embedded: readonly { readonly name: string; readonly content: string }[] = [],
): Uint8Array {
  return pdfOfStreams([{ entries: "", stream: contentOf(runs) }], embedded);
}

/** Lines of cells, a cell every 200 points, as runs from the top of the page. */
export function runsOf(lines: readonly (readonly string[])[]): readonly Run[] {
  return lines.flatMap((cells, line) =>
    cells.map((text, cell): Run => ({ x: 40 + 200 * cell, y: 760 - 16 * line, text })),
  );
}

/** Packed as PDFs pack their streams. */
export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate")),
    ).arrayBuffer(),
  );
}
