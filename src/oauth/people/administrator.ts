// Who administrates a deployment: its first person, and on a developer's machine the local one.

import { readConfig } from "../../config.ts";
import { DIRECTORY } from "./directory.ts";
import { LOCAL_USER } from "./person.ts";

/** Whether this User object's person administrates the deployment. */
export async function isAdministrator(env: Env, user: string): Promise<boolean> {
  if (user === LOCAL_USER && readConfig(env).local) return true;
  return env.DIRECTORY.getByName(DIRECTORY).isAdministrator(user);
}
