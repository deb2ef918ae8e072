// The households of npm run cost, each with what it does in a month, and how many of a hundred people live so. The
// shares are an assumption, not a count of anybody: most look in now and then, one in ten has everything connected.

/**
 * @typedef {{
 *   name: string, share: number, statements: number, rows: number, mails: number, schedules: number, runs: number,
 *   hookCalls: number, isTold: boolean, calls: number, pages: Record<string, number>,
 * }} Household
 */

/** @type {readonly Household[]} */
export const HOUSEHOLDS = [
  {
    name: "light",
    share: 0.5,
    statements: 1,
    rows: 30,
    mails: 4,
    schedules: 0,
    runs: 0,
    hookCalls: 0,
    isTold: false,
    calls: 0,
    pages: {
      overview: 8,
      transactions: 6,
      budget: 4,
      review: 2,
      accounts: 1,
      inbox: 2,
      imports: 1,
    },
  },
  {
    name: "average",
    share: 0.4,
    statements: 4,
    rows: 50,
    mails: 25,
    schedules: 1,
    runs: 60,
    hookCalls: 0,
    isTold: false,
    calls: 60,
    pages: {
      overview: 20,
      transactions: 20,
      budget: 10,
      review: 10,
      accounts: 5,
      inbox: 10,
      imports: 5,
    },
  },
  {
    name: "heavy",
    share: 0.1,
    statements: 8,
    rows: 80,
    mails: 60,
    schedules: 4,
    runs: 60,
    hookCalls: 60,
    isTold: true,
    calls: 300,
    pages: {
      overview: 60,
      transactions: 80,
      budget: 30,
      review: 40,
      accounts: 20,
      inbox: 40,
      imports: 15,
    },
  },
];

/**
 * What a household does in a month, and how often.
 * @param {Household} household
 * @returns {Record<string, number>}
 */
export function habitsOf({ statements, mails, schedules, runs, hookCalls, calls, pages }) {
  return {
    statement: statements,
    mail: mails,
    run: schedules * runs,
    hookCall: hookCalls,
    call: calls,
    ...pages,
  };
}
