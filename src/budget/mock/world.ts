// The world in which the mock's household lives: a clock that is set by hand, and requests to the
// real route tables. A refusal is a fault of the data, and stops the fill.

import type { Sql } from "../../platform/sql/sql.ts";
import { assert } from "../../platform/assert.ts";
import { runDueJobs } from "../jobs/run.ts";
import { JOBS } from "../jobs.ts";
import type { Ports } from "../outside.ts";
import type { Method } from "../../platform/api/route.ts";
import { answer } from "../answer.ts";
import { OWN_ROUTES, ROUTES } from "../routes.ts";
import type { Caller } from "../scope.ts";

const ORIGIN = "https://mock.invalid";

/** A row of an answer, as far as the household looks into it. */
export interface Answered {
  readonly id: number;
  readonly [property: string]: unknown;
}

export class World {
  readonly sql: Sql;
  readonly #caller: Caller;
  readonly #ports: Ports;
  #now = 0;

  constructor(sql: Sql, caller: Caller, ports: Ports) {
    this.sql = sql;
    this.#caller = caller;
    this.#ports = ports;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  get ports(): Ports {
    return this.#ports;
  }

  /** Sets the clock to noon of the day; never back. */
  goTo(day: string): void {
    const then = Date.parse(`${day}T12:00:00Z`);
    assert(then >= this.#now, `the mock's clock goes on to ${day}`);
    this.#now = then;
  }

  /** One request to version 2; its answer's body. */
  async call(method: Method, path: string, body?: object | FormData): Promise<Answered> {
    return this.#ask("/v2", method, path, body);
  }

  /** One request to what the app itself has below /api. */
  async callOwn(method: Method, path: string, body?: object | string): Promise<Answered> {
    return this.#ask("/api", method, path, body);
  }

  /** Runs the jobs that the object's alarm would have run by now. */
  async runJobs(): Promise<void> {
    await runDueJobs(JOBS, this.sql, this.#ports, () => this.#now);
  }

  async #ask(
    base: "/v2" | "/api",
    method: Method,
    path: string,
    body?: object | FormData | string,
  ): Promise<Answered> {
    const sent =
      body === undefined || body instanceof FormData || typeof body === "string"
        ? body
        : JSON.stringify(body);
    const request = new Request(ORIGIN + base + path, {
      method,
      ...(sent !== undefined && { body: sent }),
    });
    const outside = { sql: this.sql, caller: this.#caller, ports: this.#ports };
    const routes = base === "/v2" ? ROUTES : OWN_ROUTES;
    const response = await answer({ routes, base }, request, outside, () => this.#now);
    const text = await response.text();
    assert(
      response.ok,
      `the mock's ${method} ${path} is answered ${response.status}: ${text.slice(0, 500)}`,
    );
    return (text === "" ? { id: 0 } : JSON.parse(text)) as Answered;
  }
}
