// Vite's glob import, with which the tests load fixture files: a module for each file that matches.

interface ImportMeta {
  glob(
    pattern: string,
    options: { readonly eager: true; readonly import: "default"; readonly query?: "?raw" },
  ): Record<string, unknown>;
}
