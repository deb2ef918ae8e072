// Schemas shared by the importer's answers, for the OpenAPI document.

import * as z from "zod";

export const COUNT = z.int().nonnegative();
/** A point in time. */
export const TIME = z.iso.datetime();
export const TIME_OR_NULL = TIME.nullable();
export const TEXT_OR_NULL = z.string().nullable();
export const MORE = { has_more: z.boolean() };

/** The budget's account that an import goes to. */
export const ACCOUNT = z.object({ id: z.int(), name: z.string(), currency: z.string() });
