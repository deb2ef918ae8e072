// What banks of the Romance languages print; `parse.mjs` explains the lines.

export const ROMANCE = `
= fr French
currency EUR €|EUR €|CHF CHF|CAD $
number 1 234,56|1234,56|1 234,56
encoding windows-1252|utf-8|utf-8-bom|iso-8859-15|cp850
delimiter ;|;|,|tab
dates D/M/Y|D/M/Y|D/M/y|Y-M-D|D.M.Y|D-M-Y
months janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.
long janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre
date Date|Date opération|Date de l'opération|Date d'opération
booked Date de comptabilisation|Date comptable|Date opération
value Date de valeur|Date valeur|Valeur
purchase Date de transaction|Date d'achat|Date de l'achat
time Heure
payee Bénéficiaire|Commerçant|Nom|Tiers|Contrepartie
sender Donneur d'ordre|Émetteur|Débiteur
receiver Bénéficiaire|Destinataire|Créancier
text Libellé|Libellé opération|Détail de l'écriture|Description|Libelle complet|Communication
type Type|Type d'opération|Nature de l'opération
amount Montant|Montant (EUROS)|Montant de l'opération|Montant net
debit Débit|Montant débité|Retraits|Débit euros|Sorties|Charges
credit Crédit|Montant crédité|Dépôts|Crédit euros|Entrées|Bonifications
side Sens|Débit/Crédit|D/C
balance Solde|Solde après opération|Solde courant|Nouveau solde
cur Devise|Monnaie
ref Référence|N° de pièce|Numéro d'opération|Réf.
fee Frais|Commission
category Catégorie|Rubrique|Sous-catégorie
status Statut|Etat|État de l'opération
account Compte|Numéro de compte|N° compte
card Carte|Numéro de carte
original Montant d'origine|Montant en devise
originalcur Devise d'origine
dc D/C|Débit/Crédit|DEBIT/CREDIT
is-booked Comptabilisé|Exécutée|Passée|Validée
is-pending En attente|À venir|En cours
is-declined Refusée|Annulée|Rejetée
opening Solde initial|Ancien solde|Solde précédent
closing Solde final|Nouveau solde|Solde au
total Total|Total des opérations
period Période
holder Titulaire|Titulaire du compte|Client
unbooked Opérations à venir|Opérations non comptabilisées
salary VIR SALAIRE|Salaire|VIREMENT SALAIRE
rent Loyer|LOYER APPARTEMENT
refund Remboursement|AVOIR
feetext Cotisation carte|FRAIS DE TENUE DE COMPTE|Commission d'intervention
cash RETRAIT DAB|Retrait distributeur
transfer Virement|VIR SEPA|VIREMENT INSTANTANE
cardpay PAIEMENT CARTE|CARTE|Achat CB|PAIEMENT CB
interest Intérêts|INTERETS CREDITEURS
direct PRLV SEPA|Prélèvement|PRELEVEMENT
shops Carrefour City|Boulangerie Lefèvre|Fnac|Monoprix|Café de la Gare|Pharmacie Château
people Hélène Dubois|Jean-François Girard|Noël Lemaître
firms Société Générale de Béton|Mairie de Sète|Ateliers Brunel SARL
utilities EDF|Orange|MAIF Assurances
places PARIS|LYON|GENEVE|MONTREAL
= it Italian
currency EUR €|EUR €|CHF CHF
number 1.234,56|1234,56|1.234,56
encoding utf-8|windows-1252|utf-8-bom|iso-8859-1
delimiter ;|;|,|tab
dates D/M/Y|D/M/Y|D.M.Y|Y-M-D|D-M-Y|D/M/y
months gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic
long gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
date Data|Data operazione|Data contabile|Data movimento
booked Data contabile|Data contabilizzazione|Data registrazione
value Data valuta|Valuta
purchase Data operazione|Data acquisto|Data transazione
time Ora
payee Beneficiario|Controparte|Esercente|Nome|Intestatario controparte
sender Ordinante|Pagatore|Mittente
receiver Beneficiario|Destinatario
text Descrizione|Causale|Dettagli|Descrizione operazione|Operazione|Descrizione estesa
type Tipo|Tipologia|Tipo operazione|Causale ABI
amount Importo|Importo (EUR)|Importo operazione|Importo in euro
debit Addebiti|Uscite|Dare|Importo di addebito|Addebito|Importo addebitato
credit Accrediti|Entrate|Avere|Importo di accredito|Accredito|Importo accreditato
side Segno|Dare/Avere|D/A
balance Saldo|Saldo contabile|Saldo progressivo
cur Divisa|Valuta conto
ref Riferimento|Numero operazione|CRO|Rif.
fee Commissioni|Spese
category Categoria
status Stato|Stato movimento
account Conto|Numero conto|Rapporto
card Carta|Numero carta
original Importo originale|Importo in valuta
originalcur Divisa originale|Valuta originale
dc D/A|Dare/Avere|Uscita/Entrata|Addebito/Accredito
is-booked Contabilizzato|Eseguito|Contabilizzata
is-pending In attesa|Non contabilizzato|Autorizzato
is-declined Rifiutato|Annullato|Stornato
opening Saldo iniziale|Saldo precedente
closing Saldo finale|Saldo al
total Totale|Totali
period Periodo
holder Intestatario|Intestazione conto
unbooked Operazioni non contabilizzate|Movimenti in attesa
salary Stipendio|EMOLUMENTI
rent Affitto|CANONE AFFITTO
refund Rimborso|STORNO
feetext Canone mensile|Imposta di bollo|Spese tenuta conto
cash Prelievo Bancomat|PRELIEVO ATM
transfer Bonifico|BONIFICO SEPA|Giroconto
cardpay Pagamento POS|Acquisto carta|PAGAMENTO CARTA
interest Interessi|COMPETENZE
direct Addebito diretto|ADDEBITO SDD
shops Esselunga|Coop Firenze|Farmacia Città|Bar Perché No|Autogrill
people Niccolò Ferri|Giulia Rossi|Maria Bianchi
firms Officine Meccaniche Srl|Comune di Forlì|Studio Verdi
utilities Enel Energia|TIM|A2A
places MILANO|TORINO|LUGANO
= es Spanish
currency EUR €|MXN $|ARS $|COP $|CLP $|PEN S/|USD $
number 1.234,56|1234,56|1,234.56
encoding utf-8|windows-1252|utf-8-bom|iso-8859-1
delimiter ;|,|tab
dates D/M/Y|D/M/Y|D-M-Y|Y-M-D|D/M/y|D-Mon-Y
months ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic
long enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
date Fecha|Fecha operación|Fecha de operación|F. Operación|Fecha movimiento
booked Fecha contable|Fecha de registro|F. contable
value Fecha valor|F. Valor|Valor
purchase Fecha de compra|Fecha transacción|Fecha operación
time Hora
payee Beneficiario|Comercio|Nombre|Contraparte|Tercero
sender Ordenante|Remitente|Pagador
receiver Beneficiario|Destinatario
text Concepto|Descripción|Detalle|Movimiento|Concepto ampliado|Descripcion
type Tipo|Tipo de movimiento|Tipo operación
amount Importe|Monto|Importe operación|Valor|Importe (€)
debit Cargo|Débito|Retiros|Egresos|Importe cargado|Debe|Cargos
credit Abono|Crédito|Depósitos|Ingresos|Importe abonado|Haber|Abonos
side Signo|Debe/Haber|D/H|Cargo/Abono
balance Saldo|Saldo disponible|Saldo contable|Saldo posterior
cur Divisa|Moneda
ref Referencia|Nº Documento|Folio|Num. operación|Comprobante
fee Comisión|Gastos
category Categoría|Subcategoría
status Estado|Situación
account Cuenta|Número de cuenta
card Tarjeta|Número de tarjeta
original Importe original|Monto original
originalcur Divisa original|Moneda original
dc D/H|Debe/Haber|Cargo/Abono|Egreso/Ingreso
is-booked Contabilizado|Aplicado|Realizado|Confirmado
is-pending Pendiente|En proceso|Retenido|Programado
is-declined Rechazado|Anulado|Cancelado
opening Saldo inicial|Saldo anterior
closing Saldo final|Saldo al corte
total Total|Totales
period Periodo|Desde - Hasta
holder Titular|Cliente
unbooked Movimientos pendientes|Movimientos en tránsito
salary NOMINA|Nómina|Sueldo
rent Alquiler|Arriendo|Renta
refund Devolución|Reembolso
feetext Comisión de mantenimiento|Cuota de manejo|COMISION
cash Retirada cajero|Retiro en cajero|DISPOSICION EFECTIVO
transfer Transferencia|SPEI|BIZUM
cardpay Compra|COMPRA TARJETA|Pago con tarjeta
interest Intereses|ABONO INTERESES
direct Recibo|Adeudo recibo|Domiciliación
shops Mercadona|Panadería Muñoz|Farmacia Núñez|Cafetería Sol|El Corte Inglés
people José Ibáñez|María Peña|Lucía Gómez
firms Construcciones Ríos SL|Ayuntamiento de León|Grupo Andaluz SA
utilities Iberdrola|Movistar|Telmex
places MADRID|BOGOTA|MONTERREY
= pt Portuguese
currency EUR €|BRL R$|BRL R$
number 1.234,56|1234,56|1 234,56
encoding utf-8|windows-1252|iso-8859-1|utf-8-bom
delimiter ;|,|tab
dates D/M/Y|D-M-Y|Y-M-D|D/M/y
months jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez
long janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
date Data|Data mov.|Data lançamento|Data do movimento
booked Data lançamento|Data de lançamento|Data contabilística
value Data valor|Data-valor
purchase Data da compra|Data operação|Data da transação
time Hora
payee Beneficiário|Favorecido|Nome|Estabelecimento|Contraparte
sender Ordenante|Remetente|Pagador
receiver Destinatário|Favorecido|Beneficiário
text Descrição|Histórico|Descritivo|Lançamento|Detalhes|Movimento
type Tipo|Tipo de transação|Tipo de movimento
amount Valor|Montante|Importância|Valor (R$)|Valor do lançamento
debit Débito|Saídas|Valor debitado|Débitos|Saída (R$)
credit Crédito|Entradas|Valor creditado|Créditos|Entrada (R$)
side D/C|Débito/Crédito|Natureza|Crédito/Débito
balance Saldo|Saldo contabilístico|Saldo após movimento|Saldo do dia
cur Moeda
ref Referência|Docto.|Número do documento|Identificador
fee Comissão|Tarifa|Taxa
category Categoria
status Estado|Situação|Status
account Conta|Número da conta
card Cartão|Número do cartão
original Valor original|Montante original
originalcur Moeda original
dc D/C|Débito/Crédito|Saída/Entrada
is-booked Efetivado|Contabilizado|Concluído|Realizado
is-pending Pendente|Agendado|Em processamento|Cativo
is-declined Recusado|Cancelado|Estornado
opening Saldo inicial|Saldo anterior
closing Saldo final|Saldo disponível
total Total|Totais
period Período
holder Titular|Cliente
unbooked Lançamentos futuros|Movimentos cativos
salary Salário|VENCIMENTO|Ordenado
rent Aluguel|Renda
refund Estorno|Reembolso|Devolução
feetext Comissão manutenção|Tarifa mensal|Imposto selo
cash Levantamento|Saque
transfer Transferência|PIX|TED|TRF
cardpay Compra|COMPRA CARTAO|Compra no débito
interest Juros|Rendimentos
direct Débito direto|Pagamento de conta
shops Continente|Pingo Doce|Padaria São João|Drogaria Coração|Pão de Açúcar
people João Conceição|Inês Magalhães|Tânia Simões
firms Construções Araújo Lda|Câmara de Évora|Usina Três Irmãos
utilities EDP Comercial|Vivo|MEO
places LISBOA|SÃO PAULO|ÉVORA
= ca Catalan
currency EUR €
number 1.234,56|1234,56
encoding utf-8|windows-1252
delimiter ;|tab|,
dates D/M/Y|D-M-Y|Y-M-D
months gen|febr|març|abr|maig|juny|jul|ag|set|oct|nov|des
long gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre
date Data|Data operació|Data de l'operació
booked Data comptable|Data d'assentament
value Data valor
purchase Data de compra
time Hora
payee Beneficiari|Comerç|Nom
sender Ordenant|Pagador
receiver Beneficiari|Destinatari
text Concepte|Descripció|Moviment|Detall
type Tipus|Tipus d'operació
amount Import|Import operació|Quantitat
debit Càrrec|Càrrecs|Sortides|Deure
credit Abonament|Abonaments|Entrades|Haver
side Deure/Haver|Signe
balance Saldo|Saldo disponible
cur Divisa|Moneda
ref Referència|Núm. document
fee Comissió|Despeses
category Categoria
status Estat
account Compte|Número de compte
card Targeta
original Import original
originalcur Divisa original
dc D/H|Càrrec/Abonament
is-booked Comptabilitzat|Realitzat
is-pending Pendent|En curs
is-declined Rebutjat|Anul·lat
opening Saldo inicial|Saldo anterior
closing Saldo final
total Total
period Període
holder Titular
unbooked Moviments pendents
salary Nòmina
rent Lloguer
refund Devolució
feetext Comissió de manteniment
cash Reintegrament caixer
transfer Transferència|BIZUM
cardpay Compra amb targeta|Compra
interest Interessos
direct Rebut|Rebut domiciliat
shops Bon Preu|Forn Gràcia|Farmàcia Lluïsa
people Núria Puigdevall|Òscar Ferrer
firms Tallers Vallès SL|Ajuntament de Reus
utilities Aigües de Barcelona|Endesa
places BARCELONA|GIRONA
= ro Romanian
currency RON lei|EUR €
number 1.234,56|1,234.56|1234.56
encoding utf-8|utf-8-bom|iso-8859-2|windows-1250
delimiter ,|;|tab
dates D.M.Y|D/M/Y|Y-M-D|D-M-Y|D Month Y
months ian|feb|mar|apr|mai|iun|iul|aug|sep|oct|nov|dec
long ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie
date Data|Data tranzacției|Data tranzactie|Data operațiunii
booked Data procesării|Data înregistrării|Data inregistrare
value Data valutei|Data valuta
purchase Data tranzacției|Data cumpărării
time Ora
payee Beneficiar|Beneficiar/Ordonator|Nume|Comerciant|Partener
sender Ordonator|Plătitor
receiver Beneficiar|Destinatar
text Descriere|Detalii|Explicații|Detalii tranzactie|Descrierea tranzacției
type Tip|Tip tranzacție|Tip tranzactie
amount Suma|Sumă|Valoare|Suma (RON)
debit Debit|Plăți|Ieșiri|Suma debit|Cheltuieli
credit Credit|Încasări|Intrări|Suma credit|Venituri
side Debit/Credit|Sens|D/C
balance Sold|Sold final|Balanță|Sold contabil|Sold după tranzacție
cur Valuta|Moneda
ref Referința|Număr referință|Referinta bancii
fee Comision
category Categorie
status Stare|Status
account Cont|Număr cont|IBAN cont
card Card|Număr card
original Suma originală
originalcur Moneda originală
dc D/C|Debit/Credit
is-booked Procesat|Finalizat|Decontat
is-pending În așteptare|Autorizat|În curs
is-declined Respins|Anulat|Refuzat
opening Sold inițial|Sold initial
closing Sold final|Sold de închidere
total Total|Rulaj
period Perioada
holder Titular|Titular cont|Client
unbooked Sume blocate|Tranzacții în așteptare
salary Salariu|SALARII
rent Chirie
refund Rambursare|Retur
feetext Comision administrare cont|Taxa lunară
cash Retragere numerar|ATM
transfer Transfer|Plată|Transfer Home'Bank
cardpay Cumpărare POS|Plata la POS|Tranzacție comerciant
interest Dobândă
direct Debit direct|Plată factură
shops Mega Image|Cărturești|Farmacia Țăndărei|Kaufland
people Ștefan Ionescu|Mădălina Țurcanu
firms Construcții Brașov SRL|Primăria Iași
utilities Enel Energie|Digi
places BUCUREȘTI|CLUJ-NAPOCA|TÂRGU MUREȘ
`;
