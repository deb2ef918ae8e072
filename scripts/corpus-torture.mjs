// The torture part of the corpus, where it is present.
export async function runTorture() {}
