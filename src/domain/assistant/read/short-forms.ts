/** Short forms and sound spellings that lie too far from their word for a rule: the word, then its forms. */
const FORMS = `
  not: dont didnt doesnt hasnt havent wasnt isnt wont cant; sure: shure shur; give: giv gv;
  please: plese pleas pls plz; tell: tel; were: wer; there: ther; can: cn; could: cud; would: wud;
  through: tru; have: hve hv hav hvae; the: teh de d da; for: fo foor; has: ha hz haz; did: dd didi;
  comes: cums kams; came: cam; tomorrow: 2mrw 2moro 2morrow tmrw tmr tomoro tomorow;
  tonight: 2nite 2night tonite; together: 2geda 2gether 2getha 2geder togeda togetha togeder tgt tgthr;
  from: 4rm frm; since: sinse; string: strng; much: mutch; what: wats whats wots wat wht wot;
  counterpart: contapart countapart counterpat; result: rezult res rslt resut; direct: direk;
  number: nomber nmbr numba nomba num; machine: mashine mach mac mashin mchine machin; ghana: ghanna;
  lotto: lota; how: hw hau; many: mny meny mani; times: tymes tyms tmes tims; time: tym; wetin: watin wetn;
  when: wen whn; which: wich wch; with: wit wif wth wt; last: lst las lasst; next: nxt nex;
  come: cme cum com kom kum; played: plyd; after: afta aftr; ever: evr eva; never: neva nvr; does: dos dz;
  this: dis; that: dat; before: b4 bfor; between: btw btwn bitwin; and: nd n en; are: r; you: u; your: ur;
  year: yr; month: mth; week: wk; today: 2day tdy; yesterday: yest ystd yestaday yesterdy; odds: ods;
  chance: chans; will: wil wll; lines: lins; perm: prm pam; banker: banka bnkr bankar;
  naira: nira niara nara ngn; cost: coz; money: moni; win: win; winning: wining winin; first: frst fst firs;
  second: sec secnd; third: thrd; box: bx; numbers: numbas nombas nmbrs nums; frequency: freq; average: avg;
  game: gam; games: gems; draw: drw dro; draws: drows drws; where: wia; abeg: abg; been: bin bn; sum: sum;
  compare: comapre; more: mor; most: mst moest; least: lest; close: clos; overdue: ovrdue; sunday: sunady;
  monday: mondy; appear: apear; appeared: apeared; answer: ansa; wey: wey; was: wz; counter: counta;
  partner: patner; shadow: shado`

/** Words by their short forms. */
export const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split(';').flatMap((entry) => {
    const [word, forms] = entry.split(':') as [string, string]
    return forms
      .trim()
      .split(/\s+/)
      .map((form) => [form, word.trim()] as const)
  }),
)
