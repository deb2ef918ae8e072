// Limits the wait for an outside server: a provider that never answers must not hold an alarm or a
// request forever. A late answer is dropped.

/** The result of `work`, or a rejection after `milliseconds`. */
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
