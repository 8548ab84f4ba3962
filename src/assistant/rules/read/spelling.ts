import type { Token } from './tokens.ts'

/**
 * English words that resemble a word of the lexicon and mean something else. They are never taken for misspellings, so
 * that a condition such as "when the wind blew" is not read as "when it wins".
 */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `abort actor addition additional additions addressed adoption ads agreeable aids alon alone alter ambition amount
  amounts answers appeal appealing appearing appeasing appended appending appends assent assistance aster audition
  averages awaitable baby back backer backers bail bank banked banner banter bases bath beast beat beer before began
  begin bell bells belt benin besides beta bigon bike bill binding birthday bits bitter black blinding board boats
  bonds book booth boots bored borrows botch bots bought boxed boxer boxing branding bread brings bronze btree bust
  butter cage cake calc calling calm cam came camel cameo camp candied cane cape care carrier carries carry case cash
  cast casts causing cave cell certain certainly change changed changes channel channels charges charm charred
  charter charts chat chattr checks choices choose chooses choosing chose citation class clearing clone clones
  cloning closest cloud clue cluster coast coat coded coding cola cold collected collector collects coloring cols
  column columns coma comb coming comments commons compact company compare compared compares comparing comparisons
  compete competing compilation compilations compile compiling complying component compose compute computer computes
  computing confined confining conjoined consecutively constrain constrained contact contacted contacting contacts
  contain contained container containing contest continued continuing coping corrupt costa costume counted counters
  counties counting country counts court covered cream crypt curry curtain dare dares darling databases dated dates
  dawn dealing dealings defects defined defines definitions definitive deleted deletes described describes detects
  died dies differences different differently differing digests dinner dipping director directors directory discover
  display displayed displays does dos dose dots drab drag dragging drain draining dress dripping driven driver
  driving droop droplet dropout dropper drove drown earlier easier easiest easy eat election electron encodings
  endeared endearing ending enduring engines ensuring entering enticing entree even evening everything eviction
  examine execution explained explains explanations exploit failing fails failures fair fall false fanning fast
  fasting feather feature features feel feet felt fever fifty fight figure filed files filling fills film final
  finding finds fine finger finished fire fired firm first fish fix fixed fixes flaring flood flour flow flowed
  flowing flows fold folding fond food foot force ford fork form formal formed formulas fortunate found frame fresh
  friend fuel full fully funny further gage gale gate gave general generally generate generic goal goals goat god
  golden golf good goods govern governed governor governs greater greatest greed greet greeting gtest guard guest
  hack hacks half hall halt hana handled hands handy hang hans happens hard hardened hare hate have head heap heart
  heave held helps hence here hereunder hints hold holding holds hole holes holiday holidays holy honored hood hope
  host hosting hosts hour hours house hunger hunting ignored ignores immediate immediates income infer initial inner
  instead instruction intel intentional internal internet interpreted interpreter interprets into intro iron jake
  javascripts jaws john joins joint joke jones joss junk jury just kept kind kinds king kings kissed knew know known
  knows kung lack lacks lagos laid lamps lands lane lard large largely larger lash late latent later latter laugh
  laws layer lead lean lease leave lent less letter letters lick lies life lift light lime linen link links lint lion
  list lists lite litter live lived lives load loads loaf local logo lone long look looks loss lost lots loud love
  lover luck lung mach machinery machines made maker makers male mandy march marine marker markers market marks mask mass
  master masters matched matcher matchers mate matt matter matters meal meanings meat mechanic meeting mere merging
  mess messages meta metal meter metre middle mike mile mind minimal minor minute mips mirror misses misused moan
  mode model modes money monkey month moon more morning motor mouth move moved muse mute mystery naira name named
  nationals native nature near neat needed nene neon ness nest nett newer nice night nine noise none noon normal
  north nose notes numbered numbness occupied office older opened ounce ours outer outscore oven over overact overall
  overbill overfill overfull overhaul overkill overlap overlay overrun overtly pack packed packet packs page pager
  pages paid paint paired pairing pale palm paper parent parents paris park parsed parsing part particularly parts
  party passage passed passes passing past pasta paste pasted pasty patents patient pattern patterns paused paying
  peace pending people person picked picker pieces pill pink pisar place placed places placing plan plane planes
  planning plans plant plate plated plating player players plaything pleading please ploy plug point points pole poll
  pool poor poplar popped populace populate port portability porters porting portion position positional positions
  positive post posted postinst powder power powers prayed praying predicate predicates premature present presents
  president prettier preview previews previously prime primer prince print prints probe processstdin product
  production products programmer programmers programs promise prompts prone public pull pulled purple quarterly
  quartic question quick race rage rain rained raining rains rake ran range raster rate rates rather rationale reach
  reached react read reads ready real realm realtime recipes record recorded records red redaction reentry reformed
  regards regulation regulations relation reload rent reorder repeat repeated repeats replay report reported reports
  reset resets rest restart restarts rested result resulted resumes retains retorted return returned returns reward
  reword reworded rich ride rights ring rise rising road robe rose rotation rows rule rush rust sack safe sale sallah
  same sand sane save saved saying scanning scare scenic scheduled scheduler school science scone scope scopes
  scoping scored scorer scoring scorn scowling screen script scripts search season seat seconds secrets seek seem
  seen sees selects self sell selling sells send sending sends sense sent serve served servers serves setenv seven
  severe severity shade shaking shape sharding shared shares sharing shave sheep shell shells shines shining ship
  ships shirt shock shoe shoes shop shopping shore short should shout shower sick side silk silt silver simple sing
  single sink site sites sits size sizes skill skin skip sky sleeve slick slide slit slots slow small smaller smart
  smell smoke snake snare snore snoring snow soccer sock socks soft sold sole something song soon sore sort sorted
  soul sound south space spake spare speaking special specially specify sped speed speeding spell spelling spend
  spending spends spent spit spoke spore sport spring stack stacks stage stale stall stamps stand standard stands
  star stars start starts state stated states station stats stays steady steak steam steep steering step steps stick
  still stilt sting stone stood stool stop stops store storing storm storms story stowing strange stray street string
  strings strode strong stuck student stuff style subscribe subscribed such suck suds suffice sugar sulfate summer
  sun sunny supper surname surround sweep sweet swoosh swore systemd systems table tables take taken takes talk tall
  tame tape taxed teach team tells ten tenstral test text than thank them theme then thep there these thick thin
  thing things think thinks third thirsty this thorough those though thought thousands threw through throw thus tick
  ticket tickets tide tie tied till tilt timer timers tiny tired toast toddy told tone took tool top torn total touch
  tour tower town toys track trade train translated translates translator travel tree trees tricks tricky tried trip
  trough truck true trust truth tuned turned twice twin typical typically under unions unit united units unlit untie
  until upper used user using vary verb versus very video visit voice vote wage wages wait waited walk walking wall
  want wanted wanting wants war warm warnings waste wasting watch watcher water waters wave weak wear weather
  weddings weed week weep weight went west wet whale wham what wheat wheel where wherever whether while white whole
  wide width wild willing wincing wind window wine wing wings winking winter wipe wire wise wish wishes wishing witch
  within without woman women wood word words work worked working works world worm worse worst would write writing
  written wrong yeah yellow young yours zeros zone`.split(/\s+/),
)

