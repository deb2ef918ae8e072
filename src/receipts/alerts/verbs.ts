// Facts: the words by which banks say that money went out or came in, or that it did not move after all. A row a sense and
// language. "maybe" words say it of many other things too, and count only where the rest of the mail is a bank's.

import { Words, type Attached } from "./words.ts";

export type Sense =
  | "out"
  | "in"
  | "maybe out"
  | "maybe in"
  | "back"
  | "stopped"
  | "hold"
  | "code"
  | "to come"
  | "future"
  | "later"
  | "asked"
  | "arranged"
  | "nothing";

// prettier-ignore
const ROWS: readonly (readonly [Sense, string])[] = [
  // Words that hold one of the others and say nothing themselves.
  ["nothing", "available credit|credit available|remaining credit|credit remaining|unused credit|credit left|credit line|line of credit|lines of credit|credit limits|credit balance|credit score|credit union|credit bureau|spending limit|transaction limit|transfer limit|withdrawal limit|payment limit|purchase limit|debit limit|payment due|payment due date|minimum payment|payment method|payment methods"],
  ["nothing", "credit disponible|credit restant|ligne de credit|plafond de credit|reserve de credit|credit renouvelable|credit autorise|debit autorise|क्रेडिट कार्ड|डेबिट कार्ड|क्रेडिट सीमा|क्रेडिट लिमिट|उपलब्ध क्रेडिट|शेष क्रेडिट|credito disponible|credito disponivel|credito disponibile|linea de credito|linea di credito"],
  ["nothing", "voce tem um credito de|tiene un credito de|tienes un credito de|cr crd|cr card|cr. card|dr card|plafond de paiement|plafond de retrait|limite de compra|limite de retiro|credit card|credit cards|debit card|debit cards|debit mastercard|credit limit|입출금|입출금 알림|received this|receiving this|you received this|you have received this|you are receiving|cartao de credito|cartao de debito|tarjeta de credito|tarjeta de debito|carta di credito|carte de credit|carte de debit"],
  // English, also of India, the Philippines, Nigeria and Kenya
  ["out", "went out of your|has gone out of your|t/fer from|tfer from|transferred to|has been transferred|successfully transferred|annual fee of|maintenance fee of|fee of|dr alert|was charged for|pending charge for|has been reserved from|reserved for purchase|debit card purchase|was charged to your|has been charged|txn: debit|debited|have been paid at|has been paid at|trx using|trx of|funds transfer request of|transferred via|virement instantane|realisation de votre virement|successfully debited|debit of|withdrew|txn of|used at|transferred from|processed successfully|card transaction|cash withdrawal|sent successfully|debit with|debit transaction of|upi debit|cash out|cashout of|withdraw|you withdrew|send money|money sent|you have sent|you transfered|you have transfered|transfer out|outgoing transfer|transfer has been made|transfer to|online purchase|internet purchase|pos purchase|transaction approved|transaction has been made|transaction was made|transaction for|had a transaction|transaction posted|debit card transaction|ach debit|bill payment|merchant payment|card spending|card payment|fund transfer of|funds transfer of|wallet load|successfully paid|has been paid from|was paid from|you have paid|you've paid|have paid|is paid from|paid from|paid via|loan repayment|sent rs|sent inr|debit transaction|debit alert|was deducted|been deducted|deducted|withdrawn|withdrawal|withdrawal of|cash withdrawal|atm withdrawal|withdrew|spent|been used for|was used for|was used at|was used to|been used at|used for a|used to make|you made a|you've made a|you have made a|card transaction of|transaction of|a transaction of|purchase of|a purchase|card purchase|pos purchase|purchase transaction|online purchase|you spent|charge of|a charge of|was charged on|charged on your|charged to your|been charged to|you transferred|you have transferred|have transferred|thank you for using your|thank you for using|you've transferred|funds transfer to|bill was paid|bill payment of|you sent|you've sent|you have sent|you paid|was sent to|sent to|paid to|confirmed. you have|airtime purchase|transfer was sent|direct debit|direct debit of|standing order of|interac e-transfer to|zelle payment to|zelle payment of|preauthorized debit|pre-authorized payment|cheque cleared|check cleared|check was paid|check posted|transaction at|transaction with|purchase at|purchase with|auto debit|nach debit|sent from your|was approved at"],
  ["in", "came into your|has come into your|you received a payment|received a payment from|your salary|salary of|cr alert|txn: credit|just received|has been received on|has been received for|has been received towards|made into your|has received|received pkr|received rs|received inr|received aed|received npr|received lkr|received usd|credited|credit of|credit with|upi credit|cash in|cash-in of|transfer in|incoming transfer|received money|payment received for|received for your|received towards your|received on your|receipt of your payment|thank you for your payment of|cash deposit of|money received|has sent you|paid you|credit alert|credit transaction|deposited|deposit of|direct deposit|a deposit|cash deposit|you received|you've received|you have received|has been received from|was received from|received from|received in your|received into your|sent you|transfer received|payment received from|funds received|paid into your|added to your account|been received through|been received towards|autodeposit*|automatically deposited"],
  ["back", "refund|refunded|reversed|reversal|merchant credit|chargeback|credit refund|returned to your"],
  ["maybe out", "debit|dr|dr.|outgoing|paid|payment|payment of|charged|charge|purchase|transaction|transfer|transfer of|sent|autopay|auto pay|approved|authorized|authorised|has been processed|was processed|posted|remitted|card used"],
  ["maybe in", "credit|cr|cr.|receive|incoming|received|payment received|thank you for your payment|thanks for your payment|we received your payment|we've received your payment|we have received your payment|we received a payment|we've received a payment|payment has posted|payment posted|has been received|was received|deposit|interest paid"],
  ["stopped", "declined|been declined|was declined|failed|has failed|unsuccessful|not successful|could not be processed|couldn't be processed|could not be completed|unable to process|was not processed|not completed|was blocked|been blocked|rejected|been cancelled|was cancelled|was canceled|been canceled|insufficient funds|insufficient balance|not approved|didn't go through|did not go through|was denied|attempted|attempt to|returned unpaid|bounced|we stopped|we blocked|suspicious|will not be charged|was not charged"],
  ["hold", "pre-authorization|pre-authorisation|preauthorization hold|authorization hold|authorisation hold|temporary hold|hold of|a hold|on hold|amount blocked|has been earmarked|lien marked|pending authorization request"],
  ["code", "otp|one time password|one-time password|one time passcode|one-time passcode|one time pin|verification code|security code is|passcode is|to authorise this|to authorize this|to approve this|to confirm this payment|approve or decline|secure code"],
  ["to come", "you scheduled|you've scheduled|you have scheduled|we've scheduled|we have scheduled|future dated|future-dated|pending transfer|upcoming transfer|upcoming payment|will be debited|will be charged|will be deducted|will be withdrawn|will be processed|is scheduled|are scheduled|has been scheduled|was scheduled|to be debited|to be deducted|to be charged|to be withdrawn|to be paid|scheduled payment|scheduled for|will be paid|will be taken|is pending approval|money request|has requested|asked you|collect request|is requesting|payment request|requests payment|request for|is being processed|due by|is due"],
  ["later", "will be credited|is due|upcoming|due on|payment due|due date|to be credited|payment reminder|autopay is set|expected on|requested|requesting|requests"],
  ["arranged", "standing instruction|mandate has been|e-mandate|mandate registered|is revoked|has been revoked|revoked|mandate created|autopay has been|autopay setup|been registered|registration|been set up|has been set|beneficiary has been added|payee has been added|payee added|limit has been|limit was|new limit|been activated|been deactivated|been blocked|been unblocked|statement is ready|e-statement|statement for|statement is|pin has been|pin change|has been enabled|has been disabled|pre-approved|preapproved|eligible for|apply now|offer|win|earn up to|earn|get up to|cashback up to|fixed deposit has been created|emi conversion|convert your|loan of up to|request has been received|cheque book|dispute|increase your|credit score|interest rate"],
  // Spanish
  ["out", "transaccion realizada|se ha cobrado|se cobro|cobramos|comision cobrada|has retirado|retirado|se pago tu|pago de tu recibo|ha efectuado una transferencia|monto enviado|realizaste un cargo|realizaste un consumo|has realizado un consumo|se realizo un retiro|se ha realizado un consumo|has transferido|realizaste un yapeo|yapeo de|cargo|cargos|un cargo|se ha cargado|ha sido cargado|cargado en tu|cargado en su|se ha registrado un cargo|se realizo un cargo|consumo|consumos|compra|una compra|realizaste una compra|realizo una compra|compraste|compra aprobada|compra por|debito|se debito|debitad*|retiro|retiraste|retiro de efectivo|disposicion de efectivo|giro|gastaste|has gastado|has pagado|pagaste|transferiste|enviaste|has enviado|transferencia enviada|transferencia realizada|transferencia a terceros|realizaste una transferencia|realizo una transferencia|hiciste una transferencia|realizaste un pago|pago realizado|pago de servicio*|pago de tarjeta|pago de servicios|yapeaste|plineaste|avance en efectivo|se uso tu tarjeta|ha utilizado su tarjeta|fue utilizada|uso de tu tarjeta|extraccion|adeudo|recibo cargado|bizum enviado|has enviado un bizum|recarga|envio de dinero|pse"],
  ["in", "hemos recibido tu pago|hemos recibido un pago|te deposito|te ha transferido|te ha enviado|te reembolso|te han transferido|transferencia de fondos a tu cuenta|transferencia a tu cuenta|transferencia a su cuenta|abono|abonad*|se abono|deposito|depositaron|deposito recibido|recibiste|has recibido|recibio|transferencia recibida|te transfirieron|te enviaron|te envio|te yapearon|ingreso|ingresad*|acreditad*|se acredito|acreditamos|bizum recibido|has recibido un bizum|nomina|spei recibido|recibimos tu pago|recibimos un pago|hemos recibido su pago"],
  ["back", "devolucion|reembolso|reembolsad*|reverso|reversad*|reversion|extorno|anulacion|contracargo|devuelto|devolvimos"],
  ["maybe out", "pago|transferencia|transaccion|movimiento|operacion|transaccion aprobada|operacion realizada"],
  ["maybe in", "pago recibido|recibid*"],
  ["stopped", "rechazad*|declinad*|denegad*|no fue exitos*|no exitos*|fallid*|no aprobad*|no autorizad*|no se pudo|no pudo ser|no se realizo|bloquead*|bloqueo|cancelad*|cancelacion|saldo insuficiente|fondos insuficientes|intento de|intentaron"],
  ["hold", "preautorizacion|retencion temporal|retenid*|retencion por|importe retenido"],
  ["code", "codigo de seguridad|codigo de verificacion|clave dinamica|token|codigo es|contrasena temporal|codigo otp"],
  ["to come", "programaste|has programado|se realizara|se efectuara|se cobrara|esta pendiente|pendiente de autoriza*|pendiente de aproba*|en proceso|solicitud de pago|te ha solicitado|te solicita|solicitud de dinero|se cargara|se debitara|sera cargad*|sera debitad*|te cobraremos"],
  ["later", "programad*|proximo pago|vence|vencimiento|fecha limite|pago pendiente|recordatorio|solicita*|te solicito|sera abonad*"],
  ["arranged", "domiciliacion|modificacion|modificaste|activacion|activad*|alta de|has dado de alta|estado de cuenta|extracto|cambio de limite|limite de|preaprobad*|oferta|aprovecha|gana|promocion|descuento|informacion de tu cuenta|consulta de saldo|registro de|nip|contrasena|agregaste|beneficiario registrado|simulacion|meses sin intereses"],
  // Portuguese
  ["out", "voce sacou|sacou|tarifa cobrada|foi cobrada|boleto pago|conta paga|pagou|foi efetuada uma transferencia|acaba de comprar|voce comprou|comprou|efetuou uma compra|efetuou um pagamento|compra no debito|compra no credito|enviou|enviaste|transferiste|levantaste|operacao de compra|compra aprovada|compra no valor|compra de|compra realizada|voce fez uma compra|voce pagou|voce gastou|voce enviou|voce transferiu|transferencia enviada|pix enviado|enviou um pix|pix realizado|pagamento realizado|pagamento efetuado|pagamento de boleto|debito automatico|debito em conta|debitad*|foi debitado|saque|saque realizado|saque no valor|levantamento|compra efetuada|transferencia efetuada|transferencia realizada|mb way enviado|pagamento de servicos|compra com|foi utilizado"],
  ["in", "um credito de|credito de|voce recebeu|recebeste|depositaste|recebeu um pix|recebeu uma transferencia|pix recebido|transferencia recebida|deposito recebido|creditad*|foi creditado|deposito|credito em conta|salario|recebemos seu pagamento|recebemos o pagamento|recebeu"],
  ["back", "estorno|estornad*|reembols*|devolucao|devolvid*|cancelamento da compra"],
  ["maybe out", "pagamento|compra|transacao|transferencia"],
  ["stopped", "nao aprovada|nao autorizada|negada|recusad*|nao foi aprovada|nao foi concluid*|nao realizad*|falhou|bloquead*|tentativa de|saldo insuficiente|nao foi possivel"],
  ["to come", "agendou|esta agendad*|foi agendad*|em processamento|em analise|em andamento|uma cobranca|cobranca pix|pedido de pagamento|solicitou|agendad*|sera debitad*|sera cobrad*"],
  ["later", "agendamento|vence em|vencimento|fatura fechada|fatura fechou|sua fatura|lembrete|proxima fatura|cobranca"],
  ["arranged", "emprestimo foi aprovado|seu emprestimo|emprestimo aprovado|limite alterado|seu limite|novo limite|limite de credito|cartao ativado|desbloquead*|emprestimo pre-aprovado|pre-aprovado|cadastrad*|chave pix|oferta|ganhe|aproveite|desconto|codigo de verificacao|rendimento|extrato"],
  // French
  ["out", "vous avez retire|facture payee|preleves|prelevee|prelevees|frais preleves|inscrit au debit|au debit du compte|au debit de votre compte|transfert effectue|transfert envoye|transfert de|vous avez transfere|votre achat|carte utilisee|paiement de|paiement par carte|paiement carte|a ete debite|ete debite*|debite|debitee|vous avez paye|vous avez depense|achat de|un achat|retrait|retrait de|retrait d'especes|virement emis|virement effectue|vous avez envoye|vous avez effectue|prelevement de|prelevement effectue|a ete preleve|ete preleve|utilisee pour|a ete utilisee|virement de votre compte"],
  ["in", "inscrit au credit|au credit du compte|au credit de votre compte|transfert recu|paiement recu|a ete credite|ete credite*|credite de|vous avez recu|virement recu|depot de|versement recu|virement en votre faveur|reception d'un virement"],
  ["back", "rembourse*|remboursement|annulation de l'achat|avoir de"],
  ["maybe out", "paiement|achat|operation|virement|prelevement|transaction"],
  ["stopped", "refuse*|rejete*|echou*|n'a pas pu|n'a pas abouti|bloque*|provision insuffisante|tentative"],
  ["hold", "preautorisation|pre-autorisation|empreinte bancaire|caution"],
  ["code", "code de validation|code de securite|code de verification|code a usage unique"],
  ["to come", "seront debite*|vous avez programme|virement programme|virement differe|virement a venir|virement permanent a venir|en cours de traitement|en attente de|demande de paiement|une demande de|prevu le|prevue le|sera debite*|sera preleve*|seront preleve*|a venir"],
  ["later", "prochain prelevement|echeance|programme*|rappel|en attente"],
  ["arranged", "plafond modifie|plafond de|plafond a ete|mandat|a ete active|activee|releve|opposition|beneficiaire ajoute|ajout d'un beneficiaire|offre|profitez|code secret|virement permanent"],
  // German
  ["out", "uberweisung uber|uberweisung ausgefuhrt|rechnung bezahlt|lastschrift eingelost|behebung|bargeldbehebung|bankomatbehebung|kartenbelastung|kartentransaktion|abgebucht|abbuchung|abbuchung von|belastet|belastung|lastschrift uber|lastschrift von|lastschrift|bezahlt|gezahlt|haben sie bezahlt|kartenzahlung|kartenumsatz|zahlung von|zahlung uber|zahlung bei|einkauf|einkauf bei|bargeldabhebung|abgehoben|abhebung|uberwiesen|uberweisung an|uberweisung von ihrem|ausgegeben|gesendet|verfugt|kartenverfugung|umsatz von|umsatz uber|umsatz in hohe|gesendet an|du hast gesendet"],
  ["in", "lohneingang|renteneingang|geld erhalten|gutgeschrieben|gutschrift|geldeingang|zahlungseingang|eingegangen|eingang von|erhalten|haben sie erhalten|gehaltseingang|einzahlung"],
  ["back", "erstattet|erstattung|ruckerstattung|ruckbuchung|ruckzahlung|storniert|rucklastschrift|zuruckgebucht"],
  ["maybe out", "zahlung|uberweisung|umsatz|transaktion|buchung"],
  ["stopped", "abgelehnt|fehlgeschlagen|nicht ausgefuhrt|nicht durchgefuhrt|gesperrt|konnte nicht|nicht genehmigt|zuruckgewiesen|nicht eingelost|versuch"],
  ["hold", "vorgemerkt|vormerkung|reserviert|vorautorisierung|reservierung"],
  ["code", "tan|freigabecode|sicherheitscode|bestatigungscode|zur freigabe|freigeben"],
  ["to come", "terminuberweisung|vorgemerkt fur|geplante uberweisung|in bearbeitung|angefordert|zahlungsanfrage|geldanforderung|bittet sie um|wird abgebucht|werden abgebucht|wird belastet|wird eingezogen|demnachst|anstehend*|bevorstehend*"],
  ["later", "werden wir|fallig|am fallig|geplant|terminiert|terminuberweisung|erinnerung|bald"],
  ["arranged", "dauerauftrag|mandat|limit geandert|limit wurde|verfugungsrahmen|kontoauszug|aktiviert|freigeschaltet|angebot|sichern sie sich|jetzt beantragen|rabatt|gewinn*|bis zu|neue nachricht|postfach|pin geandert"],
  // Italian
  ["out", "hai appena speso|appena speso|hai prelevato|prelevat*|bolletta pagata|pagata|autorizzat* pagamento|autorizzato pagamento|hai trasferito|addebit*|e stato addebitato|prelievo|prelievo di|pagamento di|pagamento effettuato|pagamento autorizzato|hai pagato|hai speso|hai inviato|spesa di|acquisto|acquisto di|bonifico disposto|bonifico eseguito|bonifico inviato|bonifico in uscita|operazione di pagamento|utilizzata per|transazione di|hai effettuato"],
  ["in", "accredit*|e stato accreditato|bonifico ricevuto|hai ricevuto|bonifico in entrata|bonifico a tuo favore|versamento|in entrata|stipendio"],
  ["back", "rimbors*|storno|stornat*|riaccredit*"],
  ["maybe out", "pagamento|operazione|bonifico|transazione|ricarica"],
  ["stopped", "rifiutat*|negat*|non autorizzat*|non andat* a buon fine|non e andato|non riuscit*|respint*|fallit*|bloccat*|fondi insufficienti|tentativo di|non e stato possibile"],
  ["to come", "hai programmato|in lavorazione|in attesa di|richiesta di pagamento|una richiesta di|richiesta di denaro|verra addebitat*|sara addebitat*|verranno addebitat*|da addebitare|da pagare entro"],
  ["later", "in scadenza|scadenza|programmat*|promemoria|prossimo addebito|in attesa"],
  ["arranged", "limite modificato|limite di|plafond|attivata|attivato|estratto conto|offerta|approfitta|codice di sicurezza|codice di verifica|otp|ordine permanente|bonifico periodico|domiciliazione"],
  // Dutch, Swedish, Danish, Norwegian, Finnish
  ["out", "aankoop|overboeking|verstuurd aan|verstuurd naar|geld opgenomen|je betaalde|u betaalde|je hebt uitgegeven|kortbetaling|betalning med kort|hævet|er hævet|købt for|køb på|er overført|har overfort|afgeschreven|is betaald|u heeft betaald|je hebt betaald|betaald|pinbetaling|betaling van|betaling bij|betaalautomaat|opgenomen|geldopname|overgemaakt naar|overgeboekt naar|is afgeboekt|uitgegeven|kortkop|har betalats|har dragits|dragits fran|debiterats|debiterad|uttag|overforing till|har betalat|er trukket|trukket fra|er betalt|kortkob|korttransaksjon|varekjop|uttak|haevet|overfort til|veloitettu|maksettu|maksettiin|veloitettiin|maksoit|korttiosto|osto|nosto|tililtasi"],
  ["in", "har fatt|du har faet|tagit emot|bijgeschreven|ontvangen|heeft u ontvangen|bijschrijving|heb je ontvangen|har satts in|satts in|insattning|mottagit|indsat|innbetaling|mottatt|modtaget|tilille|saapunut|talletus"],
  ["back", "terugbetaald|terugbetaling|terugboeking|gestorneerd|aterbetal*|refunder*|tilbagebetal*|palautus|hyvitys"],
  ["maybe out", "betaling|overschrijving|transactie|kop|betalning|kob|kjop|overforing|tapahtuma|maksu"],
  ["stopped", "geweigerd|mislukt|niet gelukt|afgewezen|geblokkeerd|niet uitgevoerd|nekades|nekats|misslyckades|medgavs ej|afvist|avvist|mislykkedes|hylatty|epaonnistui|estetty"],
  ["to come", "geplande overboeking|geplande betaling|planerad overforing|kommande overforing|kommande betalning|planlagt overforsel|kommende betaling|planlagt overforing|tullaan veloittamaan|tuleva maksu|tuleva siirto|in behandeling|betaalverzoek van|verzoek om|wordt afgeschreven|wordt binnenkort|wordt geincasseerd|kommer att dras|kommer att debiteras|vil blive trukket|blir trukket|veloitetaan|efaktura|e-faktura|ny faktura|med forfall"],
  ["later", "gepland|ingepland|herinnering|betaalverzoek|dras den|forfaller|erapaiva"],
  ["arranged", "limiet|periodieke overboeking|machtiging|afschrift|geactiveerd|aanbieding|autogiro|stående overforing|kontoutdrag|erbjudande|tilbud|tarjous|tiliote"],
  // Polish, Czech, Slovak, Hungarian, Romanian
  ["out", "sie zmniejszyl o|snizil o|snizil se o|se snizil|znizil sa|znizeny o|ponizeny o|odchozi uhrada|odchadzajuca uhrada|zaplatili jste|zaplatili ste|bola zaplatena|obciazen*|obciazono|obciazenie|pobrano|transakcja karta|transakcja na kwote|platnosc karta|platnosc na kwote|zaplacono|zaplaciles|zaplacilas|zakup|zakup na kwote|wyplata|wyplata z bankomatu|wyplacono|przelew wychodzacy|wyslano przelew|wyslales|wykonano przelew|blokada srodkow na kwote|platnosc blik|transakcja blik|odeszlo|platba kartou|zaplaceno|zaplatil*|odepsan*|vyber z bankomatu|vyber hotovosti|odchozi platba|odchadzajuca platba|kartas vasarlas|vasarlas|kartyas fizetes|terhel*|keszpenzfelvet*|keszpenz felvet*|atutalas*|kimeno utalas*|utalt*|zarolas*|fizetett*|plata cu cardul|ati platit|ai platit|s-a debitat|retragere|tranzactie de|cumparare"],
  ["in", "sie zwiekszyl o|zvysil o|se zvysil|zvysil se o|zvysil sa|zvyseny o|navyseny o|prichozi uhrada|prichadzajuca uhrada|prichadzajuca platba|pripisan*|pripsali|uznan*|uznano|uznanie|wplyw|wplynal|wplynelo|wplynela|wplata|przelew przychodzacy|otrzymales|otrzymalas|otrzymano|zaksiegowano wplate|prichozi platba|pripsan*|prijata platba|prisla platba|jovairas|jovair*|bejovo utalas*|erkezett|beerkezett|alimentat cu|ati primit|ai primit|s-a creditat|incasare|alimentare"],
  ["back", "zwrot|zwrocono|reklamacja uznana|vraceni|vraceno|vratka|visszaterites|visszairas|rambursare|returnare"],
  ["maybe out", "transakcja|platnosc|przelew|operacja|platba|fizetes|tranzactie|plata"],
  ["stopped", "odrzucon*|odmow*|nieudan*|nie powiodl*|niezrealizowan*|zablokowan*|brak srodkow|proba|zamitnut*|neuspesn*|nepodarilo|elutasit*|sikertelen*|respins*|refuzat*|esuat*|blocat*"],
  ["to come", "zaplanowales|zaplanowalas|zaplanowano|przelew zaplanowany|naplanovali jste|naplanovali ste|zostanie pobran*|zostanie obciazon*|bude odepsan*|va fi debitat"],
  ["later", "zaplanowan*|termin platnosci|przypomnienie|przypominamy|nadchodzac*|splatnost*|naplanovan*|esedekes*|scaden*"],
  ["arranged", "zlecenie stale|limit zmien*|zmiana limitu|limit zostal|wyciag|oferta|promocja|aktywowan*|kod autoryzacyjny|kod sms|haslo|trvaly prikaz|vypis|zmena limitu|nabidka|kivonat|limit modosit*|extras de cont"],
  // Croatian, Serbian, Slovenian, Bulgarian
  ["out", "transakcija karticom|transakcija kartom|placanje|placanje karticom|kupovina|kupovina karticom|kupnja|isplata|isplata gotovine|podizanje gotovine|podizanje gotovog novca|terecenje|zaduzenje|odliv|nakup s kartico|placilo|dvig gotovine|bremenitev|плащане|плащане с карта|теглене|теглене от банкомат|изходящ превод|задължаване|платихте"],
  ["in", "uplata|priliv|odobrenje|primljena uplata|prejeto nakazilo|dobroimetje|входящ превод|получен превод|получихте|заверяване|захранване"],
  ["back", "povrat|povracaj|vracilo|storniran*|възстановяване|възстановена сума"],
  ["maybe out", "transakcija|transakcije|транзакция"],
  ["stopped", "odbijen*|odbijena transakcija|neuspela|nedovoljno sredstava|zavrnjen*|neuspesna|отказана|отхвърлен*|недостатъчна наличност"],
  ["to come", "ce biti terecen*|bit ce terecen*|bo bremenjen*|ще бъде"],
  ["later", "dospijece|dospece|dospijeva|dospeva|zapadlost|падеж*"],
  // Turkish
  ["out", "nakit cekim|cekim yapildi|gonderilmistir|faturaniz odendi|fatura odemesi|havale yapildi|para transferi (fast) yapildi|para transferi (eft) yapildi|para transferi (havale) yapildi|transferi yapilmistir|transferi yapildi|islem gerceklesti|islem gerceklesmistir|alisveris yapilmistir|harcama|harcamaniz|harcama yapildi|harcama yapilmistir|alisveris|alisverisiniz|para cekme|cekildi|para cekildi|para cikisi|gonderildi|gonderdiniz|odeme yapildi|odeme yapilmistir|odemeniz gerceklesti|tahsil edildi|tahsil edilmistir|havale gonderildi|eft gonderildi|borc kaydedil*|fast gonderildi|para transferi yapildi|transferi (fast) yapildi|cikis oldu|cikis yapildi|odendi"],
  ["in", "maas|maas odemeniz|hesabiniza gecmistir|hesabiniza gecti|hesabiniza yatti|para transferi gelmistir|yatirildi|yatirilmistir|giris oldu|giris yapildi|gelen havale|gelen eft|gelen fast|para girisi|alacak kaydedil*|para geldi|gelmistir|aktarildi"],
  ["back", "iade|iadesi|iade edildi|iade edilmistir|iptal edilen"],
  ["maybe out", "islem|odeme|transfer|para transferi|hesabinizdan|kartinizdan|kartinizla|kartiniz ile"],
  ["maybe in", "hesabiniza"],
  ["stopped", "reddedil*|onaylanma*|basarisiz|gerceklestirileme*|gerceklesmedi|yetersiz bakiye|bloke edil*|engellen*|iptal edildi|kapatildi"],
  ["to come", "beklemede|provizyonda|talep etti|odeme istegi|onayinizi bekliyor|ileri tarihli|tahsil edilecek*|cekilecek*|yapilacak*"],
  ["later", "son odeme|odemeniz gereken|hatirlat*|planlan*"],
  ["arranged", "otomatik odeme talimati|limitiniz|limit artis*|ekstre*|hesap ozeti|kampanya|firsat*|dogrulama kodu|sifre|onay kodunuz|talimatiniz|aktif edil*|kazan*"],
  // Russian, Ukrainian
  ["out", "вы заплатили|заплатили|вы перевели|вы сняли|операция по карте на|выдача нал|безналичная оплата|ви заплатили|ви переказали|покупка|покупку|списано|списание|списали|оплата|оплатили|вы оплатили|выдача|выдача наличных|снятие|снятие наличных|сняли|перевод на сумму|перевод клиенту|вы перевели|отправили|оплачено|платеж на сумму|совершена операция|расход|списання|знято|зняття|зняли готівку|сплачено|оплачено картою|переказ на|переказали|придбання|витрата"],
  ["in", "вам перевели|перевел вам|перевела вам|перевел(а) вам|вы внесли|зачислен*|зачисление|пополнение|поступление|поступил*|получен перевод|вы получили|перевод от|зарплата|внесение|зарахован*|зарахування|поповнення|надходження|отримали|отримано|переказ від"],
  ["back", "возврат|возвращен*|отмена покупки|повернення|повернено|скасування покупки"],
  ["maybe out", "операция|перевод|платеж|операція|переказ|платіж"],
  ["stopped", "отклонен*|отказ|отказано|не выполнен*|не проведен*|не удалось|неуспешн*|недостаточно средств|заблокирован*|попытка|відхилен*|відмов*|не виконан*|не вдалося|недостатньо коштів|заблокован*|спроба"],
  ["to come", "вы запланировали|отложенный платеж|отложенный перевод|ви запланували|відкладений платіж|будет списан*|спишется|предстоящ*|буде списан*"],
  ["later", "напоминаем|запланирован*|срок оплаты|оплатите|очередной платеж|нагадуємо|заплановано|термін оплати"],
  ["arranged", "лимит изменен|изменен лимит|автоплатеж подключен|подключен*|выписка|предложение|акция|кредит до|код подтверждения|пароль|никому не сообщайте код|код:|ліміт змінено|виписка|пропозиція|акція|одобрен*|активирован*|активован*"],
  // Russian, Ukrainian and Belarusian in Latin letters
  ["out", "retail|platezh|platej|platezh cherez|poluchenie nalichnyh|oplata|oplata uslug|pokupka|snyatie|snyatie nalichnyh|snyatie nalichnykh|snyatie nalichnih|vydacha nalichnyh|vydacha nalichnykh|nalichnye|nalichnye v bankomate|spisanie|spisano|perevod otpravlen|otpravlen perevod|jur. perevod|perevod na kartu|otrymannia gotivky|splacheno|kupivlya|bezgotivkova oplata|operatsija|operaciya po karte|provedena operaciya"],
  ["in", "popolnenie|popolnenie scheta|popolneniye|vnesenie|vnesenie nalichnih|zachislenie|zachislenie perevoda|zachisleno|zachislena|postuplenie|postupleniye|postupilo|zarakhuvannia|zarakhuvannya|zarakhovano|popovnennia|popovnennya|popovnennja|popovneno|nadkhodzhennya"],
  ["maybe out", "perevod|perekaz"],
  ["stopped", "otkaz|otklonen*|neuspeshno|nedostatochno sredstv|vidmova|vidkhyleno"],
  // Greek
  ["out", "πραγματοποιηθηκε αγορα|αγορα|αγορα με|πληρωμη|πληρωσατε|χρεωση|χρεωθηκε|χρεωθηκατε|αναληψη|μεταφορα προς|στειλατε"],
  ["in", "πιστωση|πιστωθηκε|καταθεση|κατατεθηκε|λαβατε|εισερχομενο εμβασμα|εισερχομενη μεταφορα"],
  ["back", "επιστροφη|αντιλογισμος"],
  ["maybe out", "συναλλαγη|μεταφορα"],
  ["stopped", "απορριφθηκε|απετυχε|αποτυχια|δεν ολοκληρωθηκε|δεν εγκριθηκε|ανεπαρκες υπολοιπο|μπλοκαριστηκε"],
  ["to come", "θα χρεωθει|θα πιστωθει"],
  ["later", "ληγει στις|ληξιπροθεσμ*|υπενθυμιση"],
  ["arranged", "προσφορα|κερδιστε|ειναι διαθεσιμο|ενεργοποιηθηκε|αλλαγη οριου"],
  // Japanese
  ["out", "ご利用がありました|ご利用のお知らせ|利用のお知らせ|ご利用いただいた|ご利用代金|利用金額|ご利用金額|利用がありました|利用承認|利用速報|ご利用速報|カード利用|お引き落とし|引き落とし|引落し|お引落|引落|お引出し|引き出し|出金|出金がありました|出金のお知らせ|お支払い|支払い|支払|決済|お振込手続き|振込手続き|振込を受け付け|お振り込みを受け付け|振り込みました|振込が完了|お振込が完了|送金しました|使いました|お買物"],
  ["in", "入金|ご入金|振込入金|お振込がありました|振込がありました|お振り込みがありました|受け取りました|お受け取り|給与|お預け入れ|預け入れ|預入"],
  ["back", "返金|返品|取消|取り消し|キャンセル|払い戻し"],
  ["stopped", "ご利用いただけません|利用できませんでした|承認されません|承認できません|引き落としができませんでした|引落できません|お引き落としができ|残高不足|失敗|不成立|エラー|利用制限|ロック|不能|組戻"],
  ["nothing", "お支払い金額|お支払金額|お支払い金額確定|お支払金額確定"],
  ["to come", "振込予約|お振込予約|振込指定日|お振込指定日|引き落としいたします|引き落としさせていただきます|お引落しいたします|お振込いたします|お振り込みいたします|ご請求金額確定|請求金額確定|お支払い金額確定|お支払金額確定|お支払日|予定|お引落予定|引き落とし予定|お支払い予定|支払予定"],
  ["later", "期日|口座振替のご案内|ご請求額確定|請求金額のお知らせ|お支払金額のお知らせ|ご請求金額|確定しました"],
  ["arranged", "登録|変更|限度額|定期預金|ワンタイムパスワード|認証|キャンペーン|明細書|利用明細のお知らせ|web明細|新約|継続|削除|設定|ログイン|お申し込み|ポイントプレゼント"],
  // Korean
  ["out", "승인|사용|결제|이용|출금|인출|이체|송금|체크카드출금|자동이체|일시불|할부|지출"],
  ["in", "입금|받았|환급|급여|입금되었"],
  ["back", "취소|승인취소|결제취소|환불|매출취소"],
  ["stopped", "거절|실패|한도초과|잔액부족|정지|불가|승인거절|오류"],
  ["to come", "예약이체|이체예약|예약송금|송금예약|출금됩니다|결제됩니다|이체됩니다|인출됩니다|월 결제금액|월 청구금액|월 이용대금|결제 예정금액|예정|결제예정|출금예정"],
  ["later", "결제일|청구|명세서|납부"],
  ["arranged", "등록|변경|한도조회|신청|인증번호|비밀번호|이벤트|혜택|해지|발급|로그인|광고"],
  // Chinese
  ["nothing", "收款账户|收款账号|收款帳戶|收款帳號|付款账户|付款账号|付款帳戶|付款帳號|扣款账户|扣款账号|扣款帳戶|扣款帳號|支付方式|付款方式|转入账户：|转入账号：|轉入帳戶：|轉入帳號：|转出账户：|转出账号：|轉出帳戶：|轉出帳號："],
  ["out", "向收款人|消费|消費|支出|支付|扣款|扣除|转出|轉出|取款|取现|提取|取現|提款|刷卡|转账支出|代扣|付款|汇出|匯出|已支付|购买|签账|簽賬"],
  ["in", "收到|向您转账|工资收入|入账|入帳|入賬|存入|收入|转入|轉入|到账|汇入|匯入|工资|代发|存款|收款|已收到"],
  ["maybe out", "转账|轉帳|轉賬"],
  ["back", "退款|退货|退貨|冲正|撤销|返还|刷退"],
  ["stopped", "失败|失敗|未成功|拒绝|拒絕|余额不足|餘額不足|冻结|凍結|未通过|被拒|不成功|止付"],
  ["to come", "将于|將於|将扣|將扣|预约转账|預約轉帳|定时转账|定時轉帳|待扣款|即将扣款|即將扣款"],
  ["later", "还款日|還款日|到期|待还|待還|账单已出|帳單|应还|應還|预计|預計|即将|本期"],
  ["arranged", "限额|限額|额度不足|額度不足|额度变更|額度變更|验证码|驗證碼|动态码|优惠|優惠|活动|額度調整|额度调整|申请|申請|开通|設定|约定|密码|积分兑换|立减|满减|最高可"],
  // Thai
  ["out", "ได้โอนเงิน|ท่านโอนเงิน|คุณโอนเงิน|ได้ทำรายการโอนเงิน|ใช้จ่าย|ชำระ|ชำระเงิน|จ่าย|จ่ายบิล|ถอน|ถอนเงิน|โอนเงินออก|โอนเงินไป|โอนออก|โอนเงินสำเร็จ|หักบัญชี|ตัดบัญชี|เงินออก|ใช้บัตร|โอนเงินให้|การโอนเงิน|โอนเงินผ่าน|ซื้อสินค้า|รายการใช้จ่าย"],
  ["maybe out", "โอนเงิน"],
  ["in", "โอนเงินเข้า|โอนเงินให้คุณ|โอนเงินให้ท่าน|เงินเข้า|เงินฝากเข้า|รับเงิน|เงินโอนเข้า|รับโอน|ได้รับเงิน|ฝาก|ฝากเงิน|โอนเข้า|รับเงินโอน"],
  ["back", "คืนเงิน|ยกเลิกรายการ"],
  ["stopped", "ไม่สำเร็จ|ถูกปฏิเสธ|ปฏิเสธ|ไม่อนุมัติ|ล้มเหลว|ไม่สามารถ|อายัด"],
  ["to come", "จะถูกหัก|จะถูกตัด|จะหัก|จะตัด|รายการล่วงหน้า|ตั้งเวลาโอน|โอนเงินล่วงหน้า|โอนล่วงหน้า"],
  ["later", "ครบกำหนด|กำหนดชำระ|แจ้งเตือนชำระ|ใบแจ้งยอด|ล่วงหน้า"],
  ["arranged", "รหัส otp|otp|โปรโมชั่น|สมัคร|เปลี่ยนแปลงวงเงิน|รับเครดิตเงินคืนสูงสุด|ส่วนลด|ลงทะเบียน"],
  // Lao, Khmer
  ["out", "ໂອນເງິນ|ໂອນເງິນອອກ|ໂອນອອກ|ຊຳລະ|ຊໍາລະ|ຈ່າຍ|ຖອນ|ຖອນເງິນ|ເງິນອອກ|ຕັດບັນຊີ|ផ្ទេរប្រាក់|បានផ្ទេរ|ផ្ទេរចេញ|បង់ប្រាក់|បានបង់|ទូទាត់|បានទូទាត់|ដកប្រាក់|បានដក|ចំណាយ"],
  ["in", "ຮັບເງິນ|ໄດ້ຮັບເງິນ|ເງິນເຂົ້າ|ໂອນເຂົ້າ|ໂອນເງິນເຂົ້າ|ຮັບໂອນ|ຝາກເງິນ|ទទួលប្រាក់|បានទទួល|ផ្ទេរចូល|ប្រាក់ចូល|ដាក់ប្រាក់|បានដាក់"],
  ["stopped", "ບໍ່ສຳເລັດ|ຖືກປະຕິເສດ|មិនជោគជ័យ|បរាជ័យ|ត្រូវបានបដិសេធ"],
  // Arabic
  ["out", "تم تنفيذ تحويل لحظي|تم تنفيذ تحويل|تحويل لحظي من|شراء|عملية شراء|خصم|تم خصم|سحب|سحب نقدي|تم سحب|دفع|سداد|حوالة صادرة|تحويل صادر|تم تحويل|صرف|مشتريات|نقاط بيع"],
  ["in", "حوالة راتب|راتب|إيداع|ايداع|تم إيداع|حوالة واردة|تحويل وارد|إضافة|تم إضافة|استلمت|راتب|تم استلام"],
  ["back", "استرداد|استرجاع|مرتجع|عكس عملية|إلغاء عملية"],
  ["stopped", "مرفوضة|رفض|تم رفض|فشل|فشلت|غير ناجحة|رصيد غير كاف|إيقاف|لم تتم|محاولة"],
  ["to come", "سيتم خصم|سيتم تحويل|سيتم سحب|سيتم إيداع|حوالة مجدولة|تحويل مجدول"],
  ["later", "مستحق|موعد السداد|تذكير|المستحقة"],
  ["arranged", "رمز التحقق|كلمة المرور|رمز الدخول|عرض|عروض|خصومات|خصم يصل|كشف حساب|تفعيل|تحديث|الحد الائتماني"],
  // Swahili
  ["out", "umetuma|umelipa|umetoa|muamala umefanikiwa|malipo yamekamilika|imetumwa|imelipwa"],
  ["in", "umepokea|umeweka|imepokelewa"],
  // Indonesian, Malay, Vietnamese
  ["out", "telah mengirim|mengirim|mengirimkan|menarik|anda menarik|terpotong|telah dibayar|transfer ke|transfer keluar|pembayaran|pembayaran berhasil|pembelian|transfer berhasil|berhasil transfer|transfer dana|penarikan|penarikan tunai|tarik tunai|telah didebit|didebet|debet|dibelanjakan|transaksi sebesar|transaksi kartu|transaksi qris|anda telah melakukan transaksi|perbelanjaan|pengeluaran wang|pembayaran kepada|pemindahan wang|thanh toan|giao dich|chi tieu|rut tien|chuyen tien|chuyen khoan di|ghi no|da tru"],
  ["in", "gaji|telah masuk ke rekening|masuk ke rekening|dana masuk|transfer masuk|menerima transfer|anda menerima|telah dikredit|dikreditkan|diterima dari|wang masuk|nhan tien|ghi co|nhan duoc|chuyen khoan den"],
  ["back", "pengembalian dana|bayaran balik|hoan tien"],
  ["to come", "itatumwa|italipwa|itakatwa"],
  ["stopped", "gagal|ditolak|tidak berhasil|dibatalkan|khong thanh cong|that bai|tu choi"],
  ["to come", "akan didebit|akan dipotong|akan ditransfer|transfer terjadwal|se duoc chuyen|se bi tru|se thanh toan|se tru|lenh hen gio|sedang diproses|tertunda|meminta|permintaan dana|akan didebet|terjadwal"],
  ["later", "jatuh tempo|tagihan anda|akan didebet|den han|sap den han"],
  ["arranged", "promo|kode otp|kata sandi|khuyen mai|ma otp|uu dai|sao ke|lembar tagihan"],
  // Hebrew
  ["out", "חויב|חיוב|בוצעה עסקה|עסקה בסך|בוצע חיוב|משיכת מזומן|משיכה|שולם|העברת|הועבר"],
  ["in", "זוכה|זיכוי|הופקד|הפקדה|התקבלה העברה|התקבל"],
  ["back", "החזר"],
  ["to come", "יחויב|תחויב"],
  ["stopped", "נדחתה|סורבה|נחסם|לא אושרה"],
  // Hindi
  ["out", "डेबिट|निकाले|निकासी|खर्च|काटे|काट लिए|भुगतान"],
  ["in", "क्रेडिट|जमा|प्राप्त"],
  ["back", "वापस|रिफंड|वापसी"],
  ["to come", "काटा जाएगा|काटे जाएंगे|डेबिट होगा"],
  ["stopped", "विफल|अस्वीकृत|असफल"],
];

