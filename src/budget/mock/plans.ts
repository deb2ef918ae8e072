// The plans of the mock's household as tables: budgets, recurring items, crypto, earlier balances,
// rates. All of it is made up.

import type { Month } from "./data.ts";

/** Budgets by category, from the first month on; a later month may say another amount. */
export const BUDGETS = [
  { category: "Groceries", amount: "520.00" },
  { category: "Restaurants", amount: "160.00" },
  { category: "Coffee", amount: "30.00" },
  { category: "Rent", amount: "2150.00" },
  { category: "Utilities", amount: "260.00" },
  { category: "Household", amount: "60.00" },
  { category: "Public Transport", amount: "50.00" },
  { category: "Fuel", amount: "45.00" },
  { category: "Subscriptions", amount: "40.00" },
  { category: "Travel", amount: "150.00" },
  { category: "Shopping", amount: "80.00" },
  { category: "Health", amount: "70.00" },
  { category: "Cat", amount: "60.00" },
  { category: "Salary", amount: "5600.00" },
] as const;

/** A month in which a budget is another. */
export const BUDGET_CHANGES = [
  { month: "2026-05", category: "Travel", amount: "900.00", currency: "eur", notes: "Porto" },
  {
    month: "2026-11",
    category: "Groceries",
    amount: "560.00",
    notes: "Guests at the end of the month",
  },
] as const;

/** Manual crypto holdings. */
export const HOLDINGS = [
  { name: "Cold wallet", symbol: "btc", balance: "0.05125", institution_name: "Hardware wallet" },
  { name: "Sam's Solana", symbol: "sol", balance: "8.125000000000000001" },
] as const;

/** Balances of the savings account before the household came here. */
export const EARLIER_BALANCES = [
  { month: "2025-07", balance: "8100.00" },
  { month: "2025-08", balance: "8480.00" },
  { month: "2025-09", balance: "8870.00" },
] as const;

/** Units for one euro on the first day of each month: dollars and pounds. */
export const RATES: Readonly<Record<Month, readonly [usd: string, gbp: string]>> = {
  "2025-10": ["1.1720", "0.8715"],
  "2025-11": ["1.1540", "0.8790"],
  "2025-12": ["1.1610", "0.8770"],
  "2026-01": ["1.1745", "0.8720"],
  "2026-02": ["1.1830", "0.8695"],
  "2026-03": ["1.1790", "0.8660"],
  "2026-04": ["1.1655", "0.8640"],
  "2026-05": ["1.1580", "0.8655"],
  "2026-06": ["1.1625", "0.8670"],
  "2026-07": ["1.1700", "0.8650"],
  "2026-08": ["1.1760", "0.8635"],
  "2026-09": ["1.1815", "0.8660"],
  "2026-10": ["1.1780", "0.8690"],
  "2026-11": ["1.1690", "0.8705"],
};

/** Recurring items that the household confirmed; detection suggests the others. */
// prettier-ignore
export const RECURRING = [
  {
    description: "Rent",
    category: "Rent",
    criteria: { granularity: "month", quantity: 1, anchor_date: "2025-10-01", payee: "Birch Street Lettings", amount: "2150.00" },
  },
  {
    description: "Rowan's salary",
    category: "Salary",
    criteria: { granularity: "month", quantity: 1, anchor_date: "2025-10-25", payee: "Northwind Energy Co-op", amount: "-3215.40" },
  },
  {
    description: "Power and water, by use",
    category: "Utilities",
    criteria: { granularity: "month", quantity: 1, anchor_date: "2025-10-14", payee: "Valley Power & Water", amount_min: "90.00", amount_max: "150.00" },
  },
  {
    description: null,
    category: "Subscriptions",
    criteria: { granularity: "month", quantity: 1, anchor_date: "2025-10-07", payee: "Lantern Streaming", amount: "15.99" },
  },
] as const;

/** An attached receipt. */
export const RECEIPT = {
  name: "greenleaf-receipt.pdf",
  type: "application/pdf",
  notes: "The kettle has two years of warranty",
} as const;
