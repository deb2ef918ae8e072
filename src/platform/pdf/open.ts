// The text and the embedded files of a PDF, by unpdf. Imported when the first PDF arrives; one PDF
// and one page at a time, within bounds. Nothing is drawn, run or fetched. A damaged or locked PDF
// is a state of the answer, never a thrown error.

import { PDF_EMBEDDED_MAX, PDF_ITEMS_MAX, PDF_PAGES_MAX, PDF_TEXT_CHARS_MAX } from "../limits.ts";

/** A run of characters on a page, in the page's own units from its lower left. */
export interface TextItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EmbeddedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type OpenedPdf =
  | {
      readonly state: "read";
      readonly pages: readonly (readonly TextItem[])[];
      readonly pageCount: number;
      readonly embedded: readonly EmbeddedFile[];
      readonly complete: boolean;
    }
  | { readonly state: "locked" }
  | { readonly state: "damaged"; readonly message: string };

/** Opens a PDF. The reader may detach the bytes. */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const { getDocumentProxy } = await import("unpdf");
  let pdf;
  try {
    pdf = await getDocumentProxy(bytes, {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      stopAtErrors: false,
      enableXfa: false,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return name === "PasswordException"
      ? { state: "locked" }
      : { state: "damaged", message: toMessage(error) };
  }
  try {
    const embedded = await readEmbeddedFiles(pdf);
    const left = { items: PDF_ITEMS_MAX, chars: PDF_TEXT_CHARS_MAX };
    const pages: TextItem[][] = [];
    for (
      let number = 1;
      number <= Math.min(pdf.numPages, PDF_PAGES_MAX) && left.items > 0 && left.chars > 0;
      number += 1
    )
      pages.push(await readPageItems(pdf, number, left));
    return {
      state: "read",
      pages,
      pageCount: pdf.numPages,
      embedded,
      complete: pdf.numPages <= PDF_PAGES_MAX && left.items > 0 && left.chars > 0,
    };
  } catch (error) {
    return { state: "damaged", message: toMessage(error) };
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

type Pdf = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>;

/**
 * The items of a page in their order, within what is left of the bounds; up to a fault in the page.
 */
async function readPageItems(
  pdf: Pdf,
  number: number,
  left: { items: number; chars: number },
): Promise<TextItem[]> {
  const found: TextItem[] = [];
  try {
    const page = await pdf.getPage(number);
    const reader = page
      .streamTextContent({ includeMarkedContent: false, disableNormalization: false })
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of toItems(value)) {
        left.items -= 1;
        left.chars -= item.text.length;
        if (left.items > 0 && left.chars > 0) found.push(item);
      }
      // It is not cancelled beyond the bounds: unpdf would then fail outside of any awaited
      // promise.
    }
    page.cleanup();
  } catch {
    return found;
  }
  return found;
}

function toItems(chunk: unknown): readonly TextItem[] {
  const items: unknown =
    typeof chunk === "object" && chunk !== null ? Reflect.get(chunk, "items") : null;
  return Array.isArray(items) ? items.flatMap((item: unknown) => toItem(item) ?? []) : [];
}

function toItem(item: unknown): TextItem | null {
  if (typeof item !== "object" || item === null) return null;
  const [text, transform, width, height] = ["str", "transform", "width", "height"].map(
    (name): unknown => Reflect.get(item, name),
  );
  if (
    typeof text !== "string" ||
    text.trim() === "" ||
    !Array.isArray(transform) ||
    typeof width !== "number" ||
    typeof height !== "number"
  )
    return null;
  const [a, b, , , x, y] = transform.map(Number);
  if (
    a === undefined ||
    b === undefined ||
    x === undefined ||
    y === undefined ||
    ![a, b, x, y, width].every(Number.isFinite)
  )
    return null;
  // Turned text (a stamp at the side of the page) shares no line with the rest.
  if (Math.abs(b) > Math.abs(a)) return null;
  return { text, x, y, width: Math.abs(width), height: height > 0 ? height : Math.abs(a) };
}

async function readEmbeddedFiles(pdf: Pdf): Promise<readonly EmbeddedFile[]> {
  try {
    const listed: unknown = await pdf.getAttachments();
    const names = listed instanceof Map ? [...listed.keys()] : Object.keys(listed ?? {});
    const files: EmbeddedFile[] = [];
    for (const name of names
      .map(String)
      .filter((one) => /\.xml$/i.test(one))
      .slice(0, PDF_EMBEDDED_MAX)) {
      const bytes: unknown = await pdf.getAttachmentContent(name);
      if (bytes instanceof Uint8Array) files.push({ name, bytes });
    }
    return files;
  } catch {
    return [];
  }
}

function toMessage(error: unknown): string {
  return (error instanceof Error ? error.message : "unknown fault").slice(0, 160);
}
