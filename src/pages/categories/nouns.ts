// Categories and tags are renamed, archived, merged and deleted alike: their paths and words, as a table.

/** What a page acts on. */
export interface Noun {
  readonly word: "category" | "tag";
  readonly words: "categories" | "tags";
  /** The path of the service. */
  readonly path: "/categories" | "/tags";
  /** The path of its pages. */
  readonly page: "/categories" | "/categories/tags";
  /** The filter of the service's transactions, and of the page of transactions. */
  readonly filter: "category_id" | "tag_id";
  readonly query: "category" | "tag";
}

export const CATEGORY: Noun = {
  word: "category",
  words: "categories",
  path: "/categories",
  page: "/categories",
  filter: "category_id",
  query: "category",
};

export const TAG: Noun = {
  word: "tag",
  words: "tags",
  path: "/tags",
  page: "/categories/tags",
  filter: "tag_id",
  query: "tag",
};

/** The id of its row on the page. */
export function nameRow(noun: Noun, id: number): string {
  return `${noun.word}-${id}`;
}

/** The page with its row open for changes: browsers give the focus to the field that the address names. */
export function editPath(noun: Noun, id: number): string {
  return `/categories?${noun === TAG ? "edit-tag" : "edit"}=${id}#${nameRow(noun, id)}-name`;
}

/** The page of transactions with its filter set. */
export function transactionsPath(noun: Noun, id: number): string {
  return `/transactions?${noun.query}=${id}`;
}
