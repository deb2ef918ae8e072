// A server of files to which backups are put, as a cloud storage is: PUT stores the bytes under the
// path, GET gives them back with what the PUT had in its headers. By hand: node
// test/sources/fakes/backups.ts

import { byHand, faulty, notFound, type Handler } from "./faults.ts";

interface Put {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const files = new Map<string, Put>();

const PERSON = `Basic ${Buffer.from("ada@files:planted pässword: 1").toString("base64")}`;

/**
 * "/locked/..." takes a file with the bearer token "planted-backup-token" alone, and "/dav/..." with
 * the user name "ada@files" and the password "planted pässword: 1", as a WebDAV server does.
 */
export const backups: Handler = faulty(async (request, response, _, path) => {
  if (request.method === "PUT") {
    const { authorization, "content-length": length, "content-type": type } = request.headers;
    if (path.startsWith("/locked/") && authorization !== "Bearer planted-backup-token")
      return void response.writeHead(401).end();
    if (path.startsWith("/dav/") && authorization !== PERSON)
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="files"' }).end();
    if (path.startsWith("/dav/readonly/")) return void response.writeHead(403).end();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const headers = {
      "x-authorization": authorization ?? "",
      "x-length": length ?? "",
      "content-type": type ?? "",
    };
    files.set(path, { bytes: Buffer.concat(pieces), headers });
    return void response.writeHead(201).end();
  }
  const file = files.get(path);
  if (file === undefined) return notFound(response);
  response.writeHead(200, file.headers).end(file.bytes);
});

if (import.meta.main) await byHand("backups", backups, 8807, ["/folder/"]);
