// The lines that a person sees of a message's HTML. Hostile HTML costs time in proportion to its
// length.

import { describe, expect, test } from "vitest";
import { renderHtml } from "../../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../../src/receipts/view/plain-view.ts";
import { RECEIPT_HTML_TAGS_MAX } from "../../../src/platform/limits.ts";
import { expectLinear } from "../../growth.ts";

const textOf = (html: string) => renderHtml(html).text;

describe("lines and cells of HTML", () => {
  test("blocks and rows become lines, with a tab between cells", () => {
    expect(
      textOf(
        "<p>Thank you</p><table><tr><td>Total</td><td>$5.43</td></tr><tr><td>Tax</td><td>$0.44</td></tr></table>Bye<br>now",
      ),
    ).toBe("Thank you\nTotal\t$5.43\nTax\t$0.44\nBye\nnow");
  });

  test("a table inside a cell that has one line stays in its row", () => {
    expect(
      textOf(
        "<table><tr><td><table><tr><td>Total</td></tr></table></td><td><div><p>5,00 €</p></div></td></tr></table>",
      ),
    ).toBe("Total\t5,00 €");
  });

  test("a column of labels next to a column of figures is read across", () => {
    expect(
      textOf(
        "<table><tr><td>Subtotal<br>Tax<br>Total</td><td>$4.00<br>$1.00<br>$5.00</td></tr></table>",
      ),
    ).toBe("Subtotal\t$4.00\nTax\t$1.00\nTotal\t$5.00");
  });

  test("what stands side by side by its style is cells", () => {
    const line = (style: string) =>
      textOf(`<div style="${style}"><span>Total paid</span><span>162,80 €</span></div>`);

    expect(line("display: flex; justify-content: space-between")).toBe("Total paid\t162,80 €");
    expect(line("display: flex; flex-direction: column")).toBe("Total paid162,80 €");
    expect(line("color: #333")).toBe("Total paid162,80 €");
  });

  test.each(["width: 40%", "min-width: 200px"])(
    "a label that takes %s of its line is a cell",
    (width) => {
      expect(
        textOf(`<p><span style="display: inline-block; ${width}">Total</span><b>4.00 €</b></p>`),
      ).toBe("Total\t4.00 €");
    },
  );

  test("columns of prose are read one below the other", () => {
    expect(textOf("<table><tr><td>Ship to<br>Ann</td><td>Bill to<br>Ben</td></tr></table>")).toBe(
      "Ship to\nAnn\nBill to\nBen",
    );
  });
});

describe("figures in HTML", () => {
  test("raised cents become decimals", () => {
    expect(textOf("<sup>$</sup>34<sup>47</sup>")).toBe("$34.47");
    expect(textOf("1.234<sup>50</sup> €")).toBe("1.234,50 €");
    expect(textOf("<b>12</b><small>99</small> EUR")).toBe("12.99 EUR");
  });

  test("a raised footnote is not a digit of the amount", () => {
    expect(textOf("$34.47<sup>1</sup>")).toBe("$34.47 1");
    expect(textOf("$34<sup>1</sup>")).toBe("$34 1");
    expect(textOf("$34.47<sup>12</sup>")).toBe("$34.47 12");
  });

  test("a hard blank stays only between digits, and full-width forms become plain", () => {
    expect(textOf("1&nbsp;234,56&nbsp;€")).toBe("1\u00a0234,56 €");
    expect(textOf("1&#8239;234,56")).toBe("1\u00a0234,56");
    expect(textOf("１，２００円")).toBe("1,200円");
  });
});

