// The places of a sheet's cell records by row, in eight bytes per record. Nearly all programs write
// the rows in order; otherwise the records are sorted by row and keep their order within a row.

const RECORDS_FIRST = 4_096;

/** Records in the order of their rows. */
export interface RowRecords {
  readonly length: number;
  rowAt(index: number): number;
  /** The places of the records from one index up to, but not including, another. */
  placesOf(from: number, to: number): Iterable<number>;
}

/** Makes an empty list. */
export function rowRecords(): { add(row: number, place: number): void; inOrder(): RowRecords } {
  let rows = new Uint32Array(RECORDS_FIRST);
  let places = new Uint32Array(RECORDS_FIRST);
  let length = 0;
  let ordered = true;
  return {
    add(row, place) {
      if (length === rows.length) {
        rows = doubleLength(rows);
        places = doubleLength(places);
      }
      ordered &&= length === 0 || (rows[length - 1] ?? 0) <= row;
      rows[length] = row;
      places[length] = place;
      length += 1;
    },
    inOrder() {
      if (!ordered) {
        const order = Uint32Array.from({ length }, (_, index) => index).sort(
          (a, b) => (rows[a] ?? 0) - (rows[b] ?? 0) || a - b,
        );
        rows = order.map((index) => rows[index] ?? 0);
        places = order.map((index) => places[index] ?? 0);
      }
      return {
        length,
        rowAt: (index) => rows[index] ?? 0,
        placesOf: (from, to) => places.subarray(from, to),
      };
    },
  };
}

function doubleLength(list: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(list.length * 2);
  found.set(list);
  return found;
}
