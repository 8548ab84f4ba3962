import { ORDINARY_WORDS } from './ordinary-words.ts'
import type { Token } from './tokens.ts'

export interface Vocabulary {
  /** Words that are right as they are. */
  words: ReadonlySet<string>
  /** Words that a misspelling may mean. */
  byFirstLetter: ReadonlyMap<string, readonly string[]>
  /** Words that one edit alone may mean: games, dates, boxes and conditions. */
  strict: ReadonlySet<string>
  /** Words that no misspelling means: "sixth" is not sixty. A word near one of them stays as it is. */
  fixed: ReadonlySet<string>
}

/**
 * @param words words with a meaning
 * @param exact words that are only understood as written: a misspelling must not become a small word that is dropped
 * @param restricting words that change which draws are meant
 * @param numbers words of numbers
 */
export function vocabularyOf(
  words: Iterable<string>,
  exact: Iterable<string>,
  restricting: Iterable<string>,
  numbers: Iterable<string>,
): Vocabulary {
  const byFirstLetter = new Map<string, string[]>()
  const kept = new Set(exact)
  const all = new Set([...words].filter((word) => /^[a-z]/.test(word)))
  for (const word of all)
    if (!kept.has(word)) byFirstLetter.set(word[0]!, [...(byFirstLetter.get(word[0]!) ?? []), word])
  const known = new Set([...all, ...kept])
  return { words: known, byFirstLetter, strict: new Set(restricting), fixed: new Set(numbers) }
}

/** Edits that a misspelt word may have, by its length. Words of three letters are only corrected by the table. */
const editsOf = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2)

const withoutVowels = (word: string) => word[0]! + word.slice(1).replace(/[aeiou]/g, '')

/**
 * The word of the vocabulary that a misspelt word means, or the word itself. The first letter must be right, and an
 * ordinary English word is never taken for a misspelling: a condition must not turn into another one.
 */
export function corrected(word: string, vocabulary: Vocabulary): string {
  const found = nearest(word, vocabulary)
  return found !== word && vocabulary.fixed.has(found) && !SHORT_FORMS.has(word) ? word : found
}

function nearest(word: string, { words, byFirstLetter, strict, fixed }: Vocabulary): string {
  const short = SHORT_FORMS.get(word)
  if (short !== undefined) return short
  if (words.has(word)) return word
  if (ORDINARY_WORDS.has(word) || word.length < 3) return word
  const candidates = byFirstLetter.get(word[0]!) ?? []
  const limit = editsOf(word.length)
  const mostEdits = (candidate: string) =>
    Math.min(editsOf(candidate.length), strict.has(candidate) ? 1 : limit)
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(word, candidate, Math.min(limit, mostEdits(candidate))),
  }))
  for (let distance = 1; distance <= limit; distance++) {
    const near = distances.filter(
      ({ candidate, distance: found }) => found === distance && mostEdits(candidate) >= distance,
    )
    const words = near.map(({ candidate }) => candidate)
    if (words.length > 0) return chosen(word, words, (other) => strict.has(other) || fixed.has(other))
  }
  const skeleton = withoutVowels(word)
  const shortened = candidates.filter(
    (candidate) => skeleton === word && skeleton.length >= 3 && withoutVowels(candidate) === skeleton,
  )
  return shortened.length === 1 ? shortened[0]! : word
}

/**
 * Of equally near words the one with the same letters, or with the same consonants if none restricts what is asked:
 * "seond" may be second or send. Without exactly one such word there is no correction.
 */
function chosen(word: string, near: readonly string[], restricts: (word: string) => boolean): string {
  if (near.length === 1) return near[0]!
  const form = near.some(restricts) ? (text: string) => text.split('').sort().join('') : withoutVowels
  const same = near.filter((candidate) => form(candidate) === form(word))
  return same.length === 1 ? same[0]! : word
}

/** The tokens with their words corrected; `raw` keeps what was typed. */
export function withCorrections(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  return tokens.map((token) =>
    token.kind === 'word' ? { ...token, text: corrected(token.text, vocabulary) } : token,
  )
}

/**
 * Edits between two words: letters that are added, left out, replaced, or swapped with their neighbour. Counts up to
 * `limit`; a larger distance is `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
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
