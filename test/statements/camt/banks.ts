// Synthetic documents in the manner of banks: which elements they fill, with what, and where. Each with the rows
// expected of it, from the standard's text and sums by hand.

import { account, balance, details, entry, message } from "./reading.ts";

export interface CamtBank {
  readonly bank: string;
  readonly xml: string;
  readonly account: string | null;
  readonly rows: readonly string[];
  /** How many rows the balances prove. */
  readonly proven: number;
  readonly facts?: Readonly<Record<string, string>>;
  readonly notes?: string | null;
  readonly description?: string;
  readonly skipped?: number;
}

const party = (role: string, name: string, iban = "") =>
  `<${role}><Nm>${name}</Nm></${role}>${iban === "" ? "" : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`}`;
const newParty = (role: string, name: string, iban = "") =>
  `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>${iban === "" ? "" : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`}`;

// prettier-ignore
export const BANKS: readonly CamtBank[] = [
  {
    bank: "Sparkasse: direct debit with mandate and creditor id, texts in AddtlNtryInf, PRCD as opening",
    account: "DE87500500000000123456",
    xml: message("053", 2, `${account("DE87500500000000123456")}${balance("PRCD", "1000.00")}${balance("CLBD", "955.10")}
${entry("-44.90", "2024-02-29", `<AcctSvcrRef>2024060123456789000</AcctSvcrRef><BkTxCd><Prtry><Cd>NDDT+105+00931</Cd><Issr>DK</Issr></Prtry></BkTxCd>${details(`<Refs><EndToEndId>RG 4711</EndToEndId><MndtId>M-0815</MndtId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">44.90</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Muster, Max</Nm></Dbtr><DbtrAcct><Id><IBAN>DE87500500000000123456</IBAN></Id></DbtrAcct><Cdtr><Nm>Stadtwerke Beispiel GmbH</Nm><Id><PrvtId><Othr><Id>DE98ZZZ09999999999</Id></Othr></PrvtId></Id></Cdtr><CdtrAcct><Id><IBAN>DE12500105170648489890</IBAN></Id></CdtrAcct></RltdPties><RltdAgts><CdtrAgt><FinInstnId><BIC>INGDDEFFXXX</BIC></FinInstnId></CdtrAgt></RltdAgts><RmtInf><Ustrd>Strom Februar</Ustrd><Ustrd>Kd 123</Ustrd></RmtInf>`)}<AddtlNtryInf>FOLGELASTSCHRIFT</AddtlNtryInf>`)}`),
    rows: ["2024-02-29 -44.90 EUR Stadtwerke Beispiel GmbH [2024060123456789000]"],
    proven: 1,
    description: "Stadtwerke Beispiel GmbH Strom Februar Kd 123 FOLGELASTSCHRIFT",
    notes: "Strom Februar; Kd 123; FOLGELASTSCHRIFT",
    facts: { value_date: "2024-02-29", counterparty_account: "DE12500105170648489890", counterparty_bank: "INGDDEFFXXX", end_to_end_id: "RG 4711", mandate_id: "M-0815", creditor_id: "DE98ZZZ09999999999", type: "NDDT+105+00931" },
  },
  {
    bank: "Volksbank (Atruvia), version 8: status as a code, parties in Pty, NOTPROVIDED",
    account: "DE02500105170137075030",
    xml: message("053", 8, `${account("DE02500105170137075030")}${balance("OPBD", "10.00")}${balance("CLBD", "2510.00")}
<Ntry><Amt Ccy="EUR">2500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-02-28</Dt></BookgDt><ValDt><Dt>2024-02-29</Dt></ValDt><AcctSvcrRef>NONREF</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn><Prtry><Cd>NTRF+153</Cd><Issr>DK</Issr></Prtry></BkTxCd>${details(`<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">2500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>${newParty("Dbtr", "ARBEITGEBER AG", "DE89370400440532013000")}${newParty("Cdtr", "Erika Muster")}</RltdPties><Purp><Cd>SALA</Cd></Purp><RmtInf><Ustrd>LOHN/GEHALT 02.2024</Ustrd></RmtInf>`)}<AddtlNtryInf>GUTSCHR.UEBERWEISUNG</AddtlNtryInf></Ntry>`),
    rows: ["2024-02-28 2500.00 EUR ARBEITGEBER AG []"],
    proven: 1,
    facts: { value_date: "2024-02-29", counterparty_account: "DE89370400440532013000", purpose: "SALA", type: "PMNT-RCDT-ESCT NTRF+153" },
  },
  {
    bank: "Deutsche Bank: booking date with time at midnight, empty lines in the remittance",
    account: "DE75512108001245126199",
    xml: message("053", 2, `${account("DE75512108001245126199")}${balance("OPBD", "-50.00")}${balance("CLBD", "-61.99")}
<Ntry><Amt Ccy="EUR">11.99</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2024-02-29T00:00:00</DtTm></BookgDt><ValDt><Dt>2024-02-29</Dt></ValDt><AcctSvcrRef>24060A1B2C</AcctSvcrRef><BkTxCd/>${details(`<RltdPties>${party("Cdtr", "Musik &amp; Mehr")}</RltdPties><RmtInf><Ustrd>  Abo   Nr. 9
</Ustrd><Ustrd/></RmtInf>`)}</Ntry>`),
    rows: ["2024-02-29 -11.99 EUR Musik & Mehr [24060A1B2C]"],
    proven: 1,
    description: "Musik & Mehr Abo Nr. 9",
  },
  {
    bank: "Commerzbank: camt.052 in the day, pending and booked",
    account: "DE40100400000123456700",
    xml: message("052", 2, `${account("DE40100400000123456700")}${balance("OPBD", "100.00")}${balance("ITBD", "95.00")}
${entry("-5.00", "2024-03-01", `<AcctSvcrRef>C1</AcctSvcrRef>${details(`<RltdPties>${party("Cdtr", "Bäckerei")}</RltdPties>`)}`)}
<Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><ValDt><Dt>2024-03-02</Dt></ValDt><AddtlNtryInf>VORMERKUNG</AddtlNtryInf></Ntry>`),
    rows: ["2024-03-01 -5.00 EUR Bäckerei [C1]", "2024-03-02 -7.00 EUR VORMERKUNG [] pending"],
    proven: 1,
  },
  {
    bank: "PostFinance: batch of QR payments split, references of 27 digits",
    account: "CH9300762011623852957",
    xml: message("053", 8, `${account("CH9300762011623852957", "CHF")}${balance("OPBD", "0.00", "CHF")}${balance("CLBD", "350.00", "CHF")}
<Ntry><NtryRef>010001628</NtryRef><Amt Ccy="CHF">350.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-02-29</Dt></BookgDt><ValDt><Dt>2024-02-29</Dt></ValDt><AcctSvcrRef>10000</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch><TxDtls><Refs><AcctSvcrRef>20240229000801</AcctSvcrRef></Refs><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>${newParty("Dbtr", "Hans Muster")}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</Ref></CdtrRefInf></Strd></RmtInf></TxDtls><TxDtls><Refs><AcctSvcrRef>20240229000802</AcctSvcrRef></Refs><Amt Ccy="CHF">250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>${newParty("Dbtr", "Rita Beispiel")}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009025</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>SAMMELGUTSCHRIFT</AddtlNtryInf></Ntry>`),
    rows: ["2024-02-29 100.00 CHF Hans Muster [20240229000801]", "2024-02-29 250.00 CHF Rita Beispiel [20240229000802]"],
    proven: 2,
    description: "Hans Muster 210000000003139471430009017 SAMMELGUTSCHRIFT",
    notes: "210000000003139471430009017; Part 1/2 of a collective booking of 350.00: SAMMELGUTSCHRIFT",
    facts: { batch: "1/2", creditor_reference: "210000000003139471430009017", batch_count: "2" },
  },
  {
    bank: "UBS: foreign payment with the rate, separate charges",
    account: "CH5604835012345678009",
    xml: message("053", 4, `${account("CH5604835012345678009", "CHF")}${balance("OPBD", "1000.00", "CHF")}${balance("CLBD", "906.47", "CHF")}
${entry("-93.53", "2024-02-27", `<AcctSvcrRef>ZD81058TI0123456</AcctSvcrRef><Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">1.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="CHF">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>${details(`<Amt Ccy="CHF">92.53</Amt><CdtDbtInd>DBIT</CdtDbtInd><AmtDtls><InstdAmt><Amt Ccy="USD">100.00</Amt></InstdAmt><TxAmt><Amt Ccy="CHF">92.53</Amt></TxAmt><CntrValAmt><Amt Ccy="CHF">92.53</Amt><CcyXchg><SrcCcy>USD</SrcCcy><TrgtCcy>CHF</TrgtCcy><XchgRate>0.9253</XchgRate></CcyXchg></CntrValAmt></AmtDtls><RltdPties>${party("Cdtr", "Example Books Inc.")}</RltdPties>`)}`, "CHF")}`),
    rows: ["2024-02-27 -93.53 CHF Example Books Inc. [ZD81058TI0123456]"],
    proven: 1,
    notes: "Charges 1.00 CHF (included)",
    facts: { original_amount: "100.00", original_currency: "USD", rate: "0.9253", fee: "1.00 CHF (included)" },
  },
  {
    bank: "ZKB: one IBAN, accounts in two currencies",
    account: null,
    xml: message("053", 8, `${account("CH4431999123000889012", "CHF", "A")}${balance("OPBD", "5.00", "CHF")}${balance("CLBD", "4.00", "CHF")}${entry("-1.00", "2024-02-01", "<AddtlNtryInf>Gebühr</AddtlNtryInf>", "CHF")}`, `${account("CH4431999123000889012", "EUR", "B")}${balance("OPBD", "5.00")}${balance("CLBD", "7.00")}${entry("2.00", "2024-02-01", "<AddtlNtryInf>Zins</AddtlNtryInf>")}`),
    rows: ["2024-02-01 -1.00 CHF Gebühr []", "2024-02-01 2.00 EUR Zins []"],
    proven: 2,
  },
  {
    bank: "Raiffeisen Schweiz: ISR references in a notification, no amounts on the single detail",
    account: "CH2180808001234567890",
    xml: message("054", 4, `<Id>N1</Id><Acct><Id><IBAN>CH2180808001234567890</IBAN></Id></Acct><Ntry><NtryRef>012345678</NtryRef><Amt Ccy="CHF">80.05</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-02-20</Dt></BookgDt><ValDt><Dt>2024-02-20</Dt></ValDt><AcctSvcrRef>RB0001</AcctSvcrRef>${details(`<RltdPties>${party("Dbtr", "Kunde Eins")}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>ISR Reference</Prtry></CdOrPrtry></Tp><Ref>123456789012345678901234567</Ref></CdtrRefInf><AddtlRmtInf>?REJECT?0</AddtlRmtInf></Strd></RmtInf>`)}</Ntry>`),
    rows: ["2024-02-20 80.05 CHF Kunde Eins [RB0001]"],
    proven: 0,
    facts: { creditor_reference: "123456789012345678901234567", entry_reference: "012345678" },
  },
  {
    bank: "ING Netherlands: AcctSvcrRef within the detail only, ultimate creditor",
    account: "NL20INGB0001234567",
    xml: message("053", 2, `${account("NL20INGB0001234567")}${balance("OPBD", "100.00")}${balance("CLBD", "80.01")}
<Ntry><Amt Ccy="EUR">19.99</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-02-05</Dt></BookgDt><ValDt><Dt>2024-02-05</Dt></ValDt><BkTxCd><Prtry><Cd>00400</Cd><Issr>INGBANK</Issr></Prtry></BkTxCd>${details(`<Refs><AcctSvcrRef>051234567890</AcctSvcrRef><EndToEndId>05-02-2024 12:00</EndToEndId></Refs><RltdPties>${party("Cdtr", "Stichting Betaaldienst", "NL13TEST0123456789")}<UltmtCdtr><Nm>Webwinkel</Nm></UltmtCdtr></RltdPties><RmtInf><Ustrd>Bestelling 77</Ustrd></RmtInf>`)}<AddtlNtryInf>SEPA iDEAL</AddtlNtryInf></Ntry>`),
    rows: ["2024-02-05 -19.99 EUR Stichting Betaaldienst [051234567890]"],
    proven: 1,
    facts: { ultimate_party: "Webwinkel", counterparty_account: "NL13TEST0123456789" },
  },
  {
    bank: "Rabobank: each day a statement of the same account, one after the other",
    account: "NL44RABO0123456789",
    xml: message("053", 2, `${account("NL44RABO0123456789", "EUR", "CAMT1")}<ElctrncSeqNb>24032</ElctrncSeqNb>${balance("OPBD", "10.00")}${balance("CLBD", "8.00")}${entry("-2.00", "2024-02-01", "<AcctSvcrRef>R1</AcctSvcrRef><AddtlNtryInf>Koffie</AddtlNtryInf>")}`, `${account("NL44RABO0123456789", "EUR", "CAMT2")}<ElctrncSeqNb>24033</ElctrncSeqNb>${balance("OPBD", "8.00")}${balance("CLBD", "18.00")}${entry("10.00", "2024-02-02", "<AcctSvcrRef>R2</AcctSvcrRef><AddtlNtryInf>Terugbetaling</AddtlNtryInf>")}`),
    rows: ["2024-02-01 -2.00 EUR Koffie [R1]", "2024-02-02 10.00 EUR Terugbetaling [R2]"],
    proven: 2,
  },
  {
    bank: "ABN AMRO: everything in one text of the entry",
    account: "NL02ABNA0123456789",
    xml: message("053", 2, `${account("NL02ABNA0123456789")}${balance("OPBD", "100.00")}${balance("CLBD", "54.50")}
${entry("-45.50", "2024-02-10", "<AcctSvcrRef>1234MSZP1ABCDE</AcctSvcrRef><AddtlNtryInf>BEA, Betaalpas   Albert Heijn 1234,PAS123 NR:ABC123, 10.02.24/12:30 AMSTERDAM</AddtlNtryInf>")}`),
    rows: ["2024-02-10 -45.50 EUR BEA, Betaalpas Albert Heijn 1234,PAS123 NR:ABC123, 10.02.24/12:30 AMSTERDAM [1234MSZP1ABCDE]"],
    proven: 1,
    notes: null,
  },
  {
    bank: "Erste Bank Austria: reversal of a debit",
    account: "AT611904300234573201",
    xml: message("053", 2, `${account("AT611904300234573201")}${balance("OPBD", "1.00")}${balance("CLBD", "31.00")}
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2024-02-12</Dt></BookgDt><ValDt><Dt>2024-02-10</Dt></ValDt><AcctSvcrRef>201112402121</AcctSvcrRef>${details(`<RltdPties>${party("Dbtr", "Max Muster", "AT611904300234573201")}${party("Cdtr", "Fitness Wien", "AT021100000012345678")}</RltdPties>`)}</Ntry>`),
    rows: ["2024-02-12 30.00 EUR Fitness Wien [201112402121]"],
    proven: 1,
    notes: "Reversal",
    facts: { reversal: "true", counterparty_account: "AT021100000012345678" },
  },
  {
    bank: "OP Finland: version 2, reference numbers, zero entry",
    account: "FI2112345600000785",
    xml: message("053", 2, `${account("FI2112345600000785")}${balance("OPBD", "20.00")}${balance("CLBD", "70.00")}
${entry("50.00", "2024-02-13", `<AcctSvcrRef>20240213593619AB0001</AcctSvcrRef>${details(`<RltdPties>${party("Dbtr", "MEIKÄLÄINEN MAIJA")}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>00000000000000013</Ref></CdtrRefInf></Strd></RmtInf>`)}`)}
${entry("0.00", "2024-02-13", "<AcctSvcrRef>20240213593619AB0002</AcctSvcrRef><AddtlNtryInf>PALVELUMAKSU</AddtlNtryInf>")}`),
    rows: ["2024-02-13 50.00 EUR MEIKÄLÄINEN MAIJA [20240213593619AB0001]", "2024-02-13 0.00 EUR PALVELUMAKSU [20240213593619AB0002]"],
    proven: 2,
  },
  {
    bank: "Nordea Sweden: account as a number, Bankgiro batch whose details add up",
    account: "32595119",
    xml: message("053", 2, `<Id>1</Id><Acct><Id><Othr><Id>32595119</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>SEK</Ccy></Acct>${balance("OPBD", "0.00", "SEK")}${balance("CLBD", "300.50", "SEK")}
${entry("300.50", "2024-02-14", `<AcctSvcrRef>BG1</AcctSvcrRef>${details(`<AmtDtls><TxAmt><Amt Ccy="SEK">100.25</Amt></TxAmt></AmtDtls><RltdPties>${party("Dbtr", "Anna")}</RltdPties>`, `<AmtDtls><TxAmt><Amt Ccy="SEK">200.25</Amt></TxAmt></AmtDtls><RltdPties>${party("Dbtr", "Björn")}</RltdPties>`)}`, "SEK")}`),
    rows: ["2024-02-14 100.25 SEK Anna [BG1/1]", "2024-02-14 200.25 SEK Björn [BG1/2]"],
    proven: 2,
  },
  {
    bank: "DNB Norway: collective booking with a credit note among the details",
    account: "NO9386011117947",
    xml: message("053", 2, `${account("NO9386011117947", "NOK")}${balance("OPBD", "1000.00", "NOK")}${balance("CLBD", "200.00", "NOK")}
${entry("-800.00", "2024-02-15", `<AcctSvcrRef>D1</AcctSvcrRef><NtryDtls><Btch><PmtInfId>LONN-02</PmtInfId><NbOfTxs>2</NbOfTxs></Btch><TxDtls><Amt Ccy="NOK">900.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties>${party("Cdtr", "Kari")}</RltdPties></TxDtls><TxDtls><Amt Ccy="NOK">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>${party("Dbtr", "Ola")}</RltdPties></TxDtls></NtryDtls>`, "NOK")}`),
    rows: ["2024-02-15 -900.00 NOK Kari [D1/1]", "2024-02-15 100.00 NOK Ola [D1/2]"],
    proven: 2,
    description: "Kari LONN-02",
  },
  {
    bank: "Intesa Sanpaolo: prefix on every tag, an envelope around it, value date alone",
    account: "IT60X0542811101000000123456",
    xml: `<?xml version='1.0' encoding='UTF-8'?>
<ns2:CBIDlyStmtReqLogMsg xmlns:ns2="urn:CBI:xsd:CBIDlyStmtReqLogMsg.00.01.02" xmlns:ns3="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
<ns3:BkToCstmrStmt><ns3:Stmt><ns3:Id>1</ns3:Id><ns3:Acct><ns3:Id><ns3:IBAN>IT60X0542811101000000123456</ns3:IBAN></ns3:Id><ns3:Ccy>EUR</ns3:Ccy></ns3:Acct>
<ns3:Ntry><ns3:Amt Ccy="EUR">1234.5</ns3:Amt><ns3:CdtDbtInd>DBIT</ns3:CdtDbtInd><ns3:Sts>BOOK</ns3:Sts><ns3:ValDt><ns3:Dt>2024-02-16</ns3:Dt></ns3:ValDt><ns3:AddtlNtryInf>DISPOSIZIONE DI PAGAMENTO</ns3:AddtlNtryInf></ns3:Ntry></ns3:Stmt></ns3:BkToCstmrStmt></ns2:CBIDlyStmtReqLogMsg>`,
    rows: ["2024-02-16 -1234.50 EUR DISPOSIZIONE DI PAGAMENTO []"],
    proven: 0,
    facts: { date_source: "value date" },
  },
  {
    bank: "BBVA Spain: account number without IBAN, dates with a zone",
    account: "01820001000200012345",
    xml: message("053", 2, `<Id>1</Id><Acct><Id><Othr><Id>01820001000200012345</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${balance("OPBD", "9.00")}${balance("CLBD", "8.00")}<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-02-17+01:00</Dt></BookgDt><ValDt><Dt>2024-02-17+01:00</Dt></ValDt><AddtlNtryInf>COMISIÓN</AddtlNtryInf></Ntry>`),
    rows: ["2024-02-17 -1.00 EUR COMISIÓN []"],
    proven: 1,
  },
  {
    bank: "KBC Belgium: structured communication, counterparty by direction",
    account: "BE68539007547034",
    xml: message("053", 2, `${account("BE68539007547034")}${balance("OPBD", "18.15")}${balance("CLBD", "27.00")}
${entry("8.85", "2024-02-18", details(`<RltdPties>${party("Dbtr", "JANSSENS P", "BE71096123456769")}${party("Cdtr", "COMPANY BVBA", "BE68539007547034")}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>010806817183</Ref></CdtrRefInf></Strd></RmtInf>`))}`),
    rows: ["2024-02-18 8.85 EUR JANSSENS P []"],
    proven: 1,
    description: "JANSSENS P 010806817183",
  },
  {
    bank: "BNP Paribas France: batch of cheques without amounts stays one row",
    account: "FR1420041010050500013M02606",
    xml: message("053", 2, `${account("FR1420041010050500013M02606")}${balance("OPBD", "0.00")}${balance("CLBD", "410.00")}
${entry("410.00", "2024-02-19", `<AcctSvcrRef>REM77</AcctSvcrRef>${details("<Refs><ChqNb>0000011</ChqNb></Refs><RmtInf><Ustrd>CHQ 11</Ustrd></RmtInf>", "<Refs><ChqNb>0000012</ChqNb></Refs><RmtInf><Ustrd>CHQ 12</Ustrd></RmtInf>")}<AddtlNtryInf>REMISE CHEQUES</AddtlNtryInf>`)}`),
    rows: ["2024-02-19 410.00 EUR REMISE CHEQUES [REM77]"],
    proven: 1,
    description: "REMISE CHEQUES",
    notes: "CHQ 11; CHQ 12",
    facts: { batch: "1/1 of 2 details" },
  },
  {
    bank: "HSBC UK: cheque number, time of day, sort code and account as a number",
    account: "40127612345678",
    xml: message("053", 2, `<Id>1</Id><Acct><Id><Othr><Id>40127612345678</Id></Othr></Id><Ccy>GBP</Ccy></Acct>${balance("OPBD", "200.00", "GBP")}${balance("CLBD", "100.00", "GBP")}
<Ntry><NtryRef>1</NtryRef><Amt Ccy="GBP">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2024-02-20T14:05:09.123Z</DtTm></BookgDt><ValDt><Dt>2024-02-20</Dt></ValDt>${details("<Refs><ChqNb>100042</ChqNb></Refs>")}<AddtlNtryInf>CHEQUE 100042</AddtlNtryInf></Ntry>`),
    rows: ["2024-02-20 -100.00 GBP CHEQUE 100042 []"],
    proven: 1,
    facts: { cheque_number: "100042" },
  },
  {
    bank: "mBank Poland: entry in another currency than the account's, five decimals of nothing",
    account: "PL61109010140000071219812874",
    xml: message("053", 2, `${account("PL61109010140000071219812874", "PLN")}${entry("-12.50000", "2024-02-21", "<AcctSvcrRef>PL1</AcctSvcrRef><AddtlNtryInf>Opłata</AddtlNtryInf>", "EUR")}`),
    rows: ["2024-02-21 -12.50 EUR Opłata [PL1]"],
    proven: 0,
  },
  {
    bank: "Danske Bank: returned transfer, the roles are the first payment's",
    account: "DK5000400440116243",
    xml: message("053", 8, `${account("DK5000400440116243", "DKK")}${balance("OPBD", "0.00", "DKK")}${balance("CLBD", "75.00", "DKK")}
<Ntry><Amt Ccy="DKK">75.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-02-22</Dt></BookgDt><AcctSvcrRef>DB1</AcctSvcrRef>${details(`<RltdPties>${newParty("Dbtr", "Ida Hansen", "DK5000400440116243")}${newParty("Cdtr", "Lukket Butik", "DK9520000123456789")}</RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>ACCOUNT CLOSED</AddtlInf></RtrInf>`)}</Ntry>`),
    rows: ["2024-02-22 75.00 DKK Lukket Butik [DB1]"],
    proven: 1,
    notes: "Returned: AC04 ACCOUNT CLOSED",
    facts: { return_reason: "AC04 ACCOUNT CLOSED" },
  },
  {
    bank: "Swedbank: a statement in two pages with interim balances",
    account: "SE4550000000058398257466",
    xml: message("053", 2, `${account("SE4550000000058398257466", "SEK", "P")}<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>${balance("OPBD", "100.00", "SEK")}${balance("ITBD", "90.00", "SEK")}${entry("-10.00", "2024-02-23", "<AcctSvcrRef>SW1</AcctSvcrRef><AddtlNtryInf>Kort</AddtlNtryInf>", "SEK")}`, `${account("SE4550000000058398257466", "SEK", "P")}<StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>${balance("ITBD", "90.00", "SEK")}${balance("CLBD", "95.00", "SEK")}${entry("5.00", "2024-02-23", "<AcctSvcrRef>SW2</AcctSvcrRef><AddtlNtryInf>Swish</AddtlNtryInf>", "SEK")}`),
    rows: ["2024-02-23 -10.00 SEK Kort [SW1]", "2024-02-23 5.00 SEK Swish [SW2]"],
    proven: 2,
  },
  {
    bank: "Credit Suisse: information entries and future ones",
    account: "CH3908704016075473007",
    xml: message("053", 8, `${account("CH3908704016075473007", "CHF")}${balance("OPBD", "1.00", "CHF")}${balance("CLBD", "1.00", "CHF")}
<Ntry><Amt Ccy="CHF">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>INFO</Cd></Sts><BookgDt><Dt>2024-02-24</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="CHF">6.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>FUTR</Cd></Sts><BookgDt><Dt>2024-03-24</Dt></BookgDt><AddtlNtryInf>Dauerauftrag</AddtlNtryInf></Ntry>`),
    rows: ["2024-03-24 -6.00 CHF Dauerauftrag [] pending"],
    proven: 0,
    skipped: 1,
  },
  {
    bank: "Bank Austria: no entries that day",
    account: "AT483200000012345864",
    xml: message("053", 2, `${account("AT483200000012345864")}${balance("OPBD", "1.00")}${balance("CLBD", "1.00")}`),
    rows: [],
    proven: 0,
    skipped: 1,
  },
  {
    bank: "Version 1: names with V01, account in PrtryAcct, details directly in the entry",
    account: "1234567",
    xml: message("053", 1, `<Id>1</Id><Acct><Id><PrtryAcct><Id>1234567</Id></PrtryAcct></Id><Ccy>EUR</Ccy></Acct><Bal><Tp><Cd>OPBD</Cd></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Bal><Tp><Cd>CLBD</Cd></Tp><Amt Ccy="EUR">4.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2010-02-01</Dt></BookgDt><AcctSvcrRef>V1</AcctSvcrRef><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">1.00</Amt></TxAmt></AmtDtls><RltdPties>${party("Dbtr", "A")}</RltdPties></TxDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">2.00</Amt></TxAmt></AmtDtls><RltdPties>${party("Dbtr", "B")}</RltdPties></TxDtls></Ntry>`),
    rows: ["2010-02-01 1.00 EUR A [V1/1]", "2010-02-01 2.00 EUR B [V1/2]"],
    proven: 2,
  },
  {
    bank: "Wise: several accounts in one document",
    account: null,
    xml: message("053", 10, `${account("BE91967000000076", "EUR", "E")}${entry("-1.00", "2024-02-25", "<AcctSvcrRef>TRANSFER-1</AcctSvcrRef><AddtlNtryInf>Sent money to Ann</AddtlNtryInf>")}`, `${account("GB33BUKB20201555555555", "GBP", "G")}${entry("2.00", "2024-02-25", "<AcctSvcrRef>TRANSFER-2</AcctSvcrRef><AddtlNtryInf>Received</AddtlNtryInf>", "GBP")}`),
    rows: ["2024-02-25 -1.00 EUR Sent money to Ann [TRANSFER-1]", "2024-02-25 2.00 GBP Received [TRANSFER-2]"],
    proven: 0,
  },
  {
    bank: "Česká spořitelna: symbols as references, the counterparty has only an account",
    account: "CZ6508000000192000145399",
    xml: message("053", 2, `${account("CZ6508000000192000145399", "CZK")}${entry("-500.00", "2024-02-26", `<AcctSvcrRef>CZ1</AcctSvcrRef>${details("<RltdPties><CdtrAcct><Id><Othr><Id>2000145399/0800</Id></Othr></Id></CdtrAcct></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>VS:1234567890</Ref></CdtrRefInf><CdtrRefInf><Ref>KS:0308</Ref></CdtrRefInf></Strd></RmtInf>")}`, "CZK")}`),
    rows: ["2024-02-26 -500.00 CZK VS:1234567890 [CZ1]"],
    proven: 0,
    facts: { counterparty_account: "2000145399/0800", creditor_reference: "VS:1234567890" },
  },
  {
    bank: "Luminor: proprietary status and code wrapped, namespace of the bank's own",
    account: "LT121000011101001000",
    xml: message("053", 8, `${account("LT121000011101001000")}${entry("9.00", "2024-02-27", `<AcctSvcrRef>L1</AcctSvcrRef>${details("<RltdPties><Dbtr><Pty><Nm>UAB Vienas</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd><![CDATA[Sąskaita <12> & co]]></Ustrd></RmtInf>")}`).replace("<Sts>BOOK</Sts>", "<Sts><Prtry>BOOK</Prtry></Sts>")}`).replace("urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "http://bank.example/camt"),
    rows: ["2024-02-27 9.00 EUR UAB Vienas [L1]"],
    proven: 0,
    description: "UAB Vienas Sąskaita <12> & co",
  },
  {
    bank: "Handelsbanken: fees that share one reference on one day",
    account: "SE7660000000000123456789",
    xml: message("053", 2, `${account("SE7660000000000123456789", "SEK")}${balance("OPBD", "10.00", "SEK")}${balance("CLBD", "6.00", "SEK")}${entry("-2.00", "2024-02-28", "<AcctSvcrRef>AVG</AcctSvcrRef><AddtlNtryInf>Avgift</AddtlNtryInf>", "SEK")}${entry("-2.00", "2024-02-28", "<AcctSvcrRef>AVG</AcctSvcrRef><AddtlNtryInf>Avgift</AddtlNtryInf>", "SEK")}`),
    rows: ["2024-02-28 -2.00 SEK Avgift [AVG]", "2024-02-28 -2.00 SEK Avgift [AVG#2]"],
    proven: 2,
  },
];
