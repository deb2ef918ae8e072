// The network that a client address is counted by: pure. An IPv6 user has a whole /64 network, so
// counting single addresses would count nobody.

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The first 64 bits of an IPv6 address, as one spelling; every other text as it is. */
export function findNetwork(address: string): string {
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(":")) return address;
  const [front = "", back] = address.toLowerCase().split("::");
  const [before, after] = [splitGroups(front), splitGroups(back ?? "")];
  const zeros = back === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Without leading zeros. */
function splitGroups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
