// Months that are one month in Croatian and another in Polish and Czech.

import { expect, test } from "vitest";
import { read } from "./reading.ts";

const dates = async (text: string, answers = {}) => {
  const { rows, survey } = await read(text, answers);
  return { asked: survey.questions.map(({ id }) => id), dates: rows.map(({ date }) => date) };
};

test("listopad is October where other months of the column are Croatian", async () => {
  const file =
    "Date;Text;Amount\n12. rujna 2025;A;-1,50\n3. listopada 2025;B;-2,50\n4. studenoga 2025;C;-3,50";

  expect(await dates(file)).toEqual({
    asked: [],
    dates: ["2025-09-12", "2025-10-03", "2025-11-04"],
  });
});

test("listopad is November where other months of the column are Polish or Czech", async () => {
  const polish =
    "Date;Text;Amount\n12 pa\u017adziernika 2025;A;-1,50\n3 listopada 2025;B;-2,50\n4 grudnia 2025;C;-3,50";
  const czech = "Date;Text;Amount\n12. \u0159\u00edjna 2025;A;-1,50\n3. listopadu 2025;B;-2,50";

  expect((await dates(polish)).dates).toEqual(["2025-10-12", "2025-11-03", "2025-12-04"]);
  expect((await dates(czech)).dates).toEqual(["2025-10-12", "2025-11-03"]);
});

test("the words of the file tell the language where no other month does", async () => {
  const croatian = "Datum;Opis;Iznos\n3. listopada 2025;A;-1,50\n4. listopada 2025;B;-2,50";
  const polish = "Data;Opis;Kwota\n3 listopada 2025;A;-1,50\n4 listopada 2025;B;-2,50";

  expect(await dates(croatian)).toEqual({ asked: [], dates: ["2025-10-03", "2025-10-04"] });
  expect(await dates(polish)).toEqual({ asked: [], dates: ["2025-11-03", "2025-11-04"] });
});

test("a person is asked where nothing tells, and each answer is one of the months", async () => {
  const file = "Date;Text;Amount\n3 lip 2025;A;-1,50\n4 lip 2025;B;-2,50";

  expect((await dates(file)).asked).toEqual(["months"]);
  expect(await dates(file, { months: "croatian" })).toEqual({
    asked: [],
    dates: ["2025-06-03", "2025-06-04"],
  });
  expect(await dates(file, { months: "polish_czech" })).toEqual({
    asked: [],
    dates: ["2025-07-03", "2025-07-04"],
  });
});

test("all twelve months in Croatian are read", async () => {
  const months =
    "sije\u010dnja velja\u010de o\u017eujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca";
  const lines = months.split(" ").map((month, at) => `${at + 1}. ${month} 2025;Shop;-1,50`);

  expect((await dates(["Date;Text;Amount", ...lines].join("\n"))).dates).toEqual(
    lines.map((_, at) => {
      const two = String(at + 1).padStart(2, "0");
      return `2025-${two}-${two}`;
    }),
  );
});
