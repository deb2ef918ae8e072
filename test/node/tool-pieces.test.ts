// The pieces of the terminal tool: names, cells, folders, keys, answers, and which files are whole.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server as HttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { chooseAccess, parseServer } from "../../scripts/tributary/access.mjs";
import { hashFile, readAs } from "../../scripts/tributary/checked-file.mjs";
import { csvLine, guard } from "../../scripts/tributary/csv.mjs";
import { NoAnswer, Refusal, worst } from "../../scripts/tributary/fault.mjs";
import { configFolder, stateFolder } from "../../scripts/tributary/folders.mjs";
import { endsAll } from "../../scripts/tributary/import.mjs";
import { fileInput, isPassedOver, listInputs } from "../../scripts/tributary/inputs.mjs";
import { forgetLogin, keepLogin, readLogins } from "../../scripts/tributary/logins.mjs";
import { answerByFlags, parseAnswers } from "../../scripts/tributary/questions.mjs";
import { run } from "../../scripts/tributary/run.mjs";
import { Server } from "../../scripts/tributary/server.mjs";
import { COMMANDS, usage } from "../../scripts/tributary/usage.mjs";
import { Folder } from "../../scripts/tributary/watch-folder.mjs";
import { stateFile, WatchState } from "../../scripts/tributary/watch-state.mjs";
import { retryPause } from "../../scripts/tributary/watch.mjs";
import { nameThem, nearest, plain } from "../../scripts/tributary/words.mjs";

const scratch = mkdtempSync(join(tmpdir(), "tributary-pieces-"));
const servers: HttpServer[] = [];
let folders = 0;

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(scratch, { recursive: true, force: true });
});

function newFolder(): string {
  folders += 1;
  const path = join(scratch, String(folders));
  mkdirSync(path);
  return path;
}

describe("words", () => {
  test("the nearest of the known names comes first, whatever its case and accents", () => {
    const known = ["Cash", "Savings", "Girokonto Müller", "Checking"];

    expect(nearest("chekcing", known)[0]).toBe("Checking");
    expect(nearest("muller", known)[0]).toBe("Girokonto Müller");
    expect(nameThem("Chcking", known, "accounts")).toMatch(
      /^Did you mean "Checking"\? The accounts/,
    );
    expect(nameThem("xyz", known, "accounts")).not.toContain("Did you mean");
    expect(nameThem("xyz", [], "accounts")).toBe("There are no accounts yet.");
  });

  test("control characters and direction marks of a file never reach the terminal", () => {
    expect(plain("a\u001b[31mb\u202ec\r\nd")).toBe("a [31mb c d");
  });

  test("the worst of several exit codes counts an error more than a question", () => {
    expect([worst([0, 2, 0]), worst([2, 1]), worst([0]), worst([])]).toEqual([2, 1, 0, 0]);
  });
});

describe("cells of the export", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\u00a0=1", "\u200b=1", "＝1", "\r=1"])(
    "%j gets an apostrophe",
    (cell) => {
      expect(guard(cell)).toBe(`'${cell}`);
    },
  );

  test("texts and amounts are left as they are, and separators are quoted", () => {
    const line = csvLine({
      id: 7,
      date: "2026-10-01",
      payee: 'Café "Müllerin", Köln',
      amount: "-3.20",
      currency: "EUR",
      account: "Giro; konto",
      group: null,
      category: null,
      tags: ["a", "=b"],
      notes: "two\nlines",
      bank_text: null,
      status: "reviewed",
    });

    expect(line).toBe(
      '2026-10-01,"Café ""Müllerin"", Köln",-3.20,EUR,"Giro; konto",,,"a, =b","two\nlines",,reviewed,7\r\n',
    );
  });

  test("an amount that is no number gets the guard of a text", () => {
    expect(
      csvLine({ id: 1, date: "", payee: "", amount: "=2", currency: "", tags: [], status: "" }),
    ).toContain("'=2");
  });
});

