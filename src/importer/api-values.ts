// What answers of the importer's interface are made of, for the OpenAPI document.

import * as z from "zod";

export const COUNT = z.int().nonnegative();
/** A moment. */
export const TIME = z.iso.datetime();
export const TIME_OR_NULL = TIME.nullable();
export const TEXT_OR_NULL = z.string().nullable();
export const MORE = { has_more: z.boolean() };

/** The account of the budget that an import goes to. */
export const ACCOUNT = z.object({ id: z.int(), name: z.string(), currency: z.string() });
