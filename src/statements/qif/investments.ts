// Facts: how an investment's action (N) changes the account's cash. Actions that end in X move the
// money from or to another account at once, so this account's cash does not change. Source:
// Quicken's list of actions.

export type CashEffect = "in" | "out" | "signed" | "none" | "elsewhere";

// prettier-ignore
const EFFECTS: Readonly<Record<string, CashEffect>> = {
  buy: "out", cvrshrt: "out", miscexp: "out", margint: "out", xout: "out", withdrw: "out", withdraw: "out", intexp: "out", withdrwx: "out", loanout: "out",
  sell: "in", shtsell: "in", div: "in", intinc: "in", cglong: "in", cgshort: "in", cgmid: "in", rtrncap: "in", miscinc: "in", xin: "in", contrib: "in", deposit: "in", contribx: "in", loanin: "in",
  cash: "signed", bank: "signed", adjust: "signed",
  buyx: "elsewhere", sellx: "elsewhere", divx: "elsewhere", intincx: "elsewhere", cglongx: "elsewhere", cgshortx: "elsewhere", cgmidx: "elsewhere", rtrncapx: "elsewhere", miscincx: "elsewhere",
  miscexpx: "elsewhere", margintx: "elsewhere", cvrshrtx: "elsewhere", shtsellx: "elsewhere",
  shrsin: "none", shrsout: "none", stksplit: "none", reinvdiv: "none", reinvint: "none", reinvlg: "none", reinvsh: "none", reinvmd: "none", reminder: "none", grant: "none", vest: "none",
  exercise: "none", exercisx: "none", expire: "none", bonusplan: "none",
};

/** The action's effect on the account's cash; undefined for an unknown action. */
export function cashEffect(action: string): CashEffect | undefined {
  const key = action.toLowerCase();
  return Object.hasOwn(EFFECTS, key) ? EFFECTS[key] : undefined;
}