describe("folders and keys", () => {
  test("settings and state are where each system keeps them", () => {
    expect(configFolder({}, "linux", "/home/a")).toBe("/home/a/.config/tributary");
    expect(configFolder({ XDG_CONFIG_HOME: "/x" }, "linux", "/home/a")).toBe("/x/tributary");
    expect(configFolder({ XDG_CONFIG_HOME: "x" }, "linux", "/home/a")).toBe(
      "/home/a/.config/tributary",
    );
    expect(configFolder({}, "darwin", "/Users/a")).toBe(
      "/Users/a/Library/Application Support/tributary",
    );
    expect(configFolder({ APPDATA: "/roaming" }, "win32", "/u")).toBe("/roaming/tributary");
    expect(stateFolder({ LOCALAPPDATA: "/local" }, "win32", "/u")).toBe("/local/tributary");
    expect(stateFolder({}, "linux", "/home/a")).toBe("/home/a/.local/state/tributary");
  });

  test("keys are in a file for its owner alone, and a file that was open to others is closed", () => {
    const path = join(newFolder(), "deep/login.json");
    const login = { token: "imp_1", label: "laptop", at: "" };
    keepLogin(path, "https://a.example", login);
    keepLogin(path, "https://b.example", { ...login, token: "imp_2" });
    const modes = [statSync(path).mode & 0o777, statSync(join(path, "..")).mode & 0o777];
    chmodSync(path, 0o644);
    const kept = readLogins(path);

    expect(modes).toEqual([0o600, 0o700]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(kept.current).toBe("https://b.example");
    forgetLogin(path, "https://b.example");
    expect(readLogins(path)).toMatchObject({ current: "https://a.example" });
    forgetLogin(path, "https://a.example");
    expect(existsSync(path)).toBe(false);
  });

  test("a damaged file of keys names its remedy", () => {
    const path = join(newFolder(), "login.json");
    writeFileSync(path, "{");

    expect(() => readLogins(path)).toThrow(`Delete ${path}`);
  });

  test("a stored key goes to its own server only, and TRIBUTARY_TOKEN comes before it", () => {
    const env = { XDG_CONFIG_HOME: newFolder() };
    const path = join(env.XDG_CONFIG_HOME, "tributary/login.json");
    keepLogin(path, "https://a.example", { token: "imp_a", label: "", at: "" });

    expect(chooseAccess({}, env)).toEqual({
      url: "https://a.example",
      token: "imp_a",
      from: "login",
    });
    expect(() => chooseAccess({ url: "http://nas.home" }, env)).toThrow("not encrypted");
    expect(() => chooseAccess({ url: "https://b.example" }, env)).toThrow("no key for https://b");
    expect(() => chooseAccess({}, { ...env, TRIBUTARY_URL: "https://b.example" })).toThrow(
      "no key",
    );
    expect(chooseAccess({}, { ...env, TRIBUTARY_TOKEN: "imp_t" })).toMatchObject({
      url: "https://a.example",
      token: "imp_t",
    });
  });

  test("the token of a checkout goes to this machine only", () => {
    const env = { XDG_CONFIG_HOME: newFolder() };
    const checkout = { token: "local" };

    expect(chooseAccess({}, env, checkout)).toMatchObject({ url: "http://localhost:8787" });
    expect(chooseAccess({ url: "http://127.0.0.1:9" }, env, checkout)).toMatchObject({
      token: "local",
    });
    expect(() => chooseAccess({ url: "https://a.example" }, env, checkout)).toThrow("no key");
  });

  test("an address without encryption is refused but for this machine, and so is one with a secret", () => {
    expect(parseServer("https://a.example/")).toBe("https://a.example");
    expect(parseServer("http://localhost:8787")).toBe("http://localhost:8787");
    expect(parseServer("http://nas.home", true)).toBe("http://nas.home");
    for (const text of [
      "http://nas.home",
      "a.example",
      "ftp://a",
      "https://u:p@a",
      "https://a/?k=1",
    ])
      expect(() => parseServer(text), text).toThrow();
  });
});

describe("files", () => {
  test("hidden, unfinished and lock files of a folder are passed over", () => {
    const names = [
      ".x.csv",
      "a.csv.part",
      "b.crdownload",
      "~$c.xlsx",
      "d.tmp",
      "e.csv~",
      "Thumbs.db",
    ];

    expect(names.map((name) => isPassedOver(name))).toEqual(names.map(() => true));
    expect(["a.csv", "part.csv", "b.eml"].some((name) => isPassedOver(name))).toBe(false);
  });

  test("a folder gives its files by name, and those below only on request", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "2025"));
    for (const name of ["b.csv", "a.eml", "2025/c.csv"]) writeFileSync(join(folder, name), "x");

    const flat = await listInputs([folder], {});
    const deep = await listInputs([folder], { recursive: true });

    expect(flat.map(({ name, isMail }) => [name, isMail])).toEqual([
      ["a.eml", true],
      ["b.csv", false],
    ]);
    expect(deep.map(({ name }) => name)).toEqual(["2025/c.csv", "a.eml", "b.csv"]);
    await expect(listInputs([join(folder, "2025"), "nowhere"], {})).rejects.toThrow(
      "there is no such file",
    );
    expect(() => fileInput(folder, "x")).toThrow("is a folder");
  });

  test("the last bytes of a file that changed since it was hashed are not given out", async () => {
    const path = join(newFolder(), "a.csv");
    writeFileSync(path, "first");
    const hash = await hashFile(path);
    appendFileSync(path, " and more");

    const given: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of readAs(path, hash)) given.push(chunk);
    })();

    await expect(reading).rejects.toThrow("was changed while it was read");
    expect(given).toEqual([]);
  });
});