const wordSet = (words: string) => new Set(words.trim().split(/\s+/))

/** Words about people and their data, which the assistant never shows. */
export const PERSONAL: ReadonlySet<string> =
  wordSet(`user users password passwords email emails phone customer customers account accounts
  subscriber subscribers username usernames bvn pin admin admins address addresses payments payment members member people's person`)

/** Words of other subjects. A question with one of them is not about the game. */
export const OFF_TOPIC: ReadonlySet<string> =
  wordSet(`weather football premiership chelsea arsenal president election governor song songs music movie film poem
  story joke jokes recipe food loan lend borrow dollar dollars bitcoin crypto stock stocks visa job jobs school exam news girlfriend boyfriend wife husband
  doctor medicine sick god pray prayer church mosque capital country translate code-review python javascript program essay letter homework math
  algebra instructions prompt system ignore delete database sql table select union script server hack`)

/** For the correction of misspellings. */
export const DECLINED_WORDS: readonly string[] = [...PERSONAL, ...OFF_TOPIC]

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
    if (!kept.has(word))
      byFirstLetter.set(word.charAt(0), [...(byFirstLetter.get(word.charAt(0)) ?? []), word])
  const known = new Set([...all, ...kept])
  return { words: known, byFirstLetter, strict: new Set(restricting), fixed: new Set(numbers) }
}

/** Edits that a misspelt word may have, by its length. Words of three letters are only corrected by the table. */
const editsOf = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2)

const withoutVowels = (word: string) => word.charAt(0) + word.slice(1).replace(/[aeiou]/g, '')

/**
 * The word of the vocabulary that a misspelt word means, or the word itself. The first letter must be right, and an
 * ordinary English word is never taken for a misspelling: a condition must not turn into another one.
 */
function corrected(word: string, vocabulary: Vocabulary): string {
  const found = nearest(word, vocabulary)
  return found !== word && vocabulary.fixed.has(found) && !SHORT_FORMS.has(word) ? word : found
}

function nearest(word: string, { words, byFirstLetter, strict, fixed }: Vocabulary): string {
  const short = SHORT_FORMS.get(word)
  if (short !== undefined) return short
  if (words.has(word)) return word
  if (ORDINARY_WORDS.has(word) || word.length < 3) return word
  const candidates = byFirstLetter.get(word.charAt(0)) ?? []
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
  return onlyOne(shortened) ?? word
}

/**
 * Of equally near words the one with the same letters, or with the same consonants if none restricts what is asked:
 * "seond" may be second or send. Without exactly one such word there is no correction.
 */
function chosen(word: string, near: readonly string[], restricts: (word: string) => boolean): string {
  const only = onlyOne(near)
  if (only !== undefined) return only
  const form = near.some(restricts) ? (text: string) => text.split('').sort().join('') : withoutVowels
  const same = near.filter((candidate) => form(candidate) === form(word))
  return onlyOne(same) ?? word
}

const onlyOne = (words: readonly string[]) => (words.length === 1 ? words[0] : undefined)

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
