// Mails that move no money, written for the tests: what banks, shops, carriers, programs and strangers send beside receipts.
// All have amounts, cards or numbers where such mails have them.

export interface WrittenNegative {
  readonly name: string;
  readonly subject: string;
  readonly from: readonly [name: string, address: string];
  readonly text: string;
}

const BANK = ["Example Bank Alerts", "alerts@examplebank.example"] as const;
const SHOP = ["Shop", "news@shop.example"] as const;

export const WRITTEN_NEGATIVES: readonly WrittenNegative[] = [
  // Of banks, English
  { name: "a declined purchase", from: BANK, subject: "Transaction declined", text: "Your transaction of $84.20 at BEST BUY on your credit card ending in 4410 was declined on 11/18/2025. Available credit: $12.00. Member FDIC" },
  { name: "a purchase declined for lack of funds", from: BANK, subject: "Alert", text: "Dear Customer, your debit card XX4410 transaction of Rs 2,500.00 at FLIPKART on 18-11-2025 has been declined due to insufficient funds. Avl Bal Rs 120.00" },
  { name: "a one-time password", from: BANK, subject: "OTP for your transaction", text: "Dear Customer, 482913 is your OTP for a transaction of INR 1,299.00 at AMAZON on your credit card ending 4410. Do not share it with anyone. Your bank" },
  { name: "a code in a sentence before", from: BANK, subject: "Your code", text: "Use verification code 771202 to authorise a payment of £49.99 to ARGOS with your card ending 1180. Your bank will never ask for it." },
  { name: "a standing instruction registered", from: BANK, subject: "e-Mandate registered", text: "Your e-mandate has been registered successfully on your card ending 4410 for NETFLIX. Maximum amount: INR 649.00. Frequency: monthly. Your bank" },
  { name: "a debit to come", from: BANK, subject: "Upcoming mandate debit", text: "Dear Customer, Rs. 499.00 will be debited from your account XX4410 on 25-11-2025 towards SPOTIFY mandate. Keep a sufficient balance. Your bank" },
  { name: "a statement ready", from: BANK, subject: "Your statement is ready", text: "Your credit card statement for the card ending in 4410 is ready.\nStatement balance: $1,204.33\nMinimum payment due: $35.00\nPayment due date: 12/14/2025\nExample Bank" },
  { name: "a payment due", from: BANK, subject: "Payment reminder", text: "A friendly reminder: the payment of $120.00 for your credit card ending in 4410 is due on 12/01/2025. Log in to online banking to pay." },
  { name: "a limit changed", from: BANK, subject: "Your limit has been changed", text: "The daily ATM limit of your debit card ending 4410 has been changed to Rs 50,000.00. If not done by you call your bank." },
  { name: "a card blocked", from: BANK, subject: "Your card has been blocked", text: "Your debit card ending in 4410 has been blocked at your request on 18/11/2025 10:22. Your available balance is £510.11. Your bank" },
  { name: "a low balance", from: BANK, subject: "Low balance alert", text: "The balance of your checking account ending in 4410 is $24.10, which is below the $100.00 level you set. Member FDIC" },
  { name: "a pre-approved loan", from: BANK, subject: "You are pre-approved!", text: "Congratulations! You're eligible for a pre-approved personal loan of up to Rs 5,00,000.00 in your account XX4410. Apply now in net banking." },
  { name: "a cashback offer", from: BANK, subject: "Earn more", text: "Spend $500.00 with your credit card ending in 4410 and earn up to $50.00 cashback. Offer ends 12/31/2025. Example Bank" },
  { name: "a payee added", from: BANK, subject: "New payee added", text: "A new payee JOHN SMITH has been added to your account ending 4410 on 18/11/2025. Transfers up to £1,000.00 are possible at once. Your bank" },
  { name: "a money request", from: BANK, subject: "Maria requested money", text: "Maria Lopez requested $35.00 from you with Zelle for dinner. To pay, log in to your bank. The request expires on 12/01/2025." },
  { name: "a transfer scheduled", from: BANK, subject: "Transfer scheduled", text: "Your transfer of $500.00 from checking account ending in 4410 to savings is scheduled for 12/01/2025. Member FDIC" },
  { name: "a failed UPI payment", from: BANK, subject: "UPI transaction failed", text: "Your UPI transaction of Rs 350.00 to RAMESH from a/c XX4410 has failed. RRN 532318824401. Your bank" },
  { name: "a blocked attempt", from: BANK, subject: "We blocked a suspicious payment", text: "We stopped an attempted payment of £299.00 to CRYPTO LTD with your card ending 1180 because it looked suspicious. Your bank" },
  { name: "a sign-in", from: BANK, subject: "New sign-in", text: "You signed in to online banking from a new device on 18/11/2025 at 10:01. If this wasn't you, call your bank." },
  { name: "a fixed deposit rate", from: BANK, subject: "Interest rates", text: "Interest rates on fixed deposits are revised: 7.10% for amounts below Rs 2,00,000.00. Visit your bank's branch or net banking." },
  // Of banks, other languages
  { name: "Spanish: rejected", from: BANK, subject: "Compra rechazada", text: "Tu compra de $1,250.00 MXN en LIVERPOOL con tu tarjeta terminación 4410 fue rechazada por saldo insuficiente el 18/11/2025. Tu banco" },
  { name: "Spanish: code", from: BANK, subject: "Código de verificación", text: "Tu código de seguridad es 552910 para autorizar la compra de 89,00 € en ZARA con tu tarjeta *4410. No lo compartas. Tu banco" },
  { name: "Spanish: limit", from: BANK, subject: "Modificación de límite", text: "Operación:\tModificación de límite de tarjeta\nTarjeta:\t****4410\nMonto máximo:\t$5,000.00 MN\nFecha:\t18/11/2025\nTu banco" },
  { name: "Spanish: to come", from: BANK, subject: "Próximo cobro", text: "El 25/11/2025 se cargará en tu cuenta *4410 un recibo de 45,90 € de MOVISTAR. Tu banco" },
  { name: "Spanish: statement", from: BANK, subject: "Tu estado de cuenta está listo", text: "Tu estado de cuenta de la tarjeta 4410 ya está disponible. Saldo total: $4,310.20 MXN. Pago mínimo: $320.00 MXN. Fecha límite de pago: 05/12/2025. Tu banco" },
  { name: "Portuguese: not approved", from: BANK, subject: "Compra não aprovada", text: "Sua compra de R$ 340,00 em MAGALU no cartão final 4410 não foi aprovada em 18/11/2025. Limite disponível: R$ 12,00. Seu banco" },
  { name: "Portuguese: bill closed", from: BANK, subject: "Sua fatura fechou", text: "Sua fatura do cartão final 4410 fechou no valor de R$ 1.230,45. Vencimento: 05/12/2025. Seu banco" },
  { name: "Portuguese: scheduled", from: BANK, subject: "Pix agendado", text: "Seu Pix agendado de R$ 150,00 para MARIA SOUZA será debitado da conta em 25/11/2025. Seu banco" },
  { name: "French: refused", from: BANK, subject: "Paiement refusé", text: "Votre paiement de 120,00 € chez FNAC avec votre carte se terminant par 4410 a été refusé le 18/11/2025. Votre banque" },
  { name: "French: ceiling", from: BANK, subject: "Votre plafond a été modifié", text: "Le plafond de votre carte se terminant par 4410 a été modifié : 2 000,00 € par mois. Votre banque" },
  { name: "French: to come", from: BANK, subject: "Prélèvement à venir", text: "Un prélèvement de 39,99 € au profit de ORANGE sera débité de votre compte ****4410 le 25/11/2025. Votre banque" },
  { name: "German: declined", from: BANK, subject: "Zahlung abgelehnt", text: "Ihre Zahlung über 79,90 EUR bei MEDIA MARKT mit der Karte endend auf 4410 wurde am 18.11.2025 abgelehnt. Ihre Bank" },
  { name: "German: to come", from: BANK, subject: "Bevorstehende Lastschrift", text: "Am 25.11.2025 wird von Ihrem Konto **4410 ein Betrag von 29,99 EUR für TELEKOM abgebucht; die Lastschrift wird abgebucht. Ihre Bank" },
  { name: "German: new statement", from: BANK, subject: "Neue Nachricht in Ihrem Postfach", text: "In Ihrem Postfach liegt ein neuer Kontoauszug für Ihr Konto **4410. Kontostand: 1.204,00 EUR. Ihre Sparkasse" },
  { name: "Italian: declined", from: BANK, subject: "Pagamento rifiutato", text: "Il pagamento di 64,00 EUR presso IKEA con la carta terminante con 4410 è stato rifiutato il 18/11/2025. La tua banca" },
  { name: "Italian: code", from: BANK, subject: "Codice", text: "Il codice di sicurezza per confermare il pagamento di 25,00 EUR su ZALANDO con carta *4410 è 339201. La tua banca" },
  { name: "Dutch: failed", from: BANK, subject: "Betaling mislukt", text: "De betaling van € 45,00 aan BOL met je betaalpas eindigend op 4410 is mislukt op 18-11-2025. Je bank" },
  { name: "Polish: refused", from: BANK, subject: "Transakcja odrzucona", text: "Transakcja kartą *4410 na kwotę 210,00 PLN w ALLEGRO została odrzucona 18-11-2025 z powodu braku środków. Twój bank" },
  { name: "Polish: limit", from: BANK, subject: "Zmiana limitu", text: "Limit dzienny karty *4410 został zmieniony na 5 000,00 PLN. Twój bank" },
  { name: "Turkish: not approved", from: BANK, subject: "İşleminiz onaylanmadı", text: "4410 ile biten kartınızla 18/11/2025 tarihinde TRENDYOL işyerinde yapılmak istenen 540,00 TL tutarındaki işleminiz onaylanmamıştır. Bankanız" },
  { name: "Turkish: statement", from: BANK, subject: "Ekstreniz hazır", text: "4410 ile biten kartınızın ekstresi hazır. Dönem borcu: 3.210,00 TL, asgari ödeme: 640,00 TL, son ödeme tarihi: 05/12/2025. Bankanız" },
  { name: "Russian: refused", from: BANK, subject: "Отказ", text: "Карта *4410. Отказ: покупка 1 500,00 RUB OZON 18.11.2025 12:40, недостаточно средств. Доступно 120,00 RUB. Банк" },
  { name: "Russian: code", from: BANK, subject: "Код", text: "Никому не сообщайте код 551203. Покупка 990,00 RUB в WILDBERRIES, карта *4410. Банк" },
  { name: "Japanese: debit to come", from: BANK, subject: "お引き落とし予定のお知らせ", text: "クレジットカードのお引き落とし予定額をお知らせいたします。\nお引落予定日：2025/11/27\nお支払い予定額：45,230円\n口座残高をご確認ください。〇〇銀行" },
  { name: "Japanese: limit", from: BANK, subject: "振込限度額変更のご確認", text: "振込限度額を変更いたしました。\n変更後の限度額：1,000,000円\n変更日時：2025/11/18 10:22\n〇〇銀行" },
  { name: "Korean: refused", from: BANK, subject: "승인거절 알림", text: "[가나카드] 승인거절\n카드 4410\n35,000원 쿠팡\n사유: 한도초과\n가나은행" },
  { name: "Chinese: code", from: BANK, subject: "验证码", text: "您尾号4410的信用卡正在进行人民币299.00元的支付，验证码：663201，请勿泄露。【某某银行】" },
  { name: "Chinese: bill", from: BANK, subject: "信用卡账单", text: "您尾号4410的信用卡本期应还人民币3,210.00元，还款日12月05日。【某某银行】" },
  { name: "Thai: failed", from: BANK, subject: "รายการไม่สำเร็จ", text: "ธนาคารขอแจ้งว่ารายการโอนเงิน 2,000.00 บาท จากบัญชี xxx4410 ไม่สำเร็จ วันที่ 18/11/2025 คงเหลือ 120.00 บาท" },
  { name: "Arabic: refused", from: BANK, subject: "عملية مرفوضة", text: "عملية شراء مرفوضة\nبطاقة: **4410\nالمبلغ: 250.00 SAR\nلدى: NOON\nالسبب: رصيد غير كاف\nالبنك" },
  // Of shops and carriers
  { name: "a parcel on its way", from: SHOP, subject: "Your parcel is on its way", text: "Good news! Your parcel 1Z999AA10123456784 is on its way. Arriving Friday. Declared value: $49.99. Track your parcel online." },
  { name: "a delivery with cash to pay", from: ["Kurier", "info@kurier.example"], subject: "Twoja paczka jest w drodze", text: "Paczka 00159007738 zostanie doręczona dzisiaj. Kwota pobrania: 89,00 PLN. Kurier zadzwoni." },
  { name: "a delivery in German", from: ["Paketdienst", "info@paket.example"], subject: "Ihr Paket wurde zugestellt", text: "Ihr Paket wurde am 18.11.2025 zugestellt. Sendungsnummer 003404341. Warenwert 59,90 EUR." },
  { name: "a sale", from: SHOP, subject: "Black Friday: up to 50% off", text: "Headphones now $79.99, was $129.99. Save $50.00 today. Free shipping over $35.00. Shop now. Unsubscribe." },
  { name: "a price drop", from: SHOP, subject: "Price drop on an item you liked", text: "The price of Running Shoes dropped from €120.00 to €89.00. Buy it before it is gone." },
  { name: "a cart left behind", from: SHOP, subject: "You left something in your cart", text: "Your cart: Coffee Grinder, $64.00. Complete your order now. Subtotal: $64.00" },
  { name: "a newsletter in Spanish", from: SHOP, subject: "Newsletter: ofertas de la semana", text: "Zapatillas por 39,95 €, antes 59,95 €. Envío gratis a partir de 30,00 €. Darse de baja." },
  { name: "a newsletter in French", from: SHOP, subject: "Soldes : jusqu'à -60 %", text: "Robe à 29,99 € au lieu de 59,99 €. Livraison offerte dès 40,00 €. Se désabonner." },
  { name: "a reset of a password", from: SHOP, subject: "Reset your password", text: "You asked to reset your password. The link is valid for 60 minutes. If you did not ask for it, ignore this mail." },
  { name: "a review wanted", from: SHOP, subject: "How was your purchase?", text: "Rate your purchase of Desk Lamp ($24.99) and win a $100.00 gift card." },
  // Of people and programs
  { name: "a reply about money", from: ["Anna", "anna@people.example"], subject: "Re: dinner", text: "Hi, I think you owe me $20.00 for dinner, but no hurry.\n\nOn Mon, Nov 17, 2025 Sam wrote:\n> How much was it?" },
  { name: "an invitation", from: ["Anna", "anna@people.example"], subject: "Invitation: Budget meeting @ Fri Nov 21, 2025 10:00", text: "You have been invited to: Budget meeting. When: Fri Nov 21, 2025 10:00 to 11:00. We will discuss the budget of $12,000.00." },
  { name: "a bounce", from: ["Mail Delivery Subsystem", "mailer-daemon@mx.example"], subject: "Delivery Status Notification (Failure)", text: "Delivery to the following recipient failed permanently: invoice@shop.example. 550 5.1.1 user unknown. Original subject: payment of $45.00" },
  { name: "spam of an inheritance", from: ["Barrister", "mr@lawyers.example"], subject: "Dear friend", text: "I am the attorney of the late Mr. Smith, who left USD 8,500,000.00 in a bank account. You will receive 40 percent. Send your bank details." },
  { name: "phishing for a card", from: ["Account Team", "secure@verify.example"], subject: "Your account will be suspended", text: "We could not process your payment of $49.99. Your account will be suspended. Verify your card now: http://verify.example/login" },
  { name: "a lottery", from: ["Lotto", "win@lotto.example"], subject: "You have won", text: "Your e-mail address has won EUR 950,000.00 in our promotion. To claim, reply with your name and bank account." },
];
