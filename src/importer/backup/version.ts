// How many steps the schema of a connection has. A test holds it to ../schema.ts, which a feature
// cannot import without a circle.

/** As many as `steps` of ../schema.ts. */
export const SCHEMA_STEPS = 35;
