// Facts: airports of countries whose currency has a sign that others share, by the currency of their country. A flight
// between two of one country is paid in that currency where nothing else speaks; foreign ones settle nothing.

import type { Currency } from "../../money/currency.ts";

const AIRPORTS: readonly (readonly [Currency, string])[] = [
  [
    "usd",
    "ABQ ALB ANC ATL AUS AVL BDL BHM BIL BNA BOI BOS BTV BUF BUR BWI BZN CAE CAK CHS CID CLE CLT CMH COS CRP CRW CVG DAB DAL DAY DCA DEN DFW DSM DTW ECP ELP EUG EWR FAI FAR FAT FCA FLL FNT FSD GEG GJT GPT GRB GRR GSO GSP HNL HOU HPN HRL HSV IAD IAH ICT IDA ILM IND ISP ITO JAC JAN JAX JFK JNU KOA KTN LAS LAX LBB LEX LGA LGB LIH LIT MAF MCI MCO MDT MDW MEM MFE MFR MHT MIA MKE MLI MOB MSN MSO MSP MSY MYR OAK OGG OKC OMA ONT ORD ORF PBI PDX PHL PHX PIA PIT PNS PSP PVD PWM RDM RDU RIC RNO ROA ROC RSW SAN SAT SAV SBA SBN SBP SDF SEA SFO SGF SJC SLC SMF SNA SRQ STL STS SYR TLH TPA TUL TUS TYS XNA",
  ],
  [
    "cad",
    "YYZ YTZ YUL YVR YYC YEG YOW YWG YHZ YQB YYJ YXE YQR YYT YLW YQM YFC YKF YHM YXX YXU YSJ YYG YQT YZF YXY",
  ],
  ["aud", "SYD MEL BNE PER ADL CBR OOL CNS HBA DRW NTL TSV MCY LST BNK PPP HTI AVV"],
  ["nzd", "AKL WLG CHC ZQN DUD HLZ NPE ROT NSN PMR TRG"],
  [
    "mxn",
    "MEX NLU GDL MTY CUN TIJ PVR SJD BJX QRO MID HMO CUL VER OAX CJS PBC AGU SLP TAM ZIH HUX CZM",
  ],
  ["ars", "AEP EZE COR MDZ BRC IGR SLA NQN USH ROS TUC FTE REL"],
  ["clp", "SCL CCP ANF CJC PMC IQQ PUQ LSC ZCO ARI CPO BBA"],
  ["cop", "BOG MDE CLO CTG BAQ SMR PEI BGA CUC ADZ EOH"],
  ["jpy", "HND NRT ITM KIX CTS FUK OKA NGO KOJ SDJ HIJ KMJ MYJ KMQ ISG UKB"],
  ["cny", "PEK PKX PVG SHA CAN SZX CTU KMG XIY CKG HGH NKG WUH CSX TAO XMN DLC"],
  ["sek", "ARN BMA GOT LLA UME MMX VBY OSD"],
  ["nok", "OSL BGO TRD SVG TOS BOO AES KRS EVE HAU"],
  ["dkk", "CPH BLL AAL AAR"],
];

/** The currency of each airport's country. */
export const CURRENCY_OF_AIRPORT: ReadonlyMap<string, Currency> = new Map(
  AIRPORTS.flatMap(([currency, codes]) =>
    codes.split(" ").map((code) => [code, currency] as const),
  ),
);
/** Signs of a journey: codes in brackets, or two with an arrow, a dash or "to" between them. */
export const JOURNEY =
  /\(([A-Z]{3})\)|(?<![A-Za-z])([A-Z]{3}) ?(?:to|-|–|—|→|➔|✈|>|\/) ?([A-Z]{3})(?![A-Za-z])/gu;
