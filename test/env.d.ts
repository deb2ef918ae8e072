// The types of `env` and `exports` of cloudflare:workers in the tests.

declare namespace Cloudflare {
  interface Env {
    /** Where the fakes of other people's servers listen (test/sources/fakes/all.ts); not in the remote project. */
    readonly SOURCE_FAKES: string;
    /**
     * How many schedules are run at once ("1000x10": connections, schedules each); empty: few. Not
     * in the remote project.
     */
    readonly SCALE: string;
  }
  interface GlobalProps {
    mainModule: typeof import("../src/index.ts");
  }
}
interface ImportMeta {
  glob<T>(
    pattern: string,
    options: { query: string; import: string; eager: true },
  ): Record<string, T>;
}
