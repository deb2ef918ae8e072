// The refusals of the importer, with their facts. WIRE is the one place that gives each its status and
// words; a new refusal does not compile until it has them.

/** The facts of each refusal. */
interface Facts {
  "no such import": { id: string };
  "no such upload": { id: string };
  "document missing": { id: string; name: string };
  "no such message": { id: string };
  "wrong message state": { state: string; action: string; allowed: string };
  "not a message": { media_type: string };
  "no such match": { what: string; n: number };
  "decided before": { what: string; n: number; state: string };
  "no such key": { id: string };
  "no such address": { id: string };
  "no such view": { id: string };
  "no such schedule": { id: string };
  "no such layout": { fingerprint: string };
  "no restore": object;
  "no such backup": { id: string };
  "no backup address": object;
  "no backup to send": object;
  restoring: object;
  "not empty": { table: string };
  "unfit backup": { message: string };
  "not learned": { what: string };
  "no such attachment": { n: string };
  "read otherwise": object;
  "no answer": { message: string };
  "too many": { message: string };
  "not offered": { message: string };
  "not for import keys": object;
  "key may not read": object;
  "not there": { method: string; path: string };
  "no body": object;
  "too large": { bytes_max: number };
  "malformed multipart": { detail: string };
  unreadable: { message: string; import_id: string };
  "unreadable archive": {
    files: readonly { readonly message: string; readonly import_id: string }[];
  };
  "unknown account": { account: string; known: readonly string[] };
  "ambiguous account": { account: string; ids: readonly number[] };
  invalid: { field: string; message: string };
  "idempotency key reused": { key: string };
  "wrong state": { state: string; action: string; allowed: string };
  "unknown question": { id: string; open: readonly string[] };
  "unknown choice": { id: string; value: string; choices: readonly string[] };
}

export type ImportProblem<Kind extends keyof Facts = keyof Facts> = {
  [K in Kind]: { readonly kind: K } & Readonly<Facts[K]>;
}[Kind];

interface WireProblem {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422 | 502;
  readonly body: {
    readonly message: string;
    readonly errors: readonly { readonly errMsg: string; readonly [fact: string]: unknown }[];
  };
}

const notFound = (errMsg: string) => wire(404, "Not Found", errMsg);
const conflict = (errMsg: string, facts?: object) => wire(409, "Invalid Request", errMsg, facts);

