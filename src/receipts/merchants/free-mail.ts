// Domains where anybody has an address: such a sender names a person, not a shop. Facts alone.

const DOMAINS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com tuta.io
   fastmail.com fastmail.fm hey.com zoho.com mail.com gmx.com gmx.de gmx.at gmx.ch gmx.net web.de t-online.de freenet.de arcor.de posteo.de mailbox.org orange.fr wanadoo.fr free.fr laposte.net
   sfr.fr bbox.fr neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it ziggo.nl kpnmail.nl xs4all.nl planet.nl hetnet.nl telenet.be skynet.be bluewin.ch hispeed.ch telia.com comhem.se
   online.no wp.pl o2.pl onet.pl interia.pl op.pl seznam.cz email.cz centrum.cz centrum.sk azet.sk freemail.hu citromail.hu yandex.ru ya.ru mail.ru bk.ru inbox.ru rambler.ru ukr.net abv.bg
   uol.com.br bol.com.br terra.com.br qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net docomo.ne.jp ezweb.ne.jp btinternet.com sky.com virginmedia.com comcast.net verizon.net att.net sbcglobal.net cox.net`.split(
    /\s+/,
  ),
);
/** Services that give addresses under every country's domain. */
const EVERYWHERE = /^(?:yahoo|hotmail|live|outlook)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/** Whether anybody can have an address at this domain. */
export function isFreeMail(domain: string): boolean {
  const plain = domain.toLowerCase();
  return DOMAINS.has(plain) || EVERYWHERE.test(plain);
}
