// The two functions by which a page calls our API and the budgeting service, for one request of a
// browser. The parts of a page read the same lists of accounts, categories and tags. Each list is
// requested once, since a remote service accepts only 100 requests a minute. After a write
// everything is read again.

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

/**
 * The same two functions; equal reads of the service share one answer until something is written.
 */
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
        // A read that began during the write may have the values before or after it.
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

/** Answers with transactions are long, and no page reads the same ones twice. */
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
