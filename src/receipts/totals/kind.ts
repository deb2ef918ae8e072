// What kind of mail it is, by its subject and its first lines, in the languages of receipts: notices of dispatch and
// delivery, marketing, policies, sign-in mails and bounces are no transactions, whatever amounts they print.

import type { Kind } from "../receipt.ts";
import { folded, Phrases, type PhraseHit } from "../words/phrases.ts";

type Cue = Kind | "shipment" | "payment" | "not paid" | "points";

// prettier-ignore
const CUES = new Phrases<Cue>([
  ["receipt", "ereceipt|your ereceipt|spende|ihre spende|deine spende|votre don|reçu fiscal|donación|donativo|tu donación|doação|sua doação|donazione|la tua donazione|donatie|je gift|gåva|din gåva|donasjon|gave|lahjoitus|lahjoituksesi|darowizna|darowiznę|příspěvek|adomány|adományodat|donație|bağış|bağışınız|пожертвование|пожертву|寄付|ご寄附|捐款|후원|pledge|top up|reload|recharge successful|trip with uber|your trip|your ride with|deine fahrt|ihre fahrt|votre course|tu viaje|sua viagem|la tua corsa|je rit|din resa|din tur|お会計|ご精算|乗車|您的行程|receipt|e receipt|your receipt|payment receipt|payment confirmation|payment received|payment successful|thank you for your payment|thanks for your payment|thank you for your purchase|thanks for your purchase|thank you for shopping|thanks for riding|thanks for tipping|thank you for your donation|your trip with uber|your ride|you paid|you sent a payment|payment to|you sent|you've sent|your purchase|purchase confirmation|your subscription|subscription renewed|donation|proof of purchase|proof of payment|eticket|e ticket|quittung|beleg|zahlungsbestätigung|zahlung erhalten|zahlungseingang|ihr einkauf|dein einkauf|kassenbon|zahlungsbeleg|ihre zahlung|deine zahlung|vielen dank für ihren einkauf|spendenbestätigung|vielen dank für ihre zahlung|kaufbeleg|reçu|votre reçu|confirmation de paiement|paiement reçu|votre paiement|ticket de caisse|merci pour votre achat|votre achat|reçu de paiement|justificatif de paiement|recibo|recibo de pago|tu recibo|su recibo|confirmación de pago|pago recibido|comprobante|comprobante de pago|gracias por tu compra|gracias por su compra|tu compra|pagaste|ticket de compra|pago realizado|comprovante|comprovante de pagamento|confirmação de pagamento|pagamento recebido|pagamento confirmado|obrigado pela sua compra|obrigado pela compra|sua compra|talão|pagamento aprovado|ricevuta|la tua ricevuta|ricevuta di pagamento|conferma di pagamento|pagamento ricevuto|pagamento effettuato|grazie per il tuo acquisto|scontrino|il tuo acquisto|kassabon|betaalbewijs|betalingsbevestiging|bevestiging van betaling|betaling ontvangen|bedankt voor je aankoop|bedankt voor je betaling|je aankoop|bon|aankoopbewijs|kvitto|ditt kvitto|betalningsbekräftelse|tack för ditt köp|ditt köp|kvittering|din kvittering|betalingsbekræftelse|betalingsbekreftelse|tak for dit køb|takk for kjøpet|tack för din betalning|kuitti|kuittisi|maksuvahvistus|kiitos ostoksestasi|maksukuitti|paragon|e paragon|potwierdzenie płatności|potwierdzenie zapłaty|płatność otrzymana|dziękujemy za zakup|potwierdzenie zakupu|potwierdzenie transakcji|účtenka|potvrzení platby|potvrzení o platbě|děkujeme za nákup|doklad o zaplacení|potvrdenie platby|ďakujeme za nákup|pokladničný doklad|platba přijata|nyugta|fizetési visszaigazolás|sikeres fizetés|köszönjük a vásárlást|fizetés megerősítése|chitanță|bon fiscal|confirmare plată|plată confirmată|mulțumim pentru achiziție|confirmarea plății|makbuz|ödeme onayı|ödemeniz alındı|ödeme makbuzu|dekont|satın alma|чек|кассовый чек|электронный чек|квитанция|подтверждение оплаты|спасибо за покупку|оплата прошла|ваша покупка|платёж выполнен|підтвердження оплати|дякуємо за покупку|фіскальний чек|касова бележка|разписка|потвърждение за плащане|račun plaćen|απόδειξη|απόδειξη πληρωμής|επιβεβαίωση πληρωμής|領収書|領収証|お支払い|お支払い完了|ご購入|ご利用明細|購入明細|レシート|決済完了|お買い上げ|ご利用ありがとう|電子チケット|收据|收據|付款成功|支付成功|购买成功|付款收據|电子发票|付款凭证|영수증|결제 완료|결제가 완료|결제내역|구매 영수증|결제완료|구매해 주셔서|ใบเสร็จ|ใบเสร็จรับเงิน|ชำระเงินสำเร็จ|การชำระเงิน|struk|bukti pembayaran|pembayaran berhasil|biên lai|biên nhận|thanh toán thành công|إيصال|إيصال الدفع|تم الدفع|تأكيد الدفع|קבלה|אישור תשלום|רכישה|रसीद|भुगतान"],
  ["order", "order|your order|order confirmation|order confirmed|order received|thanks for your order|thank you for your order|order number|order summary|booking confirmation|booking confirmed|your booking|reservation confirmed|reservation confirmation|your reservation|purchase order|itinerary|trip confirmation|tickets|your tickets|booking|flight confirmation|bestellung|ihre bestellung|deine bestellung|bestellbestätigung|auftragsbestätigung|buchungsbestätigung|ihre buchung|deine buchung|buchung|reservierung|reservierungsbestätigung|reisebestätigung|commande|votre commande|confirmation de commande|réservation|votre réservation|confirmation de réservation|billet|pedido|tu pedido|su pedido|confirmación de pedido|confirmación del pedido|reserva|tu reserva|confirmación de reserva|orden|seu pedido|confirmação de pedido|confirmação do pedido|encomenda|a sua encomenda|sua reserva|confirmação de reserva|confirmação da encomenda|ordine|il tuo ordine|conferma ordine|conferma d'ordine|conferma dell'ordine|prenotazione|la tua prenotazione|conferma di prenotazione|conferma prenotazione|bestelling|je bestelling|uw bestelling|bestelbevestiging|orderbevestiging|bevestiging van je bestelling|boeking|reservering|boekingsbevestiging|beställning|din beställning|orderbekräftelse|bokning|bokningsbekräftelse|ordre|ordrebekræftelse|din ordre|bestilling|din bestilling|ordrebekreftelse|bestillingsbekreftelse|order bekräftad|tilaus|tilauksesi|tilausvahvistus|varaus|varausvahvistus|zamówienie|twoje zamówienie|potwierdzenie zamówienia|rezerwacja|potwierdzenie rezerwacji|zamówienia|objednávka|vaše objednávka|potvrzení objednávky|potvrdenie objednávky|rezervace|rezervácia|objednávky|rendelés|rendelése|rendelés visszaigazolás|rendelésed|megrendelés|foglalás|foglalás visszaigazolása|rendelés visszaigazolása|comandă|comanda|comanda ta|confirmare comandă|rezervare|confirmare rezervare|confirmarea comenzii|sipariş|siparişiniz|sipariş onayı|rezervasyon|siparişin|siparişiniz alındı|заказ|ваш заказ|подтверждение заказа|бронирование|замовлення|ваше замовлення|підтвердження замовлення|бронювання|поръчка|вашата поръчка|narudžba|vaša narudžba|porudžbina|naročilo|παραγγελία|παραγγελίας|κράτηση|ご注文|注文|ご注文の確認|注文確認|ご予約|予約確認|ご注文内容|订单|訂單|预订|預訂|订单确认|訂單確認|주문|주문 확인|예약|예약 확인|주문이 완료|คำสั่งซื้อ|การจอง|ออเดอร์|pesanan|pesanan anda|đơn hàng|đặt phòng|đặt vé|الطلب|طلبك|حجز|הזמנה|ההזמנה|הזמנתך|ऑर्डर|बुकिंग"],
  ["invoice", "energy statement|utility statement|billing statement|your bill is ready|bill is ready|your latest bill|bolletta|la tua bolletta|energierechnung|stromrechnung|gasrechnung|electricity bill|energy bill|phone bill|water bill|recibo de luz|conta de luz|nota fiscal eletrônica|energienota|elräkning|strømregning|elregning|sähkölasku|rachunek|vyúčtování|közüzemi számla|elektrik faturası|квитанция на оплату|検針票|电费|전기요금|invoice|your invoice|tax invoice|bill|your bill|invoice attached|rechnung|ihre rechnung|deine rechnung|facture|votre facture|factura|tu factura|su factura|fatura|sua fatura|a sua fatura|fattura|la tua fattura|factuur|je factuur|uw factuur|faktura|din faktura|lasku|laskusi|twoja faktura|faktúra|számla|számlája|számlád|factură|factura ta|faturanız|счет|счёт|счет на оплату|рахунок|фактура|račun|τιμολόγιο|請求書|ご請求|发票|發票|账单|帳單|청구서|세금계산서|ใบแจ้งหนี้|ใบกำกับภาษี|faktur|hóa đơn|فاتورة|فاتورتك|חשבונית|बिल|चालान|nota fiscal"],
  ["refund", "refund|your refund|refund confirmation|refund issued|refund for|refund processed|you've been refunded|we've refunded|we have refunded|has been refunded|credit note|refund initiated|refunded|rückerstattung|erstattung|ihre erstattung|gutschrift|stornorechnung|rückzahlung|erstattet|remboursement|votre remboursement|remboursé|reembolso|tu reembolso|su reembolso|reembolsado|nota de crédito|estorno|seu reembolso|rimborso|il tuo rimborso|rimborsato|nota di credito|terugbetaling|je terugbetaling|terugbetaald|creditnota|creditfactuur|återbetalning|kreditfaktura|refusion|tilbagebetaling|kreditnota|refusjon|tilbakebetaling|hyvitys|hyvityslasku|palautus|rahanpalautus|zwrot środków|zwrot pieniędzy|zwrot płatności|faktura korygująca|vrácení peněz|vrácení platby|dobropis|vrátenie peňazí|visszatérítés|visszatérítése|rambursare|iade|para iadesi|iadeniz|возврат|возврат средств|возврат денег|повернення коштів|повернення|възстановяване|povrat novca|επιστροφή χρημάτων|返金|払い戻し|ご返金|返金のお知らせ|退款|退款成功|환불|환불 완료|결제 취소|คืนเงิน|pengembalian dana|hoàn tiền|استرداد|רפאנד|זיכוי|החזר כספי|धनवापसी"],
  ["income", "paid you|hat dir geld gesendet|vous a envoyé|te ha enviado|ti ha inviato|you received a payment|you've received a payment|you received|you've got money|sent you|payout|you have received|you got paid|money received|payment from|you've been paid|your sale|you sold|you made a sale|zahlung erhalten von|sie haben eine zahlung erhalten|auszahlung|vous avez reçu|has recibido|ha recibido|você recebeu|hai ricevuto|je hebt ontvangen|utbetalning|du har mottagit|otrzymałeś|otrzymano płatność|お振込|ご入金|入金|受け取りました|收款|입금"],
  ["authorisation", "you authorised a payment|you authorized a payment|pre authorisation|pre authorization|preauthorization|this is not a charge|temporary hold|authorization hold|authorization request|payment authorised|payment authorized|has been authorised|has been authorized"],
  ["not paid", "free trial|trial has started|trial started|trial begins|trial has begun|your trial|trial period|kostenlose testphase|kostenloser probemonat|probeabo|testzeitraum|essai gratuit|période d'essai|prueba gratis|prueba gratuita|período de prueba|teste grátis|avaliação gratuita|prova gratuita|periodo di prova|gratis proefperiode|proefperiode|gratis provperiod|gratis prøveperiode|prøveperiode|ilmainen kokeilu|okres próbny|zkušební doba|zkušební verze|próbaidőszak|perioadă de probă|deneme süresi|пробный период|пробний період|無料トライアル|無料体験|免费试用|免費試用|무료 체험|renews soon|renewing soon|will renew soon|will renew|will automatically renew|about to renew|upcoming renewal|renewal reminder|renewal notice|upcoming payment|upcoming charge|upcoming invoice|payment is scheduled|verlängert sich|wird bald verlängert|wird verlängert|anstehende zahlung|anstehende verlängerung|renouvellement à venir|sera renouvelé|sera bientôt renouvelé|prochain paiement|se renovará|próxima renovación|próximo pago|será renovada|próxima cobrança|verrà rinnovato|si rinnoverà|prossimo pagamento|wordt verlengd|wordt binnenkort verlengd|förnyas snart|förnyas|fornyes snart|fornyes|uusiutuu|odnowi się|wkrótce odnowienie|obnoví se|hamarosan megújul|se va reînnoi|yenilenecek|будет продлена|скоро продление|まもなく更新|更新のお知らせ|即将续费|갱신 예정|quick reminder to pay|this is not a payment receipt|not a payment receipt|this is not a receipt|not a receipt|charge summary|this is not an invoice for payment|pro forma|proforma|quotation|your quote|price quote|estimate|angebot|kostenvoranschlag|devis|presupuesto|cotización|orçamento|preventivo|offerte|offert|tilbud|tarjous|oferta cenowa|cenová nabídka|árajánlat|ofertă de preț|teklif|коммерческое предложение|見積書|报价|견적|payment failed|payment declined|payment unsuccessful|was declined|couldn't process your payment|could not process your payment|unable to process your payment|zahlung fehlgeschlagen|échec du paiement|paiement refusé|pago rechazado|pago fallido|pagamento recusado|pagamento non riuscito|betaling mislukt|betalning misslyckades|płatność nieudana|платеж не прошел|left in your cart|left something behind|your cart|abandoned cart|wish list|wishlist|price drop|order cancelled|order canceled|has been cancelled|has been canceled|cancellation confirmation|storniert|annulée|cancelado|annullato|geannuleerd"],
  ["shipment", "has shipped|have shipped|shipped|dispatched|has been dispatched|dispatch confirmation|shipping confirmation|shipment|on its way|on the way|out for delivery|delivered|has been delivered|delivery update|delivery notification|track your package|track your parcel|tracking number|your package|your parcel|arriving today|arriving tomorrow|ready for pickup|ready to collect|ready for collection|delivery attempt|delayed|shipping update|will be delivered|versandt|versendet|versandbestätigung|wurde verschickt|zugestellt|ist unterwegs|ihre sendung|ihr paket|dein paket|unterwegs|lieferung heute|sendungsverfolgung|wird zugestellt|liegt zur abholung|expédié|expédiée|a été expédiée|votre colis|en cours de livraison|livré|livrée|suivi de votre colis|est en route|expédition|enviado|ha sido enviado|tu paquete|en camino|entregado|tu envío|en reparto|su envío|foi enviado|foi enviada|a caminho|entregue|sua entrega|enviada|saiu para entrega|spedito|è stato spedito|conferma spedizione|in consegna|consegnato|il tuo pacco|tua spedizione|in transito|verzonden|is verzonden|onderweg|bezorgd|je pakket|uw pakket|je zending|skickad|har skickats|på väg|levererad|levererat|ditt paket|din leverans|afsendt|er afsendt|på vej|leveret|din pakke|sendt|er sendt|på vei|levert|din pakke er|lähetetty|on lähetetty|matkalla|toimitettu|pakettisi|wysłane|wysłano|zostało wysłane|w drodze|dostarczone|dostarczono|twoja paczka|przesyłka|doręczenie|doręczona|doręczymy|nadana|odesláno|odeslána|byla odeslána|na cestě|doručeno|vaše zásilka|zásilka|odoslaná|zásielka|doručená|feladva|feladtuk|úton|kézbesítve|csomagod|csomagja|expediat|expediată|a fost expediată|pe drum|livrat|livrată|coletul|kargoya verildi|kargoda|yola çıktı|teslim edildi|kargonuz|отправлен|отправлено|в пути|доставлен|ваша посылка|доставлено|передан в доставку|відправлено|в дорозі|доставлено|ваша посилка|изпратена|доставена|poslana|poslano|isporučeno|αποστάλθηκε|παραδόθηκε|発送|発送完了|お届け済み|配達完了|配達中|出荷|配送状況|发货|已发货|派送|已签收|配送中|物流|出貨|已送達|배송 시작|배송중|배송 완료|발송|배송출발|배송완료|จัดส่งแล้ว|กำลังจัดส่ง|telah dikirim|dalam perjalanan|telah sampai|đang giao|đã giao|đã được gửi|تم الشحن|تم التوصيل|في الطريق|נשלח|נשלחה|בדרך אליך|נמסר"],
  ["not a transaction", "password|reset your password|verify your email|verify your account|verification code|security code|one time code|security alert|new sign in|sign in attempt|newsletter|unsubscribe from this newsletter|privacy policy update|terms of service|updated our terms|policy update|changes to our terms|delivery status notification|undelivered mail|mail delivery failed|mail delivery subsystem|failure notice|returned mail|undeliverable|your statement is ready|e statement|statement is available|limited time offer|flash sale|black friday|cyber monday|off your next|sale ends|save up to|review your purchase|rate your|how was your|leave a review|feedback|survey|reminder|invitation|webinar|welcome to|passwort|zugangscode|sicherheitscode|datenschutzerklärung|allgemeine geschäftsbedingungen|bewerten sie|jetzt bewerten|mot de passe|code de vérification|politique de confidentialité|votre avis|donnez votre avis|contraseña|código de verificación|política de privacidad|tu opinión|senha|código de verificação|política de privacidade|avalie|informativa sulla privacy|codice di verifica|wachtwoord|verificatiecode|privacybeleid|beoordeel|lösenord|verifieringskod|adgangskode|passord|salasana|hasło|kod weryfikacyjny|polityka prywatności|oceń|heslo|ověřovací kód|jelszó|parolă|cod de verificare|şifre|doğrulama kodu|пароль|код подтверждения|оцените|パスワード|認証コード|確認コード|プライバシーポリシー|密码|密碼|验证码|驗證碼|비밀번호|인증번호|รหัสผ่าน|รหัสยืนยัน|kata sandi|mật khẩu|كلمة المرور|סיסמה|wyprzedaż|angebote|soldes|rebajas|saldi|rea|alennusmyynti"],
  ["payment", "free trial has ended|trial has ended|trial ended|your trial has ended|free trial is over|trial is over|paid|payment|charged|purchase|bought|total charged|you spent|bezahlt|zahlung|kauf|payé|paiement|achat|pagado|pago|compra|pagamento|acquisto|pagato|betaald|betaling|aankoop|betalning|köp|betalt|køb|kjøp|maksu|osto|płatność|zakup|zapłacono|platba|nákup|zaplaceno|fizetés|vásárlás|plată|achiziție|ödeme|alışveriş|оплата|покупка|оплачено|оплата|支払|決済|購入|付款|支付|购买|購買|결제|구매|ชำระ|pembayaran|pembelian|thanh toán|mua hàng|دفع|شراء|תשלום|קנייה|reservation total|ride|trip|subscription|subscribed|membership|abonnement|suscripción|assinatura|abbonamento|prenumeration|tilausmaksu|subskrypcja|předplatné|előfizetés|abonament|abonelik|подписка"],
  ["points", "points redeemed|paid with points|points used|miles redeemed|award ticket|award travel redeemed|miles used|paid with miles|pontos resgatados|avios used"],
]);

