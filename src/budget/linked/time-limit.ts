// Waiting for somebody outside has an end: a provider that never answers must not keep an alarm or a
// request waiting for ever. What it answers later is dropped.

/** What the work resolves to, or a rejection when that takes longer than `milliseconds`. */
export async function within<T>(milliseconds: number, who: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${who} did not answer in ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
