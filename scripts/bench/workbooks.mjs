// Workbooks of some 10 MB as banks could send them, and some made to hurt: few bytes for them, much work for a careless
// reader. Written by hand from the formats' specifications, piece by piece.

import { crc32, deflateRawSync } from "node:zlib";
import { randomBytes } from "node:crypto";

const LABELS = ["Date", "Description", "Amount", "Balance"];
const FIRST_DAY = 44_562; // 2022-01-01
const text = () => `Payment ${randomBytes(18).toString("base64")}`;
const amount = (index) => -((index * 7_919) % 100_000) / 100 - 0.01;

/** name -> bytes. */
export const LARGE = {
  "XLSX, shared texts": () => xlsx(210_000, true),
  "XLSX, texts in cells": () => xlsx(210_000, false),
  "XLS, 65,000 rows": () => xls(65_000, 12, 4),
  "XLS, long shared texts": () => xls(24_000, 420, 1),
  ODS: () => ods(180_000),
  "XML of 2003": () => Buffer.from(xml(42_000)),
  "web page": () => Buffer.from(html(90_000)),
};

/** name -> bytes. */
export const HOSTILE = {
  "a sheet packed 1,000 times": () =>
    zip({ ...parts(), "xl/worksheets/sheet1.xml": sheet(" ".repeat(250e6)) }),
  "a sheet of 200 MB of empty cells": () =>
    zip({
      ...parts(),
      "xl/worksheets/sheet1.xml": sheet(
        Array.from(
          { length: 500_000 },
          (_, i) => `<row r="${i + 1}">${'<c s="1"/>'.repeat(40)}</row>`,
        ).join(""),
      ),
    }),
  "a text of 200 MB parted by comments": () =>
    zip({
      ...parts(),
      "xl/worksheets/sheet1.xml": sheet(
        `<row r="1"><c r="A1" t="str"><v>${`${randomBytes(300).toString("hex")}<!-- -->`.repeat(300_000)}</v></c></row>`,
      ),
    }),
  "2 million shared texts": () =>
    zip({
      ...parts(),
      "xl/sharedStrings.xml": `<sst>${Array.from({ length: 2_000_001 }, (_, i) => `<si><t>${i}</t></si>`).join("")}</sst>`,
    }),
  "a row at the end of the sheet": () =>
    zip({
      ...parts(),
      "xl/worksheets/sheet1.xml": sheet(
        `<row r="1"><c t="str"><v>Date</v></c></row><row r="1048576"><c t="str"><v>x</v></c></row>`,
      ),
    }),
  "half a million spans of a web page": () =>
    Buffer.from(`<html><table><tr>${"<td rowspan=999 colspan=1000>".repeat(500_000)}</tr></table>`),
  "ODS of repeated rows": () =>
    zip({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<d><table name="a">${Array.from({ length: 1_048 }, (_, i) => `<table-row number-rows-repeated="1000"><table-cell number-columns-repeated="256" value-type="float" value="${i}"><p>1</p></table-cell></table-row>`).join("")}</table></d>`,
    }),
};

function rows(count, cell) {
  let balance = 1_000_000;
  return Array.from({ length: count }, (_, index) => {
    balance = Math.round((balance + amount(index)) * 100) / 100;
    return cell(index, FIRST_DAY + Math.floor(index / 200), text(), amount(index), balance);
  });
}

function xlsx(count, shared) {
  const texts = [];
  const put = (value) =>
    shared ? `t="s"><v>${texts.push(value) - 1}</v>` : `t="inlineStr"><is><t>${value}</t></is>`;
  const header = `<row r="1">${LABELS.map((label) => `<c ${put(label)}</c>`).join("")}</row>`;
  const body = rows(
    count,
    (index, day, what, money, balance) =>
      `<row r="${index + 2}"><c r="A${index + 2}" s="1"><v>${day}</v></c><c r="B${index + 2}" ${put(what)}</c><c r="C${index + 2}"><v>${money}</v></c><c r="D${index + 2}"><v>${balance}</v></c></row>`,
  );
  return zip({
    ...parts(),
    "xl/worksheets/sheet1.xml": sheet(header + body.join("")),
    "xl/sharedStrings.xml": `<sst>${texts.map((one) => `<si><t>${one}</t></si>`).join("")}</sst>`,
  });
}

const sheet = (inside) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;

function parts() {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="S" sheetId="1" id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${type}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${type}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${type}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml":
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    "xl/sharedStrings.xml": "<sst/>",
  };
}

function ods(count) {
  const isoDay = (index) =>
    new Date(Date.UTC(2022, 0, 1) + Math.floor(index / 200) * 86_400_000)
      .toISOString()
      .slice(0, 10);
  const string = (value) => `<table-cell value-type="string"><p>${value}</p></table-cell>`;
  const number = (value) =>
    `<table-cell value-type="float" value="${value}"><p>${value}</p></table-cell>`;
  const body = rows(
    count,
    (index, _, what, money, balance) =>
      `<table-row><table-cell value-type="date" date-value="${isoDay(index)}"><p>x</p></table-cell>${string(what)}${number(money)}${number(balance)}</table-row>`,
  );
  return zip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<d><table name="a"><table-row>${LABELS.map(string).join("")}</table-row>${body.join("")}</table></d>`,
  });
}

