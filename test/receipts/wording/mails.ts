// Messages that are plainly worded, of which nothing was learned.

export interface Worded {
  readonly subject: string;
  readonly from: readonly [string, string];
  readonly text: string;
}

/** A bank's reminder, of which not every word is one of messages in which nothing was paid. */
export const LOW_BALANCE: Worded = {
  subject: "Your everyday account",
  from: ["Larch Bank", "alerts@larchbank.example"],
  text: [
    "Hi Ada,",
    "You asked us to let you know when the balance of your everyday account falls below 150.00 EUR.",
    "Available balance: 84.12 EUR",
    "You can change your alerts at any time in the app under Settings, Notifications.",
    "If you have any questions, please contact us. We will never ask you for your password.",
    "Larch Bank is authorised and regulated. Please do not reply to this email.",
  ].join("\n"),
};

export const PAID: Worded = {
  subject: "Thank you for your payment to Oleander Sports",
  from: ["Oleander Sports", "club@oleander.example"],
  text: [
    "Dear Ada Lane,",
    "Thank you, we have received your payment. This is your receipt.",
    "Receipt number: 2025-118",
    "Date of payment: 18/11/2025",
    "Membership, one year",
    "Total paid: 84.12 EUR",
    "Payment method: Visa ending 4410",
    "Please keep this receipt for your records. If you have any questions, just reply to this email.",
    "Kind regards, Oleander Sports",
  ].join("\n"),
};

export const CODE: Worded = {
  subject: "Your one-time code for an online purchase",
  from: ["Larch Bank", "alerts@larchbank.example"],
  text: [
    "Hi Ada,",
    "Your one-time code is 482 193. It is valid for 10 minutes.",
    "Use it to confirm your purchase of 61.40 EUR at Elm Books with your card ending 4410.",
    "Never share this code with anybody. Our staff will never ask you for it.",
    "If you did not request this code, do not enter it and call us at once.",
    "This is an automatic message, please do not reply to it.",
    "Larch Bank is authorised and regulated.",
  ].join("\n"),
};

/** A bill of a company, still to be paid. */
export const DUE: Worded = {
  subject: "Invoice 2025-118",
  from: ["Oleander Cleaning", "office@oleander.example"],
  text: [
    "Dear Ada Lane,",
    "Please find below our invoice for the cleaning of your windows in October.",
    "Invoice number: 2025-118",
    "Invoice date: 18/11/2025",
    "Cleaning: 70.69 EUR",
    "VAT 19 %: 13.43 EUR",
    "Amount due: 84.12 EUR",
    "Due date: 4 December 2025",
    "Please transfer the amount to our account by the due date, with the invoice number as the reference.",
    "If you have any questions about this invoice, just reply to this email.",
    "Kind regards, Oleander Cleaning",
  ].join("\n"),
};
