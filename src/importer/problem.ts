// What the importer refuses, with the facts. `toWire` is the one place that gives each its status and
// words; adding a problem does not compile until it has them.

export type ImportProblem =
  | { readonly kind: "no such import"; readonly id: string }
  | { readonly kind: "document missing"; readonly id: string; readonly name: string }
  | { readonly kind: "no such message"; readonly id: string }
  | {
      readonly kind: "wrong message state";
      readonly state: string;
      readonly action: string;
      readonly allowed: string;
    }
  | { readonly kind: "not a message"; readonly media_type: string }
  | { readonly kind: "no such match"; readonly what: string; readonly n: number }
  | {
      readonly kind: "decided before";
      readonly what: string;
      readonly n: number;
      readonly state: string;
    }
  | { readonly kind: "no such key"; readonly id: string }
  | { readonly kind: "no such address"; readonly id: string }
  | { readonly kind: "no such schedule"; readonly id: string }
  | { readonly kind: "no such layout"; readonly fingerprint: string }
  | { readonly kind: "not learned"; readonly what: string }
  | { readonly kind: "no such attachment"; readonly n: string }
  | { readonly kind: "read otherwise" }
  | { readonly kind: "no answer"; readonly message: string }
  | { readonly kind: "too many"; readonly message: string }
  | { readonly kind: "not offered"; readonly message: string }
  | { readonly kind: "not for import keys" }
  | { readonly kind: "not there"; readonly method: string; readonly path: string }
  | { readonly kind: "no body" }
  | { readonly kind: "too large"; readonly bytes_max: number }
  | { readonly kind: "malformed multipart"; readonly detail: string }
  | { readonly kind: "unreadable"; readonly message: string; readonly import_id: string }
  | {
      readonly kind: "unreadable archive";
      readonly files: readonly { readonly message: string; readonly import_id: string }[];
    }
  | {
      readonly kind: "unknown account";
      readonly account: string;
      readonly known: readonly string[];
    }
  | {
      readonly kind: "ambiguous account";
      readonly account: string;
      readonly ids: readonly number[];
    }
  | { readonly kind: "invalid"; readonly field: string; readonly message: string }
  | { readonly kind: "idempotency key reused"; readonly key: string }
  | {
      readonly kind: "wrong state";
      readonly state: string;
      readonly action: string;
      readonly allowed: string;
    }
  | { readonly kind: "unknown question"; readonly id: string; readonly open: readonly string[] }
  | {
      readonly kind: "unknown choice";
      readonly id: string;
      readonly value: string;
      readonly choices: readonly string[];
    };

export interface WireProblem {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422 | 502;
  readonly body: {
    readonly message: string;
    readonly errors: readonly { readonly errMsg: string; readonly [fact: string]: unknown }[];
  };
}

