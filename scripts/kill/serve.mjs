// One life of the Worker: serves until it is killed. Prints its address when it is ready.
// node scripts/kill/serve.mjs <built folder> <state folder> [<more of describe's options, as JSON>]

import { Miniflare } from "miniflare";
import { describe } from "../built.mjs";

const [folder, state, more = "{}"] = process.argv.slice(2);
const worker = new Miniflare(describe(folder, state, JSON.parse(more)));
console.log(String(await worker.ready));