function xml(count) {
  const cell = (type, value) => `<Cell><Data ss:Type="${type}">${value}</Data></Cell>`;
  const body = rows(
    count,
    (index, _, what, money, balance) =>
      `<Row>${cell("DateTime", `2022-01-${String(1 + Math.floor((index * 28) / count)).padStart(2, "0")}T00:00:00.000`)}${cell("String", what)}${cell("Number", money)}${cell("Number", balance)}</Row>`,
  );
  return `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row>${LABELS.map((label) => cell("String", label)).join("")}</Row>${body.join("")}</Table></Worksheet></Workbook>`;
}

function html(count) {
  const body = rows(
    count,
    (index, _, what, money, balance) =>
      `<tr><td>2022-01-${String(1 + Math.floor((index * 28) / count)).padStart(2, "0")}</td><td>${what}</td><td>${money.toFixed(2)}</td><td>${balance.toFixed(2)}</td></tr>`,
  );
  return `<html><table><tr>${LABELS.map((label) => `<th>${label}</th>`).join("")}</tr>${body.join("")}</table></html>`;
}

const record = (id, ...data) => {
  const body = Buffer.concat(data);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};
const words = (...values) => Buffer.from(Uint16Array.from(values).buffer);
const double = (value) => Buffer.from(Float64Array.of(value).buffer);

/** Version 8; each row with a day, texts of so many letters, and two numbers. */
function xls(count, letters, texts) {
  const strings = [
    ...LABELS,
    ...Array.from({ length: count * texts }, () =>
      randomBytes(letters).toString("base64").slice(0, letters),
    ),
  ];
  const shared = sharedStrings(strings);
  const begin = (type) => record(0x0809, words(0x0600, type, 0, 0, 0, 0, 0, 0));
  const listed = (offset) =>
    record(0x0085, words(offset & 0xffff, offset >>> 16), Buffer.of(0, 0, 1, 0, 83));
  const globals = (offset) =>
    Buffer.concat([
      begin(5),
      record(0xe0, words(0, 0), Buffer.alloc(16)),
      record(0xe0, words(0, 14), Buffer.alloc(16)),
      listed(offset),
      ...shared,
      record(0x0a),
    ]);
  const cells = [begin(0x10)];
  LABELS.slice(0, 2).forEach((_, column) =>
    cells.push(record(0xfd, words(0, column, 0, column, 0))),
  );
  cells.push(
    record(0xfd, words(0, texts + 1, 0, 2, 0)),
    record(0xfd, words(0, texts + 2, 0, 3, 0)),
  );
  rows(count, (index, day, _, money, balance) => {
    cells.push(record(0x0203, words(index + 1, 0, 1), double(day)));
    for (let column = 0; column < texts; column += 1) {
      const at = 4 + index * texts + column;
      cells.push(record(0xfd, words(index + 1, column + 1, 0, at & 0xffff, at >>> 16)));
    }
    cells.push(
      record(0x0203, words(index + 1, texts + 1, 0), double(money)),
      record(0x0203, words(index + 1, texts + 2, 0), double(balance)),
    );
  });
  cells.push(record(0x0a));
  return compound(Buffer.concat([globals(globals(0).length), ...cells]));
}

