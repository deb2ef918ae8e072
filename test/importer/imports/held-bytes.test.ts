import { expect, test } from "vitest";
import { HeldBytes } from "../../../src/importer/imports/held-bytes.ts";

const SIZES = [1, 65_535, 2, 70_000, 0, 1_500_000, 3, 900_000, 64 * 1024, 1024 * 1024];

function whole(pieces: readonly Uint8Array[]): number[] {
  return pieces.flatMap((piece) => [...piece]);
}

test("bytes come out in the order in which they went in, however they are cut", () => {
  const held = new HeldBytes();
  const [given, taken]: number[][] = [[], []];
  // The giver uses one buffer for all of its chunks.
  const buffer = new Uint8Array(Math.max(...SIZES));
  for (const [index, size] of SIZES.entries()) {
    const chunk = buffer.subarray(0, size);
    for (let at = 0; at < size; at += 1) chunk[at] = (at * 7 + index) & 0xff;
    held.add(chunk);
    for (const byte of chunk) given?.push(byte);
    const target = new Uint8Array(Math.floor(held.length * 0.6));
    held.take(target);
    for (const byte of target) taken?.push(byte);
  }

  for (const byte of whole(held.pieces())) taken?.push(byte);

  expect(held.length).toBe((given?.length ?? 0) - ((taken?.length ?? 0) - held.length));
  expect(taken?.length).toBe(given?.length);
  expect(taken?.every((byte, at) => byte === given?.[at])).toBe(true);
});

test("more bytes than are held cannot be taken", () => {
  const held = new HeldBytes();
  held.add(new Uint8Array(10));

  expect(() => held.take(new Uint8Array(11))).toThrow("so many bytes are held");
});

test("nothing is held once all was taken or cleared", () => {
  const held = new HeldBytes();
  held.add(new Uint8Array([1, 2, 3]));
  held.take(new Uint8Array(3));
  expect([held.length, held.pieces().length]).toEqual([0, 0]);

  held.add(new Uint8Array([4]));
  held.clear();
  held.add(new Uint8Array([5]));
  expect(whole(held.pieces())).toEqual([5]);
});