const HEAD_LINES = 14;
const HEAD_CHARS_MAX = 1_500;
const TEXT_CHARS_MAX = 200_000;

export interface KindSeen {
  readonly kind: Kind;
  /** Whether the words say it, or nothing speaks against it. */
  readonly sure: boolean;
  /** The words, folded; for the person. */
  readonly words: string;
  /** Where they stand: the subject, or the document's first lines. */
  readonly place: "subject" | "head";
  /** A notice of dispatch or delivery. */
  readonly shipment: boolean;
  /** Paid with points or miles, so that the totals printed are no money. */
  readonly points: boolean;
}

/** The kind of a document by its subject and the view's text; null where nothing in it speaks of a purchase. */
export function kindOf(subject: string, text: string): KindSeen | null {
  const inSubject = CUES.find(folded(subject.slice(0, 300)));
  const head = text.split("\n", HEAD_LINES).join(" \n ").slice(0, HEAD_CHARS_MAX);
  const inHead = CUES.find(folded(head));
  const points = CUES.find(folded(text.slice(0, TEXT_CHARS_MAX))).some(
    (hit) => hit.tag === "points",
  );
  const pick = (
    hits: readonly PhraseHit<Cue>[],
    tag: Cue,
    kind: Kind,
    place: KindSeen["place"],
    sure = true,
  ): KindSeen | null => {
    const hit = hits.find((one) => one.tag === tag);
    return hit === undefined
      ? null
      : { kind, sure, words: hit.phrase, place, shipment: tag === "shipment", points };
  };
  const shipmentHead =
    inSubject.length === 0 || subject === "" ? inHead.filter(isStrongShipment) : [];
  return (
    pick(inSubject, "not paid", "not a transaction", "subject") ??
    pick(
      inHead.filter(
        (hit) =>
          hit.phrase.includes("receipt") ||
          hit.phrase.includes("charge summary") ||
          hit.phrase.includes("pro"),
      ),
      "not paid",
      "not a transaction",
      "head",
    ) ??
    pick(inSubject, "refund", "refund", "subject") ??
    pick(inHead.filter(isSpokenRefund), "refund", "refund", "head") ??
    pick(inSubject, "shipment", "not a transaction", "subject") ??
    pick(shipmentHead, "shipment", "not a transaction", "head") ??
    pick(
      [...inSubject, ...inHead].filter(
        (hit) =>
          /received|sold|payout|got money|been paid|paid you/.test(hit.phrase) &&
          !hit.phrase.startsWith("payment received"),
      ),
      "income",
      "income",
      "head",
    ) ??
    pick(
      inHead.filter((hit) => !hit.phrase.startsWith("you auth")),
      "authorisation",
      "authorisation",
      "head",
    ) ??
    pick(inSubject, "receipt", "receipt", "subject") ??
    pick(inSubject, "invoice", "invoice", "subject") ??
    pick(inSubject, "not a transaction", "not a transaction", "subject") ??
    pick(inSubject, "order", "order", "subject") ??
    pick(inSubject, "payment", "receipt", "subject") ??
    pick(inHead, "receipt", "receipt", "head") ??
    pick(
      inHead.filter((hit) => hit.phrase.startsWith("you auth")),
      "authorisation",
      "authorisation",
      "head",
    ) ??
    pick(inHead, "invoice", "invoice", "head") ??
    pick(inHead, "order", "order", "head") ??
    pick(inHead, "not a transaction", "not a transaction", "head") ??
    pick([...inSubject, ...inHead], "payment", "receipt", "head", false)
  );
}

/** Words of a confirmation that also speaks of dispatch to come are none of a notice. */
function isStrongShipment(hit: PhraseHit<Cue>): boolean {
  return /^(?:has |have |was |is |a ete |ha sido |foi |e stato |wurde |har |er |on lah|zostalo |byla |a fost )|^(?:dispatch confirmation|conferma spedizione|versandbestatigung)$|已发货|発送完了|발송/.test(
    hit.phrase,
  );
}

function isSpokenRefund(hit: PhraseHit<Cue>): boolean {
  return /(?:^your |^tu |^su |^seu |^votre |^ihre |^il tuo |^je |been|have|refund (?:confirmation|issued|processed|initiated|for)|ve refunded|のお知らせ|成功|완료|credit note|nota de credito|nota di credito|creditnota|kreditnota|dobropis|korygujaca|stornorechnung|hyvityslasku|kreditfaktura)/.test(
    hit.phrase,
  );
}
