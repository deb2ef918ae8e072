// The tables of the reference page: parameters, bodies, answers and named parts.

import type { Parameter } from "../../platform/api/openapi.ts";
import type { Parts, Schema } from "../../platform/api/openapi/schema.ts";
import { toShapeRow, listShapeRows, type ShapeRow, type TypeWord } from "./shape-rows.ts";

/** More values than this are folded. */
const VALUES_SHOWN_MAX = 12;

/** A table of the parameters in the path and the query. */
export function ParameterTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <Table caption="Parameters" first="Parameter" more="In">
      {parameters.map((parameter) => {
        const row = toShapeRow(parameter.schema, parameter.name, parameter.required);
        return <Row row={{ ...row, description: parameter.description }} place={parameter.in} />;
      })}
    </Table>
  );
}

/** A table of the properties of a body. */
export function ShapeTable({
  caption,
  schema,
  parts,
}: {
  readonly caption: string;
  readonly schema: Schema;
  readonly parts: Readonly<Parts>;
}) {
  const rows = listShapeRows(schema, parts);
  const ignored = rows.filter((row) => row.isIgnored);
  return (
    <Table caption={caption} first="Property" more={null}>
      {rows
        .filter((row) => !row.isIgnored)
        .map((row) => (
          <Row row={row} place={null} />
        ))}
      {ignored.length === 0 ? null : (
        <tr>
          <td colspan={3} class="ignored">
            {"Accepted and ignored: "}
            <code>{ignored.map(({ path }) => path).join(", ")}</code>
          </td>
        </tr>
      )}
    </Table>
  );
}

function Table(props: {
  readonly caption: string;
  readonly first: string;
  readonly more: string | null;
  readonly children?: unknown;
}) {
  return (
    <table class="shape">
      <caption class="hidden">{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{props.first}</th>
          {props.more === null ? null : <th scope="col">{props.more}</th>}
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}

function Row({ row, place }: { readonly row: ShapeRow; readonly place: string | null }) {
  return (
    <tr>
      <th scope="row">
        <code>{breakable(row.path === "" ? "(whole body)" : row.path)}</code>
        {row.required ? <small>required</small> : null}
      </th>
      {place === null ? null : <td class="place">{place}</td>}
      <td class="type">
        {row.type.map((word) => (
          <Word word={word} />
        ))}
      </td>
      <td>
        {row.description === "" ? null : <p>{row.description}</p>}
        {row.values.length === 0 ? null : <Values values={row.values} />}
        {row.bounds.length === 0 && row.isDefault === null ? null : (
          <small>
            {[...row.bounds, ...(row.isDefault === null ? [] : [`default ${row.isDefault}`])].join(
              "; ",
            )}
          </small>
        )}
      </td>
    </tr>
  );
}

function Word({ word }: { readonly word: TypeWord }) {
  return typeof word === "string" ? <>{word}</> : <a href={`#schema-${word.part}`}>{word.part}</a>;
}

function Values({ values }: { readonly values: readonly string[] }) {
  const list = (
    <span class="values">
      {values.map((value, index) => (
        <>
          {index === 0 ? "" : ", "}
          <code>{value}</code>
        </>
      ))}
    </span>
  );
  if (values.length <= VALUES_SHOWN_MAX) return <p>{list}</p>;
  return (
    <details>
      <summary>{`one of ${values.length} values`}</summary>
      {list}
    </details>
  );
}

/** A long path may break after its dots. */
function breakable(path: string) {
  const pieces = path.split(/(?<=\.)/);
  return pieces.map((piece, index) => (index === 0 ? piece : [<wbr />, piece]));
}