describe("a watched folder", () => {
  test("a file is whole when its size and time have not changed for the whole time", async () => {
    const path = newFolder();
    const folder = new Folder(path, 3_000);
    const names = async (now: number) => (await folder.look(now)).whole.map(({ name }) => name);
    writeFileSync(join(path, "a.csv"), "half");
    writeFileSync(join(path, "empty.csv"), "");

    expect(await names(0)).toEqual([]);
    expect(await names(2_999)).toEqual([]);
    appendFileSync(join(path, "a.csv"), " and the rest");
    expect(await names(3_500)).toEqual([]);
    expect((await folder.look(6_499)).unsettled).toBe(1);
    expect(await names(6_500)).toEqual(["a.csv"]);
    rmSync(join(path, "a.csv"));
    expect(await names(9_000)).toEqual([]);
    writeFileSync(join(path, "a.csv"), "half and the rest");
    expect(await names(9_100)).toEqual([]);
  });

  test("the state survives a line that was cut, and what was replaced is dropped", () => {
    const path = stateFile(
      { url: "https://a.example", folder: "/drop", account: undefined },
      { XDG_STATE_HOME: newFolder() },
    );
    const state = new WatchState(path);
    const file = { name: "a.csv", path: "/drop/a.csv", size: 4, changed: 17 };
    const content = { hash: "h", name: "a.csv", kind: "statement", ids: ["1"] } as const;
    state.keep({ ...content, ids: ["1"], state: "sent" });
    state.keep({ ...content, ids: ["1"], state: "done" });
    state.know(file, "h");
    appendFileSync(path, '{"hash":"cut","na');

    const read = new WatchState(path);
    read.compact();

    expect(read.content("h")?.state).toBe("done");
    expect(read.sent()).toEqual([]);
    expect(read.hashOf(file)).toBe("h");
    expect(read.hashOf({ ...file, size: 5 })).toBeNull();
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("the waits for a silent server double up to half a minute, and are never shorter than it asks", () => {
    expect([0, 1, 2, 6, 50].map((failures) => retryPause(failures, null))).toEqual([
      500, 1_000, 2_000, 30_000, 30_000,
    ]);
    expect(retryPause(0, 60_000)).toBe(60_000);
  });
});

test("a refusal of a file leaves the others, one of the key, the budget or the account ends all", () => {
  const refusal = (status: number, errors: Record<string, unknown>[] = []) =>
    new Refusal("No.", { status, errors });

  expect([400, 413, 415, 422].map((status) => endsAll(refusal(status)))).not.toContain(true);
  expect([401, 403, 404, 409].map((status) => endsAll(refusal(status)))).not.toContain(false);
  expect(endsAll(refusal(400, [{ instancePath: "/query/account" }]))).toBe(true);
  expect(endsAll(new NoAnswer("Gone."))).toBe(true);
});

describe("answers", () => {
  const choice = (value: string, label: string) => ({ value, label, example: "" });
  const questions = [
    {
      id: "date_order",
      ask: "?",
      choices: [choice("dmy", "Day first"), choice("mdy", "Month first")],
    },
    {
      id: "account:DE1",
      ask: "?",
      choices: [choice("12", "Giro (EUR)"), choice("13", "Cash (EUR)")],
    },
  ];

  test("an answer names the question or its kind, and the choice by value or words", () => {
    const given = parseAnswers(["date_order=month first", "account=Giro"]);

    expect(answerByFlags(questions, given)).toEqual({ date_order: "mdy", "account:DE1": "12" });
    expect(answerByFlags(questions, parseAnswers(["sign=turned"]))).toEqual({});
  });

  test("an answer that is no choice lists the choices", () => {
    expect(() => answerByFlags(questions, parseAnswers(["date_order=dym"]))).toThrow(
      'The choices are "dmy", "mdy"',
    );
    for (const text of ["date_order", "=x", "x="]) expect(() => parseAnswers([text])).toThrow(text);
  });
});

describe("calls of a server", () => {
  async function serve(listener: RequestListener): Promise<Server> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new Server({ url: `http://127.0.0.1:${port}`, token: "imp_secret", from: "login" });
  }

  test("a file that cannot be read is not called an unreachable server", async () => {
    const server = await serve((request, response) => {
      request.resume().on("end", () => response.end("{}"));
    });
    const gone = join(newFolder(), "gone.csv");
    writeFileSync(gone, "x");
    const input = fileInput(gone, "gone.csv");
    rmSync(gone);

    await expect(
      server.call("/api/imports", { method: "POST", body: input.open() }),
    ).rejects.toThrow(`Cannot read ${gone}: there is no such file`);
  });

  test("no key follows a redirect, and the address that it leads to is named", async () => {
    const asked: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      asked.push(request.headers.authorization);
      response.end("{}");
    });
    const server = await serve((_, response) => {
      response.writeHead(302, { location: `${other.url}/x` }).end();
    });

    await expect(server.call("/api/imports")).rejects.toThrow(`leads to ${other.url}/x`);
    expect(asked).toEqual([]);
  });

  test("too many requests and faults of the server can be tried again, after the time it says", async () => {
    const busy = await serve((_, response) => {
      response.writeHead(429, { "retry-after": "7" }).end("{}");
    });
    const broken = await serve((_, response) => {
      response.writeHead(500).end("<html>");
    });

    await expect(busy.call("/x")).rejects.toMatchObject({
      name: "NoAnswer",
      retryMs: 7_000,
      code: 3,
    });
    await expect(broken.call("/x")).rejects.toBeInstanceOf(NoAnswer);
  });

  test("an account that is named before there is any says where to create one", async () => {
    const server = await serve((_, response) => {
      const errors = [
        {
          errMsg: 'There is no account "Checking".',
          instancePath: "/query/account",
          allowed_values: [],
        },
      ];
      response.writeHead(422, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "Unprocessable", errors }));
    });

    await expect(server.call("/api/imports")).rejects.toThrow(
      `There are no accounts yet. Create one on the accounts page, ${server.url}/accounts#create-account,`,
    );
  });

  test.each([200, 404])(
    "an answer of %i that breaks off may be asked for again, as one that never came",
    async (status) => {
      const dying = await serve((_, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.write('{"imports":[', () => response.destroy());
      });

      await expect(dying.call("/x")).rejects.toBeInstanceOf(NoAnswer);
      await expect(dying.call("/x")).rejects.toThrow(`The answer of ${dying.url} broke off`);
    },
  );

  test("an answer that is not Tributary's says so, and a refused key says what to do", async () => {
    const page = await serve((_, response) => {
      response.end("<html>A router's page</html>");
    });
    const refusing = await serve((_, response) => {
      response.writeHead(401).end('{"message":"Unauthorized","errors":[{"errMsg":"No."}]}');
    });

    await expect(page.call("/x")).rejects.toThrow("not as Tributary does");
    await expect(refusing.call("/x")).rejects.toMatchObject({ code: 4 });
    await expect(refusing.call("/x")).rejects.toThrow(`tributary login ${refusing.url}`);
  });
});

test("every command has its help, and the help names the exit codes", () => {
  for (const [name, { options }] of Object.entries(COMMANDS)) {
    const help = usage(name);
    for (const option of Object.keys(options).filter((one) => one !== "help"))
      expect(help, name).toContain(`--${option} `);
    expect(help).toContain("3 the server cannot be reached");
  }
});

test("unknown commands and options are refused with what is meant", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);

  expect([
    await run(["imprt"]),
    await run(["import"]),
    await run(["import", "--acount", "x"]),
    await run(["import", "a.csv", "--curency=usd"]),
    await run(["watch", "--account"]),
  ]).toEqual([1, 1, 1, 1, 1]);

  const [command, , option, currency, value] = said.mock.calls.map(([text]) => String(text));
  expect(command).toContain('There is no command "imprt". Did you mean tributary import?');
  expect(option).toContain("tributary import has no option --acount. Did you mean --account?");
  expect(currency).toContain("has no option --curency. Did you mean --currency?");
  expect(value).toContain("argument missing");
  said.mockRestore();
});