const WIRE: { readonly [K in keyof Facts]: (problem: ImportProblem<K>) => WireProblem } = {
  "no such import": ({ id }) => notFound(`There is no import ${id}.`),
  "no such upload": ({ id }) => notFound(`There is no upload ${id.slice(0, 60)}.`),
  "document missing": ({ id, name }) =>
    notFound(
      `The document of import ${id}, "${name}", is missing from the store. Its rows are kept; upload the file again to store it.`,
    ),
  "no such message": ({ id }) => notFound(`There is no message ${id} in the inbox.`),
  "wrong message state": ({ state, action, allowed }) =>
    conflict(`A message that is ${state} cannot be ${action}; it must be ${allowed}.`, { state }),
  "not a message": ({ media_type }) =>
    wire(
      415,
      "Unsupported Media Type",
      `The body is a raw message, with content-type: message/rfc822; not "${media_type}".`,
      { instancePath: "/headers/content-type" },
    ),
  "no such match": ({ what, n }) => notFound(`The import has no ${what} ${n}.`),
  "decided before": ({ what, n, state }) => conflict(`The ${what} ${n} is ${state}.`, { state }),
  "no such key": ({ id }) => notFound(`There is no import key ${id}.`),
  "no such address": ({ id }) => notFound(`There is no receipt address ${id}.`),
  "no such view": ({ id }) => notFound(`There is no view ${id}.`),
  "no such schedule": ({ id }) => notFound(`There is no schedule ${id.slice(0, 60)}.`),
  "no such layout": ({ fingerprint }) =>
    notFound(`There is no layout ${fingerprint.slice(0, 60)}.`),
  "no backup address": () => notFound("Backups are sent to no address."),
  "no backup to send": () =>
    notFound("There is no backup yet, or no address that backups are sent to."),
  "no such backup": ({ id }) => notFound(`There is no backup ${id.slice(0, 20)}.`),
  "no restore": () => notFound("No backup was restored here."),
  restoring: () =>
    conflict("A backup is being restored. Nothing else can be changed until it is done."),
  "not empty": ({ table }) =>
    conflict(
      `There is something here already: ${table.replaceAll("_", " ")}. A backup is restored where nothing was imported yet.`,
    ),
  "unfit backup": ({ message }) => wire(422, "Unfit Backup", message),
  "not learned": ({ what }) => notFound(`There is no ${what}.`),
  "no such attachment": ({ n }) => notFound(`The message has no attachment ${n}.`),
  "read otherwise": () =>
    conflict(
      "The message was read by an earlier version, which may have listed other attachments; have it read again.",
    ),
  "no answer": ({ message }) => wire(502, "Bad Gateway", message),
  "too many": ({ message }) => conflict(message),
  "not offered": ({ message }) => conflict(message),
  "not for import keys": () =>
    wire(
      403,
      "Forbidden",
      "An import key may send files and mail, and read their results. This needs a developer token of the budget, or a signed-in person.",
    ),
  "key may not read": () =>
    wire(
      403,
      "Forbidden",
      "This import key may not read transactions. Sign in again and allow it, or create a key that may.",
    ),
  "not there": ({ method, path }) => notFound(`There is no ${method} ${readable(path)}.`),
  "no body": () =>
    wire(
      422,
      "Unreadable Document",
      "The file is empty: 0 bytes arrived, a bank's export was expected.",
    ),
  "too large": ({ bytes_max }) =>
    wire(413, "Document Too Large", `The file is larger than ${bytes_max} bytes.`, { bytes_max }),
  "malformed multipart": ({ detail }) =>
    wire(400, "Invalid Request Body", `The multipart body cannot be read: ${detail}.`),
  unreadable: ({ message, import_id }) => wire(422, "Unreadable Document", message, { import_id }),
  "unreadable archive": ({ files }) => ({
    status: 422,
    body: {
      message: "Unreadable Document",
      errors: files.map(({ message, import_id }) => ({ errMsg: message, import_id })),
    },
  }),
  "unknown account": ({ account, known }) =>
    wire(400, "Invalid Request Parameters", `There is no account "${account}".`, {
      instancePath: "/query/account",
      allowed_values: known,
    }),
  "ambiguous account": ({ account, ids }) =>
    wire(
      400,
      "Invalid Request Parameters",
      `${ids.length} accounts are called "${account}": name one by its id.`,
      { instancePath: "/query/account", allowed_values: ids },
    ),
  invalid: ({ field, message }) =>
    wire(400, "Request Validation Failure", message, { instancePath: field }),
  "idempotency key reused": () =>
    wire(
      422,
      "Invalid Request",
      "This Idempotency-Key was used before with another file or other parameters.",
    ),
  "wrong state": ({ state, action, allowed }) =>
    conflict(`An import that is ${state} cannot be ${action}; it must be ${allowed}.`, { state }),
  "unknown question": ({ id, open }) =>
    wire(400, "Invalid Request Body", `The import does not ask "${id}".`, { allowed_values: open }),
  "unknown choice": ({ id, value, choices }) =>
    wire(400, "Invalid Request Body", `"${value}" is no answer to "${id}".`, {
      instancePath: `/body/answers/${id}`,
      allowed_values: choices,
    }),
};

/** The status and the envelope of a refusal. */
function toWire<Kind extends keyof Facts>(problem: ImportProblem<Kind>): WireProblem {
  return WIRE[problem.kind](problem);
}

/** The refusal as an HTTP response. */
export function refuse(problem: ImportProblem): Response {
  const { status, body } = toWire(problem);
  return Response.json(body, { status });
}

/** The refusal in words. */
export function explain(problem: ImportProblem): string {
  const { body } = toWire(problem);
  return body.errors.map(({ errMsg }) => errMsg).join(" ") || body.message;
}

/** The path without percent-encoding, where it decodes as UTF-8. */
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
  facts: object = {},
): WireProblem {
  return { status, body: { message, errors: [{ errMsg, ...facts }] } };
}
