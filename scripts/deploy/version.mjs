// Looks at the version that was just deployed, and puts the one before back if it cannot work. A step of a database
// that failed left that database as it was (src/platform/sql/migrate.ts), so the version before goes on with it.

import { Fault, faultOf } from "./faults.mjs";
import { opensItsData, untilItAnswers } from "./operator.mjs";
import { readKey } from "./settings.mjs";

const ANSWER_MS_MAX = 180_000;
const UPDATE_MS_MAX = 60_000;
const OPEN_MS_MAX = 8_000;

/**
 * Throws if the deployment does not answer, or does not open its data.
 * @param {import("./steps.mjs").Run} run
 * @param {string} config
 * @param {string} origin
 */
export async function checkVersion(run, config, origin) {
  const isUpdate = run.settings.version !== undefined;
  const problem = await untilItAnswers(origin, isUpdate ? UPDATE_MS_MAX : ANSWER_MS_MAX);
  if (problem !== null) {
    // Where nobody was reached, the network is at fault and not the version.
    if (problem.reached && isUpdate) await putBack(run, config, problem.what);
    throw new Fault(
      `The deployment does not answer at ${origin}: ${problem.what}.`,
      "A new name may take some minutes: run npm run deploy again. If it answers " +
        "500, look at npx wrangler tail --config deployment/wrangler.toml.",
    );
  }
  if (await opensItsData(origin, readKey(run.folder), OPEN_MS_MAX)) return;
  if (isUpdate) await putBack(run, config, "it cannot open the stored databases");
  throw new Fault(
    `The deployment at ${origin} cannot open its databases.`,
    "Look at npx wrangler tail --config deployment/wrangler.toml, and at cloudflarestatus.com.",
  );
}

/**
 * Puts the version back that worked last, and throws.
 * @param {import("./steps.mjs").Run} run
 * @param {string} config
 * @param {string} why
 * @returns {Promise<never>}
 */
async function putBack({ wrangler, settings }, config, why) {
  const { version = "" } = settings;
  const message = "npm run deploy: the new version does not work";
  const args = ["rollback", version, "--message", message, "--yes", "--config", config];
  const answer = await wrangler(args);
  if (answer.code !== 0)
    throw faultOf(`put version ${version} back, after the new one failed (${why})`, answer);
  throw new Fault(
    `The new version does not work: ${why}. Version ${version}, which worked, was ` +
      "put back. A database's update that failed left it as it was.",
    "Nothing else is to do now. npx wrangler tail --config deployment/wrangler.toml " +
      "shows the fault at the next try; report it, or wait for a newer version.",
  );
}
