// What an investment's movement of cash bought or sold, in words for its notes.

/** "100 Acme Corp at 25.125"; "" where no number of units is printed. */
export function describeTraded(units: string, security: string, price: string): string {
  if (!/[1-9]/.test(units) || security === "") return "";
  const at = /[1-9]/.test(price) ? ` at ${price}` : "";
  return `${units.replace(/^-/, "")} ${security}${at}`;
}