/**
 * Parts that turn a verb into the name of a person, an account or a limit. Thai, Lao and Khmer write them before the verb ("person who
 * receives"); Chinese, Japanese and Korean write them behind it ("payee", "account to debit", "limit of transfers").
 */
const NOUNS: Attached = {
  before: /(?:ผู้|บัญชี|บัญชีเงิน|วงเงิน|วงเงินการ|ค่า|ຜູ້|ບັນຊີ|អ្នក|គណនី|未|次回|待|ต้อง|ควร)$/u,
  behind:
    /^(?:人(?!民)|者|户名|戶名|宝(?!贝)|寶(?!貝)|方(?!便)|行(?!为|為)|限[额額]|密[码碼]|期限|期日|先|口座|元(?=[：:])|名義|手数料|待ち|可能|자(?!동)|인(?![출증])|계좌|은행|처(?!리)|번호|수단|한도|가능|수수료)/u,
};

/** Words that are requests by themselves ("top up your account"): the money has not moved. */
const ASKED_FOR: readonly (readonly [Sense, string])[] = [
  [
    "asked",
    "top up your|fund your account|bring your account|cover the shortfall|deposit enough|add money to|add funds to|ingresa dinero|ingrese dinero|deposita|deposite|transfiere|transfiera|regulariza|regularice|paga tu|pague su|realiza tu pago|realice su pago|deposite o valor|efetue o pagamento|regularize|faca um deposito",
  ],
  [
    "asked",
    "approvisionner|approvisionnez|regulariser|regularisez|alimenter votre compte|einzuzahlen|zahlen sie|einzahlen|ausgleichen|uberweisen sie|gleichen sie|versare|versi|effettuare un versamento|regolarizza|bijstorten|storten|aanvullen|maak geld over|satta in|satt in|overfor penge|sett inn|indsaet|siirra|talleta",
  ],
  [
    "asked",
    "prosimy o wplate|wplac|wplacic|doplac|uhradte|doplnte|vlozte|fizesse be|toltse fel|alimentati|alimenteaza|depuneti|uplatite|nakazite|внесете|yatiriniz|yatirin|yatirmaniz|yatirilmasi|odeyiniz|внесите|пополните|пополнить счет|оплатите|внесіть|поповніть|сплатіть|καταθεστε|πληρωστε",
  ],
  [
    "asked",
    "ご入金ください|入金してください|ご入金をお願い|ご入金のお願い|ご入金いただ|お支払いください|お支払いをお願い|お支払いのお願い|お振込みください|お振り込みください|お振込ください|振り込んでください|残高をご確認のうえ|입금해 주|입금하여 주|입금 요청|입금 바랍니다|납부해 주|결제해 주|送金してください|请存入|請存入|请及时存入|請及時存入|请及时还款|請及時還款|请充值|請充值|请转入|請轉入|应存入|應存入|需存入",
  ],
  [
    "asked",
    "นำเงินฝาก|นำฝาก|เติมเงินเข้า|ต้องชำระ|ต้องฝาก|vui long nap|nap them tien|silakan isi|silakan setor|mohon isi|mohon setor|top up saldo|يرجى إيداع|الرجاء إيداع|يرجى سداد|הפקד|יש להפקיד|נא להפקיד|जमा करें|भुगतान करें|tafadhali weka|ກະລຸນາຝາກ|សូមដាក់ប្រាក់",
  ],
];

