// @ts-check
// The folders where the system keeps a program's settings and its state, and files in them that only their owner reads.

import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Fault } from "./fault.mjs";

const NAME = "tributary";

/**
 * The folder of the settings: %APPDATA% on Windows, Library/Application Support on a Mac, elsewhere $XDG_CONFIG_HOME
 * or ~/.config. XDG_CONFIG_HOME counts everywhere.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @param {string} home
 */
export function configFolder(env = process.env, platform = process.platform, home = homedir()) {
  return chooseFolder(env["XDG_CONFIG_HOME"], env["APPDATA"], {
    platform,
    home,
    windows: ["AppData", "Roaming"],
    other: [".config"],
  });
}

/**
 * The folder of the state, which may be deleted: %LOCALAPPDATA%, Library/Application Support, $XDG_STATE_HOME or
 * ~/.local/state.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @param {string} home
 */
export function stateFolder(env = process.env, platform = process.platform, home = homedir()) {
  return chooseFolder(env["XDG_STATE_HOME"], env["LOCALAPPDATA"], {
    platform,
    home,
    windows: ["AppData", "Local"],
    other: [".local", "state"],
  });
}

/**
 * @param {string | undefined} xdg
 * @param {string | undefined} appData
 * @param {{ platform: string, home: string, windows: string[], other: string[] }} system
 */
function chooseFolder(xdg, appData, { platform, home, windows, other }) {
  // A relative path in these variables means nothing (XDG Base Directory Specification).
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, NAME);
  if (platform === "win32") return join(appData || join(home, ...windows), NAME);
  if (platform === "darwin") return join(home, "Library", "Application Support", NAME);
  return join(home, ...other, NAME);
}

/** Makes the folder, readable by its owner alone. */
export function makeFolder(/** @type {string} */ folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Fault(`Cannot make the folder ${folder}: ${messageOf(error)}. Make it yourself.`);
  }
}

/**
 * Writes the file whole or not at all; only its owner may read it.
 * @param {string} path
 * @param {string} text
 */
export function writePrivate(path, text) {
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}.tmp`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Fault(`Cannot write ${path}: ${messageOf(error)}. Make its folder writable.`);
  }
}

/** What an error says. */
export function messageOf(/** @type {unknown} */ error) {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error ("ENOENT"), or "". */
export function codeOf(/** @type {unknown} */ error) {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
