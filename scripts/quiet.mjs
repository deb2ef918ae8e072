// What the runtime prints of a machine that is offline: for each name that cannot be looked up an error with a stack of
// the runtime, every quarter of an hour. One sentence says the same, once.

const LOOKUP = /failed to lookup address information|Network is unreachable/;
const RATES = /"event":"rates not fetched".*(?:could not be reached|unreachable)/;
const BELONGS = /^\s*$|^\s*stack: |^🪵/;

const SENTENCE =
  "  Offline: other servers cannot be reached. Currency rates and sources are tried again by themselves.";

/**
 * A filter for lines in their order: what to print instead of each, null for nothing.
 * @returns {(line: string) => string | null}
 */
export function quietOffline() {
  let isDropping = false;
  let wasTold = false;
  return (line) => {
    if (LOOKUP.test(line) || RATES.test(line)) {
      isDropping = true;
      if (wasTold) return null;
      wasTold = true;
      return SENTENCE;
    }
    isDropping = isDropping && BELONGS.test(line);
    return isDropping ? null : line;
  };
}