describe("invisible text in HTML", () => {
  test.each([
    '<div style="display:none">$99.00</div>',
    '<div style="color:red; VISIBILITY : hidden">$99.00</div>',
    '<span style="max-height:0px;overflow:hidden">$99.00</span>',
    '<p style="font-size:0">$99.00</p>',
    '<p style="mso-hide:all">$99.00</p>',
    "<del>$99.00</del>",
    "<s>$99.00</s>",
    '<span style="text-decoration: line-through">$99.00</span>',
    "<style>.x{color:red}</style>",
    "<template>$99.00</template>",
    "<p hidden>$99.00</p>",
    "<!-- $99.00 -->",
    '<div style="height:0;overflow:hidden">$99.00</div>',
    "<style>.gone{display:none !important}</style><p class='a gone'>$99.00</p>",
    '<div style="display:none"><table><tr><td>$99.00</td></tr></table></div>',
    '<img alt="$99.00">',
    "<style>.a .b{display:none}</style><div class=a><p class=b>$99.00</p></div>",
    "<style>.a.b{display:none}</style><p class='b c a'>$99.00</p>",
    "<style>.a>p{display:none}</style><div class=a><p>$99.00</p></div>",
    "<style>h1 + p{display:none}</style><h1></h1><p>$99.00</p>",
    "<style>h1 ~ i{display:none}</style><h1></h1><hr><i>$99.00</i>",
    "<style>[data-x]{display:none}</style><p data-x=1>$99.00</p>",
    "<style>p[title^='q']{display:none}</style><p title='Quote'>$99.00</p>",
    "<style>i:not(.seen){display:none}</style><i class=q>$99.00</i><style>i{display:block}</style>",
    "<style>.tiny{font-size:0}</style><p class=tiny>$99.00</p>",
    "<style>.w{color:#fff}</style><p class=w>$99.00</p>",
    "<style>.w{color:#fff}.g{background-color:#fff}</style><p class=g><b class=w>$99.00</b></p>",
    "<p class=late>$99.00</p><style>.late{display:none}</style>",
    "<style><!-- .old{text-decoration:line-through} --></style><p class=old>$99.00</p>",
    "<style>@import url(x.css);.gone{display:none}</style><p class=gone>$99.00</p>",
    "<style>@supports (display:block){.gone{display:none}}</style><p class=gone>$99.00</p>",
    "<style>@media (min-width:600px){.phone{display:none}}</style><p class=phone>$99.00</p>",
    "<style>table>tbody>tr{display:none}</style><table><tr><td>$99.00</td></tr></table>",
    "<style>.gone{display:none;display:nonsense}</style><p class=gone>$99.00</p>",
    "<style>p.q:nth-child(2){display:none}</style><p class=q>$99.00</p>",
  ])("invisible text is not read: %s", (html) => {
    expect(textOf(`<p>a</p>${html}<p>b</p>`)).toBe("a\nb");
  });

  test("a font size of zero does not hide inner text with a size of its own", () => {
    expect(
      textOf('<td style="font-size:0px"><span style="font-size:14px">Total $5.00</span></td>'),
    ).toBe("Total $5.00");
  });

  test.each([
    "<style>.a .b{display:none}</style><p class=b>Total $5.00</p>",
    "<style>.a > p{display:none}</style><div class=a><div><p>Total $5.00</p></div></div>",
    "<style>p:not(.seen){display:none}</style><p class=seen>Total $5.00</p>",
    "<style>.x{display:none}.row .x{display:block}</style><div class=row><p class=x>Total $5.00</p></div>",
    "<style>.x{display:none}</style><p class=x style='display:block'>Total $5.00</p>",
    "<style>p:hover{display:none}</style><p>Total $5.00</p>",
    "<style media='(max-width:480px)'>p{display:none}</style><p>Total $5.00</p>",
    "<style media=print>p{display:none}</style><p>Total $5.00</p>",
    "<style>.head{background:#123;color:#fff}</style><p class=head>Total $5.00</p>",
    "<style>td{font-size:0}.fig{font-size:14px}</style><table><tr><td><b class=fig>Total $5.00</b></table>",
    "<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Total $5.00</p>",
  ])("a rule that does not apply hides nothing: %s", (html) => {
    expect(textOf(html)).toBe("Total $5.00");
  });

  test("figures that a rule may hide are left out, and the view says that they are", () => {
    const { text, disguised } = renderHtml(
      "<style>p:nth-child(2){display:none}</style><p>Total $5.00</p>",
    );

    expect([text, disguised]).toEqual(["", true]);
  });

  test("a class that is hidden only on small screens is shown", () => {
    expect(
      textOf(
        "<style>@media (max-width:600px){.wide{display:none}}</style><p class=wide>Total $5.00</p>",
      ),
    ).toBe("Total $5.00");
  });

  test("a head that is never closed does not swallow the body", () => {
    expect(textOf("<html><head><title>x</title><meta charset=utf-8><body>Total $5.00")).toBe(
      "Total $5.00",
    );
  });

  test("zero-width and direction marks are dropped, and alternative texts are kept apart", () => {
    expect(textOf("To&#8203;tal&#x202B; $5&zwnj;.00&shy;")).toBe("Total $5.00");
    expect(renderHtml('<img alt="Your  logo"><img alt=""><img alt="Your logo">').alt).toBe(
      "Your logo",
    );
  });
});

describe("bounds of a view", () => {
  const hostile: readonly (readonly [string, (n: number) => string])[] = [
    ["nested blocks", (n) => "<div>".repeat(n)],
    ["nested tables", (n) => "<table><tr><td>".repeat(n / 4) + "x"],
    [
      "tags that are never closed, ends that match none",
      (n) => "<a>".repeat(n / 2) + "</b>".repeat(n / 2),
    ],
    ["raised digits in one line", (n) => "1<sup>2</sup>".repeat(n / 2)],
    ["style sheets", (n) => "<style>.a{display:none}</style>".repeat(n / 4)],
    [
      "chains of selectors",
      (n) =>
        `<style>${"b b b b b c{color:red}b b b a b{color:red}".repeat(100)}</style>${"<b>".repeat(n / 4)}`,
    ],
    [
      "sibling selectors",
      (n) => `<style>${"i~b{color:red}".repeat(100)}</style>${"<b></b>".repeat(n / 4)}`,
    ],
    ["open angle brackets", (n) => "<".repeat(n * 8)],
    ["one huge attribute", (n) => `<p style="${"display:".repeat(n)}">x`],
    ["entities", (n) => "&nbsp;&#8203;1".repeat(n)],
    ["rows of cells", (n) => "<table>" + "<tr><td>1<td>2".repeat(n / 3)],
    ["lines deep inside", (n) => "<table><tr><td>".repeat(30) + "1<br>2<br>".repeat(n / 2)],
  ];

  test.each(hostile)(
    "hostile HTML takes time in proportion to its length: %s",
    async (_name, make) => {
      await expectLinear(80_000, (size) => renderHtml(make(size)));
    },
  );

  test("a view beyond a bound is marked as incomplete", () => {
    expect(renderHtml("<b>x</b>".repeat(100)).complete).toBe(true);
    expect(renderHtml("<i></i>".repeat(RECEIPT_HTML_TAGS_MAX + 1)).complete).toBe(false);
    expect(renderHtml("<div>".repeat(2_000)).complete).toBe(false);
    expect(renderHtml("<div>".repeat(100) + "Total $5.00").text).toBe("Total $5.00");
  });
});

describe("columns in plain text", () => {
  test("columns of plain text with blanks between them become cells", () => {
    expect(renderPlain("Total:          12,50 EUR\r\n\r\n\r\n  Danke").text).toBe(
      "Total:\t12,50 EUR\n\nDanke",
    );
  });
});
