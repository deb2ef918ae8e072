// The references that there are, a page each.

import { EDITIONS, theDocument } from "../../budget/openapi/document.ts";
import { FAILURES } from "../../budget/openapi/words.ts";
import { VERSION_1, VERSION_2, type Version } from "../../budget/versions.ts";
import * as importer from "../../importer/api-words.ts";
import type { OpenApi } from "../../platform/api/openapi.ts";
import { apiDocument, type Deployment } from "./api-document.ts";

/** What one page shows. */
export interface Reference {
  readonly title: string;
  readonly heading: string;
  /** Where the interface is mounted. */
  readonly base: string;
  readonly document: OpenApi;
  readonly conventions: readonly (readonly [topic: string, rule: string])[];
  readonly failures: readonly (readonly [status: number, when: string])[];
  /** The other references. */
  readonly others: readonly { readonly href: string; readonly text: string }[];
  readonly hasMock: boolean;
  /** Whether a token's scopes say what it may; else credentials do. */
  readonly hasScopes: boolean;
}

const API_LINK = { href: "/docs/api", text: "Importing: files, receipts, schedules" };

/** The service's reference, of one version. */
export function serviceReference(version: Version): Reference {
  const isLegacy = version === VERSION_1;
  const title = isLegacy ? "API reference, version 1" : "API reference";
  return {
    title,
    heading: isLegacy ? `${title} (deprecated)` : title,
    base: version.base,
    document: theDocument(version),
    conventions: EDITIONS[version.base].conventions,
    failures: FAILURES,
    others: isLegacy
      ? [{ href: "/docs", text: "Version 2 replaces it." }]
      : [{ href: "/docs/v1", text: "Version 1, deprecated" }, API_LINK],
    hasMock: version === VERSION_2,
    hasScopes: true,
  };
}

/** The reference of a deployment's /api. */
export function apiReference(deployment: Deployment): Reference {
  return {
    title: "API reference, importing",
    heading: "API reference: importing",
    base: "/api",
    document: apiDocument(deployment),
    conventions: importer.conventionsOf(deployment.limits),
    failures: importer.FAILURES,
    others: deployment.embedded ? [{ href: "/docs", text: "The budgeting service" }] : [],
    hasMock: false,
    hasScopes: false,
  };
}
