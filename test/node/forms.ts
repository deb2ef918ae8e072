// The forms and links of a page as a browser without scripts has them: each field with the value that is sent if nobody
// touches it.

import { DomUtils, parseDocument } from "htmlparser2";

export interface PageForm {
  readonly action: string;
  readonly method: string;
  /** The fields that are sent, without the buttons. */
  readonly fields: readonly (readonly [string, string])[];
  readonly buttons: readonly (readonly [string, string])[];
}

type Elements = ReturnType<typeof findNamed>;

/** All forms of a page; a control outside belongs to the form that it names. */
export function readForms(html: string): readonly PageForm[] {
  const page = parseDocument(html);
  const controls = findNamed(page, ["input", "select", "textarea", "button"]);
  return findNamed(page, ["form"]).map((form) => {
    const inside = new Set(findNamed(form, ["input", "select", "textarea", "button"]));
    const own = controls.filter((control) => {
      const named = control.attribs["form"];
      return named === undefined ? inside.has(control) : named === form.attribs["id"];
    });
    const { action = "", method = "get" } = form.attribs;
    const isButton = ({ name }: Elements[number]) => name === "button";
    return {
      action,
      method,
      fields: own.filter((control) => !isButton(control)).flatMap(readControl),
      buttons: own
        .filter(isButton)
        .map(({ attribs }) => [attribs["name"] ?? "", attribs["value"] ?? ""] as const),
    };
  });
}

/** The addresses of all links of a page. */
export function readLinks(html: string): readonly string[] {
  return findNamed(parseDocument(html), ["a"]).flatMap(({ attribs }) => attribs["href"] ?? []);
}

/** The form that leads to the path, filled in; a list of values is sent as often, null not at all. */
export function fillForm(
  html: string,
  path: string,
  typed: Readonly<Record<string, string | readonly string[] | null>> = {},
  has: (form: PageForm) => boolean = () => true,
): { readonly action: string; readonly body: URLSearchParams } {
  const forms = readForms(html);
  const form = forms.find(
    (one) => one.method === "post" && one.action.split(/[?#]/)[0] === path && has(one),
  );
  if (form === undefined)
    throw new Error(`No form to ${path}: ${forms.map(({ action }) => action).join(" ")}`);
  const body = new URLSearchParams();
  for (const [name, value] of form.fields) if (!(name in typed)) body.append(name, value);
  for (const [name, value] of Object.entries(typed))
    for (const one of [value ?? []].flat()) body.append(name, one);
  return { action: form.action, body };
}

function readControl(control: Elements[number]): (readonly [string, string])[] {
  const { attribs, name: tag } = control;
  const name = attribs["name"] ?? "";
  if (name === "" || "disabled" in attribs) return [];
  if (tag === "textarea") return [[name, DomUtils.textContent(control)]];
  if (tag === "select") {
    const options = findNamed(control, ["option"]);
    const chosen = options.find((option) => "selected" in option.attribs) ?? options[0];
    return chosen === undefined ? [] : [[name, chosen.attribs["value"] ?? ""]];
  }
  const type = attribs["type"] ?? "text";
  if (type === "file" || type === "submit") return [];
  if ((type === "checkbox" || type === "radio") && !("checked" in attribs)) return [];
  return [[name, attribs["value"] ?? ""]];
}

function findNamed(root: Parameters<typeof DomUtils.getElementsByTagName>[1], names: string[]) {
  return DomUtils.getElementsByTagName((name) => names.includes(name), root, true);
}
