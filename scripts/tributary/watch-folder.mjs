// @ts-check
// Which files of a watched folder are whole: those whose size and time have not changed for a while. What is known of a
// file is forgotten when it leaves the folder, so memory is bounded by the folder.

import { stat } from "node:fs/promises";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { FILES_MAX, isPassedOver, unreadable } from "./inputs.mjs";

/**
 * @typedef {{ name: string, path: string, size: number, changed: number }} Seen
 * @typedef {{ size: number, changed: number, since: number }} Watched
 */

export class Folder {
  /** @type {Map<string, Watched>} */
  #watched = new Map();

  /**
   * @param {string} path
   * @param {number} settleMs
   */
  constructor(path, settleMs) {
    this.path = path;
    this.settleMs = settleMs;
  }

  /**
   * Looks once: the files that are whole, by name; `unsettled` counts those that are not yet.
   * @param {number} now
   * @returns {Promise<{ whole: Seen[], unsettled: number }>}
   */
  async look(now) {
    const seen = await this.#list();
    /** @type {Map<string, Watched>} */
    const next = new Map();
    const whole = [];
    for (const file of seen) {
      const before = this.#watched.get(file.name);
      const isSame = before?.size === file.size && before.changed === file.changed;
      const since = isSame ? before.since : now;
      next.set(file.name, { size: file.size, changed: file.changed, since });
      // An empty file is one that somebody has only begun to write.
      if (file.size > 0 && now - since >= this.settleMs) whole.push(file);
    }
    this.#watched = next;
    const unsettled = seen.filter(({ size }) => size > 0).length - whole.length;
    return { whole, unsettled };
  }

  /** @returns {Promise<Seen[]>} */
  async #list() {
    /** @type {Seen[]} */
    const found = [];
    try {
      for await (const entry of await opendir(this.path)) {
        if (!entry.isFile() || isPassedOver(entry.name)) continue;
        const path = join(this.path, entry.name);
        const facts = await stat(path).catch(() => null);
        if (facts !== null)
          found.push({ name: entry.name, path, size: facts.size, changed: facts.mtimeMs });
        if (found.length > FILES_MAX)
          throw new Fault(
            `${this.path} holds more than ${FILES_MAX} files. Move those that are done elsewhere.`,
          );
      }
    } catch (error) {
      throw error instanceof Fault ? error : unreadable(this.path, error);
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
