import type { Token } from './tokens.ts'

export interface Vocabulary {
  /** Words that are right as they are. */
  words: ReadonlySet<string>
  /** Words that a misspelling may mean. */
  byFirstLetter: ReadonlyMap<string, readonly string[]>
}

/** @param exact words that are only understood as written: those that are dropped, and numbers ("seen" is not seven) */
export function vocabularyOf(words: Iterable<string>, exact: Iterable<string>): Vocabulary {
  const kept = new Set(exact)
  const all = new Set([...words].filter((word) => /^[a-z]/.test(word)))
  const byFirstLetter = new Map<string, string[]>()
  for (const word of all)
    if (!kept.has(word))
      byFirstLetter.set(word.charAt(0), [...(byFirstLetter.get(word.charAt(0)) ?? []), word])
  return { words: new Set([...all, ...kept]), byFirstLetter }
}

/** Edits that a misspelt word may have, by its length. Shorter words are only corrected by the table. */
const editsOf = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** The one nearest word that a misspelt word may mean, or the word itself. The first letter must be right. */
function guessed(word: string, { words, byFirstLetter }: Vocabulary): string {
  if (words.has(word)) return word
  const others = byFirstLetter.get(word.charAt(0)) ?? []
  const most = (other: string) => Math.min(editsOf(word.length), editsOf(other.length))
  for (const edits of [1, 2]) {
    const near = others.filter(
      (other) => edits <= most(other) && editDistance(word, other, most(other)) === edits,
    )
    if (near.length > 0) return near.length === 1 ? near[0]! : word
  }
  return word
}

/** The tokens with their words corrected; `raw` keeps what was typed. A word that no table has is a guess. */
export function withCorrections(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  return tokens.map((token) => {
    if (token.kind !== 'word') return token
    const known = SHORT_FORMS.get(token.text)
    const text = known ?? guessed(token.text, vocabulary)
    return { ...token, text, isGuess: known === undefined && text !== token.text }
  })
}

/**
 * Edits between two words: letters that are added, left out, replaced, or swapped with their neighbour. Counts up to
 * `limit`; a larger distance is `limit + 1`.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = above
    above = row
  }
  return Math.min(above[b.length]!, limit + 1)
}

/** Short forms and sound spellings that lie too far from their word for a rule: the word, then its forms. */
const FORMS = `
  not: dont didnt doesnt hasnt havent wasnt isnt wont cant; sure: shure shur; give: giv gv;
  please: plese pleas pls plz; tell: tel; were: wer; there: ther; can: cn; could: cud; would: wud;
  through: tru; have: hve hv hav hvae; the: teh de d da; for: fo foor; has: ha hz haz; did: dd didi;
  comes: cums kams; came: cam; tomorrow: 2mrw 2moro 2morrow tmrw tmr tomoro tomorow;
  tonight: 2nite 2night tonite; together: 2geda 2gether 2getha 2geder togeda togetha togeder tgt tgthr;
  from: 4rm frm; since: sinse; string: strng; much: mutch; what: wats whats wots wat wht wot;
  counterpart: contapart countapart counterpat; result: rezult res rslt resut; direct: direk;
  number: nomber nmbr numba nomba num; machine: mashine mac mashin mchine machin; ghana: ghanna;
  lotto: lota; how: hw hau; many: mny meny mani; times: tymes tyms tmes tims; time: tym; wetin: watin wetn;
  when: wen whn; which: wich wch; with: wit wif wth wt; last: lst las lasst; next: nxt nex;
  come: cme cum com kom kum; played: plyd; after: afta aftr; ever: evr eva; never: neva nvr; does: dos dz;
  this: dis; that: dat; before: b4 bfor; between: btw btwn bitwin; and: nd n en; are: r; you: u; your: ur;
  year: yr; month: mth; week: wk; today: 2day tdy; yesterday: yest ystd yestaday yesterdy; odds: ods;
  chance: chans; will: wil wll; lines: lins; perm: prm pam; banker: banka bnkr bankar;
  naira: nira niara nara ngn; cost: coz; money: moni; win: win; winning: wining winin; first: frst fst firs frist; national: nashional;
  second: sec secnd secod scond; third: thrd thrid; box: bx; numbers: numbas nombas nmbrs nums; frequency: freq; average: avg;
  game: gam; games: gems; draw: drw dro; draws: drows drws; where: wia; abeg: abg; been: bin bn; sum: sum;
  compare: comapre; more: mor; most: mst moest; least: lest; close: clos; overdue: ovrdue; sunday: sunady;
  monday: mondy; wednesday: wensday wenesday; february: febuary feburary; appear: apear; appeared: apeared; answer: ansa; wey: wey; was: wz; counter: counta;
  partner: patner; shadow: shado`

/** Words by their short forms. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split(';').flatMap((entry) => {
    const [word, forms] = entry.split(':') as [string, string]
    return forms
      .trim()
      .split(/\s+/)
      .map((form) => [form, word.trim()] as const)
  }),
)
