// The Worker's main module, found once a file. For each request to the Worker, and each call of one of its objects by
// another, the plugin asks Vitest's process again where the module is, which takes longer than many of the requests do.

interface Runner {
  import(id: string, options?: object): Promise<unknown>;
  /** What this file added: the main module, as it was found. */
  found?: { main: unknown };
}

const MAIN = "/src/index.ts";

const { moduleRunner: runner } = (
  globalThis as unknown as { readonly __vitest_mocker__: { readonly moduleRunner: Runner } }
).__vitest_mocker__;

if (runner.found === undefined) {
  const found: { main: unknown } = { main: null };
  const find = runner.import.bind(runner);
  runner.found = found;
  runner.import = async (id, options) => {
    if (options !== undefined || !id.endsWith(MAIN)) return find(id, options);
    found.main ??= await find(id);
    return found.main;
  };
} else runner.found.main = null;