/** Future forms: they announce a movement where the same sentence is about money. */
const ANNOUNCED: readonly (readonly [Sense, string])[] = [
  [
    "future",
    "is set for|is set to|has been set for|will be sent|will be transferred|will be made|will be executed|will be paid out|will go out|will leave your|will take place|se ejecutara|se enviara|se transferira|se abonara|sera enviad*|sera transferid*|sera ejecutad*|sera realizad*|programada para|programado para|quedo programad*|programad*|agendad*|sera efetuad*|sera executad*|marcad* para|sera effectue*|sera execute*|sera emis*|sera vire*|sera realise*|seront effectue*|est programme*|a ete programme*",
  ],
  [
    "future",
    "wird am|wird eine|wird ein|wird der|wird die|werden die|wird zum|werden am|werden zum|wird ausgefuhrt|werden ausgefuhrt|wird uberwiesen|wird durchgefuhrt|wird voraussichtlich|ausfuhrung am|ausfuhrungstermin|ausfuhrungsdatum|verra eseguit*|sara eseguit*|verra inviat*|sara inviat*|verra effettuat*|sara effettuat*|programmato per|programmata per|e programmat*|wordt uitgevoerd|worden uitgevoerd|zal worden uitgevoerd|wordt overgemaakt|wordt overgeboekt|staat gepland|staat klaar voor|ingepland|kommer att overforas|kommer att genomforas|kommer att betalas|kommer att goras|vil blive overfort|bliver overfort|vil blive betalt|vil bli overfort|blir overfort|vil bli betalt|tullaan siirtamaan|siirretaan|ajastettu",
  ],
  [
    "future",
    "zostanie wykonan*|zostanie zrealizowan*|zostanie wyslan*|zostanie przelan*|z data przyszla|bude proveden*|bude provedena|bude odeslan*|bude vykonan*|bude odoslan*|bude zauctovan*|ceka na provedeni|caka na vykonanie|teljesul|vegrehajtasra kerul|vegre fogjuk hajtani|utemezett|utemezve|idozitett|va fi efectuat*|va fi executat*|va fi procesat*|va fi transferat*|urmeaza sa|ati programat|ai programat|programat*|bit ce izvrsen*|ce biti izvrsen*|bice izvrsen*|bo izveden*|bo izvrsen*|zakazan*|nacrtovan*|ще бъде изпълнен*|насрочен*|gerceklestirilecek*|gerceklesecek*|gonderilecek*|aktarilacak*|odenecek*|yatirilacak*|transfer edilecek*",
  ],
  [
    "future",
    "будет выполнен*|будет исполнен*|будет отправлен*|будет проведен*|будет осуществлен*|будет переведен*|буде виконан*|буде відправлен*|буде переказан*|буде здійснен*|θα εκτελεστει|θα πραγματοποιηθει|θα μεταφερθει|προγραμματισμεν*|予約|指定日|実施予定日|예약|预约|預約|将在|將在|将从|將從|将自动|將自動|จะดำเนินการ|รอดำเนินการ|จะโอน|سيتم تنفيذ|سوف يتم|مجدول|مجدولة|akan diproses|akan dilakukan|akan dijalankan|dijadwalkan|dijadualkan|se duoc thuc hien|dat lich|יבוצע|תבוצע|תתבצע|עתידי|עתידית|किया जाएगा|किए जाएंगे|निर्धारित",
  ],
];

export const VERBS = new Words<Sense>([...ROWS, ...ASKED_FOR, ...ANNOUNCED], NOUNS);