/** The records of a table of texts: SST and, where it is full, CONTINUE. */
function sharedStrings(strings) {
  const shared = [];
  let block = [Buffer.alloc(8)];
  block[0].writeUInt32LE(strings.length, 0);
  block[0].writeUInt32LE(strings.length, 4);
  let size = 8;
  for (const one of strings) {
    const bytes = Buffer.concat([words(one.length), Buffer.of(0), Buffer.from(one, "latin1")]);
    if (size + bytes.length > 8_000) {
      shared.push(record(shared.length === 0 ? 0xfc : 0x3c, ...block));
      block = [];
      size = 0;
    }
    block.push(bytes);
    size += bytes.length;
  }
  shared.push(record(shared.length === 0 ? 0xfc : 0x3c, ...block));
  return shared;
}

function compound(stream) {
  const sector = 4_096;
  const data = Math.ceil(stream.length / sector);
  const tables = Math.ceil(((data + 1) * 4) / (sector - 4));
  const fat = Uint32Array.from({ length: (tables * sector) / 4 }, (_, at) => {
    if (at < tables) return 0xfffffffd;
    if (at === tables || at === tables + data) return 0xfffffffe;
    return at > tables + data ? 0xffffffff : at + 1;
  });
  const file = Buffer.alloc((1 + tables + 1 + data) * sector);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file, 0);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 4],
    [28, 0xfffe],
    [30, 12],
    [32, 6],
  ])
    file.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, 4_096],
    [60, 0xfffffffe],
    [68, 0xfffffffe],
  ])
    file.writeUInt32LE(value, at);
  for (let at = 0; at < 109; at += 1)
    file.writeUInt32LE(at < tables ? at : 0xffffffff, 76 + at * 4);
  Buffer.from(fat.buffer).copy(file, sector);
  const entry = (at, { name, type, child, start, size }) => {
    file.write(name, at, "utf16le");
    file.writeUInt16LE(name.length * 2 + 2, at + 64);
    file[at + 66] = type;
    for (const [place, value] of [
      [68, 0xffffffff],
      [72, 0xffffffff],
      [76, child],
      [116, start],
      [120, size],
    ])
      file.writeUInt32LE(value >>> 0, at + place);
  };
  entry((1 + tables) * sector, {
    name: "Root Entry",
    type: 5,
    child: 1,
    start: 0xfffffffe,
    size: 0,
  });
  entry((1 + tables) * sector + 128, {
    name: "Workbook",
    type: 2,
    child: 0xffffffff,
    start: tables + 1,
    size: stream.length,
  });
  stream.copy(file, (2 + tables) * sector);
  return file;
}

function zip(members) {
  const local = [];
  const central = [];
  let at = 0;
  for (const [path, content] of Object.entries(members)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 6 });
    const name = Buffer.from(path);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    local.push(Buffer.from("PK\x03\x04"), facts, name, packed);
    central.push(
      Buffer.from("PK\x01\x02\x14\x00"),
      facts.subarray(0, 26),
      tail.subarray(0, 14),
      name,
    );
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(members).length, 4);
  end.writeUInt16LE(Object.keys(members).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06"), end]);
}
