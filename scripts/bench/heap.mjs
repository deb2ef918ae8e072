// Watches the memory of a Worker's isolate through the inspector (Runtime.getHeapUsage), several times a second.

const PERIOD_MS = 50;

/** The limit that V8 is given for an import's heap: the platform allows 128 MB, and buffers count there too. */
export const HEAP_MB_MAX = 80;

/** Remembers the highest figure seen: the used JS heap with the buffers it holds. */
export class HeapWatch {
  #sockets;
  #timer;
  #next = 1;
  #peak = 0;
  #latest = 0;
  #samples = 0;

  constructor(sockets) {
    this.#sockets = sockets;
    for (const socket of sockets)
      socket.addEventListener("message", ({ data }) => this.#see(JSON.parse(data)));
    this.#timer = setInterval(() => this.#ask(), PERIOD_MS);
  }

  /** Connects to the Worker's isolate; the inspector port also lists those that stand in for the platform. */
  static async start(port) {
    const listed = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    const targets = listed.filter(({ id }) => id.startsWith("core:user:"));
    const sockets = targets.map((target) => new WebSocket(target.webSocketDebuggerUrl));
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise((resolve, reject) => {
            socket.addEventListener("open", resolve);
            socket.addEventListener("error", () =>
              reject(new Error("the inspector does not answer")),
            );
          }),
      ),
    );
    return new HeapWatch(sockets);
  }

  /** The figure after a collection. */
  async now() {
    for (const socket of this.#sockets)
      socket.send(JSON.stringify({ id: this.#next++, method: "HeapProfiler.collectGarbage" }));
    await new Promise((resolve) => setTimeout(resolve, 4 * PERIOD_MS));
    const settled = this.#latest;
    this.#peak = settled;
    return settled;
  }

  /** Ends watching; throws where nothing was seen, so that no figure is made up. */
  async stop() {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.close();
    if (this.#samples === 0) throw new Error("the inspector gave no figure");
    return { peak: this.#peak, samples: this.#samples };
  }

  #ask() {
    for (const socket of this.#sockets)
      socket.send(JSON.stringify({ id: this.#next++, method: "Runtime.getHeapUsage" }));
  }

  #see({ result }) {
    if (typeof result?.usedSize !== "number") return;
    this.#samples += 1;
    this.#latest =
      result.usedSize + (result.backingStorageSize ?? 0) + (result.embedderHeapUsedSize ?? 0);
    this.#peak = Math.max(this.#peak, this.#latest);
  }
}
