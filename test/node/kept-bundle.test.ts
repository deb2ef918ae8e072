// The bundle that npm start keeps: it is used again while nothing that it was made of has changed.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptBundle } from "../../scripts/kept-bundle.mjs";

let root = "";
let builds = 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tributary-kept-"));
  builds = 0;
  mkdirSync(join(root, "src"));
  write("src/index.ts", 'import { word } from "./word.ts"; console.log(word);');
  write("src/word.ts", 'export const word = "first";');
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A file as it was saved a while ago. */
function write(path: string, text: string, secondsAgo = 60): void {
  writeFileSync(join(root, path), text);
  const at = Date.now() / 1000 - secondsAgo;
  utimesSync(join(root, path), at, at);
}

/** The text of the bundle that a start gets. */
async function start(meanwhile: () => void = () => undefined): Promise<string> {
  const modules = await keptBundle(
    async () => {
      builds += 1;
      const { outputFiles, metafile } = await build({
        absWorkingDir: root,
        entryPoints: [join(root, "src/index.ts")],
        bundle: true,
        format: "esm",
        write: false,
        metafile: true,
      });
      meanwhile();
      const [file] = outputFiles;
      return {
        modules: [{ name: "index.js", text: file?.text ?? "" }],
        inputs: Object.keys(metafile.inputs),
      };
    },
    { folder: join(root, "kept"), root, madeBy: ["package-lock.json"] },
  );
  return modules[0]?.text ?? "";
}

test("a second start takes the bundle of the first", async () => {
  const first = await start();

  expect(await start()).toBe(first);
  expect(first).toContain("first");
  expect(builds).toBe(1);
  expect(readdirSync(join(root, "kept"))).toEqual(["kept.json"]);
});

test("a changed source is picked up, also where its length is the same or its time is older", async () => {
  await start();
  write("src/word.ts", 'export const word = "other";', 30);
  expect(await start()).toContain("other");

  const { size } = statSync(join(root, "src/word.ts"));
  write("src/word.ts", 'export const word = "third";', 3_600);
  expect(statSync(join(root, "src/word.ts")).size).toBe(size);
  expect(await start()).toContain("third");
  expect(builds).toBe(3);
});

test("another lock file, or a source that is gone, causes a new bundle", async () => {
  await start();
  write("package-lock.json", '{"packages":{}}');
  await start();
  expect(builds).toBe(2);

  write("src/index.ts", 'console.log("alone");');
  await start();
  rmSync(join(root, "src/index.ts"));
  await expect(start()).rejects.toThrow("src/index.ts");
  expect(builds).toBe(4);
});

test("a source that is saved while the bundle is made is picked up by the next start", async () => {
  const first = await start(() => write("src/word.ts", 'export const word = "saved";', -1));
  write("src/word.ts", 'export const word = "saved";', 0);

  expect(first).toContain("first");
  expect(await start()).toContain("saved");
});

test("a kept bundle that cannot be read is made anew", async () => {
  await start();
  writeFileSync(join(root, "kept/kept.json"), '{"inputs":{"src/ind');

  expect(await start()).toContain("first");
  expect(builds).toBe(2);
});