/** The status and the envelope of a refusal. */
export function toWire(problem: ImportProblem): WireProblem {
  switch (problem.kind) {
    case "no such import":
      return wire(404, "Not Found", `There is no import ${problem.id}.`, {});
    case "document missing":
      return wire(
        404,
        "Not Found",
        `The document of import ${problem.id}, "${problem.name}", is missing from the store. Its rows are kept; upload the file again to store it.`,
        {},
      );
    case "no such message":
      return wire(404, "Not Found", `There is no message ${problem.id} in the inbox.`, {});
    case "wrong message state":
      return wire(
        409,
        "Invalid Request",
        `A message that is ${problem.state} cannot be ${problem.action}; it must be ${problem.allowed}.`,
        { state: problem.state },
      );
    case "not a message":
      return wire(
        415,
        "Unsupported Media Type",
        `The body is a raw message, with content-type: message/rfc822; not "${problem.media_type}".`,
        { instancePath: "/headers/content-type" },
      );
    case "no such match":
      return wire(404, "Not Found", `The import has no ${problem.what} ${problem.n}.`, {});
    case "decided before":
      return wire(409, "Invalid Request", `The ${problem.what} ${problem.n} is ${problem.state}.`, {
        state: problem.state,
      });
    case "no such key":
      return wire(404, "Not Found", `There is no import key ${problem.id}.`, {});
    case "no such address":
      return wire(404, "Not Found", `There is no receipt address ${problem.id}.`, {});
    case "no such schedule":
      return wire(404, "Not Found", `There is no schedule ${problem.id.slice(0, 60)}.`, {});
    case "no such layout":
      return wire(404, "Not Found", `There is no layout ${problem.fingerprint.slice(0, 60)}.`, {});
    case "not learned":
      return wire(404, "Not Found", `There is no ${problem.what}.`, {});
    case "no such attachment":
      return wire(404, "Not Found", `The message has no attachment ${problem.n}.`, {});
    case "read otherwise":
      return wire(
        409,
        "Invalid Request",
        "The message was read by an earlier version, which may have listed other attachments; have it read again.",
        {},
      );
    case "no answer":
      return wire(502, "Bad Gateway", problem.message, {});
    case "too many":
      return wire(409, "Invalid Request", problem.message, {});
    case "not offered":
      return wire(409, "Invalid Request", problem.message, {});
    case "not for import keys":
      return wire(
        403,
        "Forbidden",
        "An import key sends files and mail, and reads what became of them. This takes a developer token of the budget, or a person who is signed in.",
        {},
      );
    case "not there":
      return wire(404, "Not Found", `There is no ${problem.method} ${readable(problem.path)}.`, {});
    case "no body":
      return wire(
        422,
        "Unreadable Document",
        "The file is empty: 0 bytes arrived, a bank's export was expected.",
        {},
      );
    case "too large":
      return wire(
        413,
        "Document Too Large",
        `The file is larger than ${problem.bytes_max} bytes.`,
        { bytes_max: problem.bytes_max },
      );
    case "malformed multipart":
      return wire(
        400,
        "Invalid Request Body",
        `The multipart body cannot be read: ${problem.detail}.`,
        {},
      );
    case "unreadable":
      return wire(422, "Unreadable Document", problem.message, { import_id: problem.import_id });
    case "unreadable archive":
      return {
        status: 422,
        body: {
          message: "Unreadable Document",
          errors: problem.files.map(({ message, import_id }) => ({ errMsg: message, import_id })),
        },
      };
    case "unknown account":
      return wire(400, "Invalid Request Parameters", `There is no account "${problem.account}".`, {
        instancePath: "/query/account",
        allowed_values: problem.known,
      });
    case "ambiguous account":
      return wire(
        400,
        "Invalid Request Parameters",
        `${problem.ids.length} accounts are called "${problem.account}": name one by its id.`,
        { instancePath: "/query/account", allowed_values: problem.ids },
      );
    case "invalid":
      return wire(400, "Request Validation Failure", problem.message, {
        instancePath: problem.field,
      });
    case "idempotency key reused":
      return wire(
        422,
        "Invalid Request",
        "This Idempotency-Key was used before with another file or other parameters.",
        {},
      );
    case "wrong state":
      return wire(
        409,
        "Invalid Request",
        `An import that is ${problem.state} cannot be ${problem.action}; it must be ${problem.allowed}.`,
        { state: problem.state },
      );
    case "unknown question":
      return wire(400, "Invalid Request Body", `The import does not ask "${problem.id}".`, {
        allowed_values: problem.open,
      });
    case "unknown choice":
      return wire(
        400,
        "Invalid Request Body",
        `"${problem.value}" is no answer to "${problem.id}".`,
        { instancePath: `/body/answers/${problem.id}`, allowed_values: problem.choices },
      );
  }
}

/** The answer that says so. */
export function refuse(problem: ImportProblem): Response {
  const { status, body } = toWire(problem);
  return Response.json(body, { status });
}

/** A path without percent signs, where it is of UTF-8 text. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function wire(
  status: WireProblem["status"],
  message: string,
  errMsg: string,
  facts: Record<string, unknown>,
): WireProblem {
  return { status, body: { message, errors: [{ errMsg, ...facts }] } };
}
