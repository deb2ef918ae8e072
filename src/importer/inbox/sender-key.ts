// The key under which a trusted sender is remembered. A shop is its registrable domain. At a
// mailbox provider anybody may have an address, so the key is the whole address. A payment provider
// writes for many shops, so the key is its domain and the shop's name.

import type { Correspondent } from "../../receipts/mail.ts";
import { findMerchantByAddress } from "../../receipts/merchants/known.ts";
import { senderDomain } from "./identity.ts";

/** Domains at which anybody may have a mailbox. */
const MAILBOXES = new Set(
  (
    "gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es hotmail.it live.com live.co.uk live.fr live.nl msn.com " +
    "yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.ca yahoo.com.br yahoo.com.mx yahoo.co.in yahoo.in yahoo.co.jp yahoo.com.au ymail.com rocketmail.com aol.com icloud.com me.com mac.com " +
    "proton.me protonmail.com protonmail.ch pm.me fastmail.com fastmail.fm hey.com zoho.com zohomail.com tuta.com tuta.io tutanota.com tutanota.de posteo.de mailbox.org mail.com email.com inbox.com runbox.com startmail.com hushmail.com " +
    "gmx.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de arcor.de 1und1.de bluewin.ch hispeed.ch aon.at chello.at " +
    "orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it telefonica.net terra.es sapo.pt bol.com.br uol.com.br terra.com.br ig.com.br globo.com " +
    "ziggo.nl kpnmail.nl xs4all.nl planet.nl hetnet.nl telenet.be skynet.be proximus.be telia.com comhem.se bredband.net online.no broadpark.no mail.dk stofanet.dk elisanet.fi kolumbus.fi luukku.com " +
    "wp.pl o2.pl onet.pl interia.pl op.pl seznam.cz email.cz centrum.cz post.cz azet.sk centrum.sk freemail.hu citromail.hu abv.bg mail.bg ukr.net i.ua meta.ua mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com ya.ru rambler.ru " +
    "qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com biglobe.ne.jp rediffmail.com " +
    "comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net frontier.com windstream.net rogers.com shaw.ca sympatico.ca telus.net videotron.ca " +
    "btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk bigpond.com optusnet.com.au iinet.net.au xtra.co.nz eircom.net duck.com mozmail.com simplelogin.com anonaddy.com addy.io relay.firefox.com privaterelay.appleid.com"
  ).split(" "),
);

/**
 * The key that is trusted when the user accepts a mail of this sender about this shop; empty if the
 * sender cannot be recognised.
 */
export function senderKey(from: Correspondent | null, merchant: string | null): string {
  const address = from?.address ?? "";
  const domain = senderDomain(from);
  if (domain === "") return "";
  if (MAILBOXES.has(domain) || MAILBOXES.has(address.slice(address.lastIndexOf("@") + 1)))
    return address;
  if (findMerchantByAddress(address)?.onBehalf !== true) return domain;
  const shop = (merchant ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return shop === "" ? "" : `${domain}: ${shop}`;
}
