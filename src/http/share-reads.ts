// The two ways by which a page calls our API and the budgeting service, for one request of a browser.
// The parts of a page read the same lists of accounts, categories and tags. Each is asked for once:
// another service counts requests, and takes 100 a minute. A write makes all of it unknown again.

type Call = (path: string, init?: RequestInit) => Promise<Response>;

interface Ways {
  readonly api: Call;
  readonly service: Call;
}

interface Kept {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** The same ways; equal reads of the service share one answer until something is written. */
export function shareReads({ api, service }: Ways): Ways {
  const kept = new Map<string, Promise<Kept>>();
  const forgetting =
    (call: Call): Call =>
    async (path, init) => {
      if ((init?.method ?? "GET") === "GET") return call(path, init);
      kept.clear();
      try {
        return await call(path, init);
      } finally {
        // A read that began during the write may have seen either.
        kept.clear();
      }
    };
  const write = forgetting(service);
  return {
    api: forgetting(api),
    service: async (path, init) => {
      if (init !== undefined || isLong(path)) return write(path, init);
      const answer = kept.get(path) ?? service(path).then(keep);
      kept.set(path, answer);
      const { status, headers, bytes } = await answer;
      return new Response(hasBody(status) ? bytes : null, { status, headers });
    },
  };
}

/** Transactions may be many, and nobody reads the same ones twice. */
function isLong(path: string): boolean {
  return path.startsWith("/transactions");
}

async function keep(response: Response): Promise<Kept> {
  const { status, headers } = response;
  return { status, headers, bytes: await response.arrayBuffer() };
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
