// A budgeting service that somebody else's authorization server guards: GET /v2/me says whose token it is, and the
// rest is the faulty service of test/remote, asked behind it. Whoever has no valid token is answered 401.

import type { IncomingMessage, ServerResponse } from "node:http";
import { startFakeBudget } from "../remote/fake-budget.ts";

/** The token that the service behind takes from whoever was let in here. */
const BEHIND = "planted-remote-token";

/** Whom a token lets in. */
export interface Person {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  readonly budgetName: string;
}

export const ADA: Person = {
  id: 71,
  accountId: 710,
  name: "Ada Remote",
  email: "ada@remote.example",
  budgetName: "Ada’s house",
};
export const BEN: Person = {
  id: 72,
  accountId: 720,
  name: "Ben Remote",
  email: "ben@remote.example",
  budgetName: "Ben’s flat",
};

export interface ResourceServer {
  /** The fake service's own address: /faults, /reset and a look at what it kept. */
  readonly control: string;
  /** How often 401 was answered. */
  refused: number;
  /** Answers a request below /v2. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** A service that lets in whom `findPerson` says a bearer token belongs to. */
export async function resourceServer(
  personOf: (token: string) => Promise<Person | null>,
): Promise<ResourceServer> {
  const control = await startFakeBudget();
  const resource: ResourceServer = {
    control,
    refused: 0,
    answer: async (request, response) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
      const person = token === undefined ? null : await personOf(token);
      if (person === null) {
        resource.refused += 1;
        response.setHeader("www-authenticate", 'Bearer error="invalid_token"');
        return json(response, 401, {
          message: "Unauthorized",
          errors: [{ errMsg: "Access token does not exist." }],
        });
      }
      if (request.method === "GET" && request.url === "/v2/me")
        return json(response, 200, meOf(person));
      const body = await bodyOf(request);
      const method = request.method ?? "GET";
      const headers = { authorization: `Bearer ${BEHIND}`, "content-type": "application/json" };
      const inner = await fetch(new URL(request.url ?? "/", control), {
        method,
        headers,
        ...(body !== "" && { body }),
      });
      const limits = [...inner.headers].filter(([name]) =>
        /^(content-type|retry-after|ratelimit-)/.test(name),
      );
      response
        .writeHead(inner.status, Object.fromEntries(limits))
        .end(inner.status === 204 ? undefined : await inner.text());
    },
  };
  return resource;
}

/** What GET /me answers (service-v2.md). */
export function meOf(person: Person): Record<string, unknown> {
  const { id, accountId, name, email, budgetName } = person;
  return {
    id,
    name,
    email,
    account_id: accountId,
    budget_name: budgetName,
    primary_currency: "usd",
    api_key_label: null,
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
