// The reference pages of the service's API, one for each version, rendered from the OpenAPI
// documents alone. They need no sign-in and no script. Scripts add the filter, the copy buttons and
// "Open all".

import { InputField } from "../ui/fields.tsx";
import { Fact } from "../ui/table.tsx";
import type { Answer, MediaType } from "../../platform/api/openapi/failures.ts";
import { REFUSAL_PARTS } from "../../budget/openapi/document.ts";
import type { OpenApi, Operation } from "../../platform/api/openapi.ts";
import { partName, type Parts, type Schema } from "../../platform/api/openapi/schema.ts";
import { SCOPES } from "../../platform/credentials/scope.ts";
import { SCOPE_WORDS } from "../../platform/credentials/scope-words.ts";
import { Shell } from "../ui/shell.tsx";
import { writeCurl } from "./curl.ts";
import type { Reference } from "./references.ts";
import { ParameterTable, ShapeTable } from "./shape-table.tsx";

interface DocsProps {
  readonly reference: Reference;
  /** The origin of this deployment, for the commands to copy. */
  readonly origin: string;
  readonly signedIn: boolean;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole reference of one interface. */
export function Docs({ reference, origin, signedIn }: DocsProps) {
  const { document, base, title } = reference;
  const entries = listEntries(document);
  const parts = document.components.schemas;
  const count = entries.filter(({ operation }) => operation["x-alias-of"] === undefined).length;
  return (
    <Shell
      title={title}
      current="/docs"
      signedIn={signedIn}
      wide
      scripts={["/copy.js", "/docs.js"]}
    >
      <h1>{reference.heading}</h1>
      <p class="lead">{`${document.info.title}, version ${document.info.version}: ${count} operations.`}</p>
      {reference.others.map(({ href, text }) => (
        <p>
          <a href={href}>{text}</a>
        </p>
      ))}
      <Addresses reference={reference} origin={origin} />
      <Conventions topics={reference.conventions} />
      <OperationFilter />
      <nav class="reference-index" aria-label="Groups of operations">
        {document.tags.map(({ name }) => (
          <a href={`#${idOfTag(name)}`}>{name}</a>
        ))}
        {reference.hasScopes ? <a href="#scopes">scopes</a> : null}
        <a href="#schemas">schemas</a>
      </nav>
      {document.tags.map(({ name, description }) => (
        <section class="reference-group" aria-labelledby={idOfTag(name)}>
          <h2 id={idOfTag(name)}>{name}</h2>
          <p>{description}</p>
          {entries
            .filter(({ operation }) => operation.tags.includes(name))
            .map((entry) => (
              <OperationEntry
                entry={entry}
                parts={parts}
                address={origin + base}
                reference={reference}
              />
            ))}
        </section>
      ))}
      {reference.hasScopes ? <Scopes /> : null}
      <Schemas parts={parts} />
    </Shell>
  );
}

function Addresses({ reference, origin }: Pick<DocsProps, "reference" | "origin">) {
  const { base, document, hasMock } = reference;
  return (
    <dl class="facts">
      <Fact term="Base address">
        <code>{`${origin}${base}`}</code>
      </Fact>
      {hasMock ? (
        <Fact term="Mock (needs no key, changes nothing)">
          <code>{`${origin}/mock/v2`}</code>
        </Fact>
      ) : null}
      <Fact term="Machine-readable version">
        <a href={`${base}/openapi.json`}>OpenAPI {document.openapi}</a>
      </Fact>
    </dl>
  );
}

function OperationFilter() {
  return (
    <form class="reference-filter with-scripts" role="search">
      <InputField
        label="Filter operations"
        id="filter"
        type="search"
        autocomplete="off"
        spellcheck={false}
        placeholder="a path, a method, a word"
        aria-keyshortcuts="/"
      />
      <button id="toggle-all" type="button" aria-pressed="false">
        Open all
      </button>
      <output id="found" for="filter" />
    </form>
  );
}

function Schemas({ parts }: { readonly parts: Readonly<Parts> }) {
  return (
    <section class="reference-group" aria-labelledby="schemas">
      <h2 id="schemas">schemas</h2>
      <p>Objects that several operations accept or return.</p>
      {Object.entries(parts).map(([name, schema]) => (
        <details class="operation">
          <summary>
            <code>{name}</code>
          </summary>
          <div class="operation-body" id={`schema-${name}`}>
            <ShapeTable caption={name} schema={schema} parts={parts} />
          </div>
        </details>
      ))}
    </section>
  );
}

function Conventions({
  topics,
}: {
  readonly topics: readonly (readonly [topic: string, rule: string])[];
}) {
  return (
    <details class="panel" open>
      <summary>General conventions</summary>
      <dl class="conventions">
        {topics.map(([topic, rule]) => (
          <Fact term={topic}>{rule}</Fact>
        ))}
      </dl>
    </details>
  );
}

function Scopes() {
  return (
    <section class="reference-group" aria-labelledby="scopes">
      <h2 id="scopes">scopes</h2>
      <p>The scopes an app can be registered for, as its users see them.</p>
      <dl class="conventions">
        {SCOPES.map((scope) => (
          <div>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{SCOPE_WORDS[scope]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface OperationProps {
  readonly entry: Entry;
  readonly parts: Readonly<Parts>;
  readonly address: string;
  readonly reference: Reference;
}

function OperationEntry({ entry, parts, address, reference }: OperationProps) {
  const { method, path, operation } = entry;
  const id = operation.operationId;
  const scopes = operation.security.flatMap(({ oauth2 = [] }) => oauth2);
  return (
    <details
      class="operation"
      data-words={[method, path, operation.summary, ...scopes, ...operation.tags, id]
        .join(" ")
        .toLowerCase()}
    >
      <summary>
        <span class={`method method-${method.toLowerCase()}`}>{method}</span>
        <code class="path">{path}</code>
        <span class="summary">{operation.summary}</span>
      </summary>
      <div class="operation-body" id={id}>
        {operation.description === undefined ? null : <p>{operation.description}</p>}
        <p class="scope">
          {reference.hasScopes ? <NeededScopes scopes={scopes} /> : credentialWords(operation)}
          <a href={`#${id}`} aria-label={`Link to ${method} ${path}`}>
            link
          </a>
        </p>
        {operation.parameters.length === 0 ? null : (
          <>
            <h3>Parameters</h3>
            <ParameterTable parameters={operation.parameters} />
          </>
        )}
        {Object.entries(operation.requestBody?.content ?? {}).map(([type, content]) => (
          <>
            <h3>{`Body, ${type}`}</h3>
            <ShapeTable caption="Body" schema={content.schema} parts={parts} />
            <Example title="Example body" value={content.example} />
          </>
        ))}
        <Answers operation={operation} parts={parts} order={reference.failures} />
        <h3>In a terminal</h3>
        <div class="terminal">
          <pre tabindex={0}>
            <code id={`curl-${id}`}>{writeCurl(address, method, path, operation)}</code>
          </pre>
          <button class="with-scripts" type="button" data-copy={`curl-${id}`}>
            Copy
          </button>
        </div>
      </div>
    </details>
  );
}

function NeededScopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return <>No scope is needed.</>;
  return (
    <>
      {scopes.length === 1 ? "Scope " : "Scopes "}
      {scopes.map((scope, index) => (
        <>
          {index === 0 ? "" : ", "}
          <code>{scope}</code>
        </>
      ))}
    </>
  );
}

function credentialWords({ security }: Operation): string {
  const takesKeys = security.some((scheme) => "importKey" in scheme);
  return takesKeys ? "For people and import keys. " : "For people. ";
}

interface AnswersProps {
  readonly operation: Operation;
  readonly parts: Readonly<Parts>;
  /** The failures in order of precedence. */
  readonly order: Reference["failures"];
}

function Answers({ operation, parts, order }: AnswersProps) {
  const statuses = Object.keys(operation.responses).map(Number);
  const done = statuses.filter((status) => status < 400);
  const failures = order.filter(([status]) => statuses.includes(status));
  return (
    <>
      {done.map((status) => (
        <>
          <h3>{`Answer ${status}`}</h3>
          <Body answer={operation.responses[status]} parts={parts} />
        </>
      ))}
      <h3>Failures, in order of precedence</h3>
      <ol class="failures">
        {failures.map(([status]) => (
          <li>
            <strong>{status}</strong> {operation.responses[status]?.description}
            <Failure answer={operation.responses[status]} parts={parts} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Body({
  answer,
  parts,
}: {
  readonly answer: Answer | undefined;
  readonly parts: Readonly<Parts>;
}) {
  const content = findJson(answer);
  if (content === undefined) return <p>{answer?.description}</p>;
  const { done, refused } = apart(content.schema);
  return (
    <>
      <ShapeTable caption="Answer" schema={done} parts={parts} />
      {refused === null ? null : (
        <p>
          {"Or, if refused: "}
          <a href={`#schema-${refused}`}>{refused}</a>
        </p>
      )}
      <Example title="Example answer" value={content.example} />
    </>
  );
}

/**
 * Splits the answer of a version 1 operation from the refusal that it sends with 200; version 2 has
 * none.
 */
function apart(schema: Schema): { readonly done: Schema; readonly refused: string | null } {
  const [done, other] = schema.anyOf ?? [];
  const refused = other === undefined ? null : partName(other);
  const isRefusal = Object.values(REFUSAL_PARTS).some((part) => part === refused);
  return done !== undefined && isRefusal ? { done, refused } : { done: schema, refused: null };
}

function Failure({
  answer,
  parts,
}: {
  readonly answer: Answer | undefined;
  readonly parts: Readonly<Parts>;
}) {
  const content = findJson(answer);
  if (content === undefined) return null;
  const [own] = [content.schema, ...(content.schema.anyOf ?? [])].filter(
    (schema) => schema.anyOf === undefined && partName(schema) !== "Error",
  );
  const examples = [
    content.example,
    ...Object.values(content.examples ?? {}).map(({ value }) => value),
  ].filter((value) => value !== undefined);
  return (
    <details>
      <summary>Example</summary>
      {own === undefined ? null : (
        <ShapeTable caption="Body of the failure" schema={own} parts={parts} />
      )}
      {examples.map((value) => (
        <Json value={value} />
      ))}
    </details>
  );
}

function Example({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <details>
      <summary>{title}</summary>
      <Json value={value} />
    </details>
  );
}

function Json({ value }: { readonly value: unknown }) {
  return (
    <pre tabindex={0}>
      <code>{JSON.stringify(value, null, 2)}</code>
    </pre>
  );
}

function findJson(answer: Answer | undefined): MediaType | undefined {
  return answer?.content?.["application/json"];
}

function listEntries(document: OpenApi): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function idOfTag(name: string): string {
  return `tag-${name.replaceAll(" ", "-")}`;
}
