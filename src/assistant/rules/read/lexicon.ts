import { itemAt } from '../../../platform/rules/base/lists.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { type Vocabulary, vocabularyOf } from './spelling.ts'
import type { Part } from './parts.ts'
import { inDigits, ORDINALS, type Token, type Names, namesOf } from './tokens.ts'
import { PERIOD_WORDS, SHORT_PERIOD_WORDS } from './periods.ts'
import { type Phrase, SLOT_PHRASES } from './phrases.ts'

/** What words are about, besides things: word lists in English and Pidgin. Patterns are separated by semicolons. */
const CONCEPT_PATTERNS = {
  count: `reach? how many times|time reach?; how often|frequently|regularly; number|no of times|time; total number? of? times|count|appearances;
    times; frequency; count; tally; how many; no|number of; appearances`,
  drawcount: `reach? in? how many $game? draws|draw|results|events; number|no|count|total of? $game? draws|results|events; total number of draws|results;
    draw count; draws|results count`,
  howmuch: 'how much; wetin i go collect|win',
  howlong: 'for? how long; how far back; tey how many draws|draw',
  come: '@come out|up?; come|came|coming out|up; turned|turns up; been|was drawn; been out',
  did: 'did',
  win: 'win; wins; won',
  when: `when; on? @what weekday; on? @what day of the? week; on? what|which day|days|date|dates; @what is|be|was the? date|day; date; day`,
  last: 'last; lastly; last|latest time|date; last day; last seen; most recent time|date; most? recently; latest; last|latest|most recent|appearance appearance',
  first: 'first time|day|date; first @come; earliest; oldest; for? the? very? first time',
  gap: 'how overdue; current? gap; gaps; draws|draw ago; since when; skips; waiting',
  since: 'since; ago',
  stay: 'don pass; have|has? passed; stay|stayed how many draws|draw; stay|stayed|staying; gone without; been away; passed without',
  sleep:
    'sleep|sleeps|sleeping|asleep|slept; absent; missing; miss|missed; overdue; over due; outstanding; due; away; stay|stayed away; dormant',
  tey: 'tey; tay; taaay; don? tey|tay pass; for? long; for long; long time; since longest?; a while',
  never: 'never; no dey; not|never yet; without coming|playing|showing|dropping|appearing|being drawn?',
  longest: 'the? longest; longest gap|time|without|absence; long pass; absence',
  together: `together; in? the? same $game? draw|result|event; in? one|single $game? draw|result; a single draw; same time; at once; jointly; same line; join;
    pair|pairs|combo|combination`,
  both: 'both',
  each: 'each',
  with: 'had; contain|contains|contained|containing; carry|carried; with; alongside; along with; plus; join with; beside',
  companion:
    'companion|companions; pair|pairs with|of|for; pairs best with; best pair|pairs of|for|with; come|comes|came along with; go|goes with',
  after: 'right|immediately|just|directly? after; later; after that; afterwards',
  follow: 'follow|follows|followed|following am? enter|come?',
  followedby: 'was|is? followed by',
  bring: 'bring|brings|brought|bringing; give|gives|gave|favours|favors; pull|pulls; carry come; call|calls',
  nextdraw: `very? next|following $game? draw|event|draws; next time; draw that|wey follow|follows|followed; next day draw`,
  next: 'next; upcoming; soonest',
  thereafter: 'and? then',
  between: 'between',
  not: 'not; no',
  or: 'or',
  if: 'if; whenever; anytime; any time; once',
  most: 'the? most often|times|frequently|well?; pass all|others?; mostly; more than others|any; highest; best',
  hot: `hot; hottest; frequent; frequently drawn|played; most? common|frequent|popular|regular; commonest; most drawn|played; most @come;
    highest times|frequency; most appearances`,
  top: 'top',
  least: `least often|frequent|frequently|drawn|played|common|times|popular?; fewest times|appearances?; small|less|few pass; rarest; rare; rarely; cold; coldest;
    lowest times|frequency; no dey come|play|drop|show well`,
  result: 'result|results of|for?; outcome|outcomes; score|scores',
  what: '@what; how e take|be; how e be; which one|ones|of',
  number: 'number; ball; num',
  numbers: 'numbers; balls; nums; digits; every|each number; all numbers',
  draw: 'draw|draws; drawing|drawings',
  held: `held; hold; recorded; record|records have; on record; in the? record|records|history|database; in|for your record|records|data|database;
    available; happen|happened; take|took place; happen say`,
  time: '@what|which time|hour; time; times of; hour; when time',
  close: 'close|closes|closing; end|ends; lock|locks; start|starts; begin|begins; cut off',
  schedule: `schedule; timetable; time table; calendar; fixture|fixtures; draw days|times|time|day; playing days; game|games times|time;
    closing time|times; opening; programme; program`,
  whichgame: 'in|for? @what game|games; @what game|games i fit|can play; @what be|is|are the? game|games',
  game: 'games; game',
  chance:
    'chance|chances|odds|probability of? winning?; odd of; likelihood; how? likely; possibility; prob; one|1 in how many',
  pick: 'getting; having; i? pick|picks|picked|choose|chosen|select; guess; get|gets|got right; correct|correctly; right; match|matches|matching',
  among: 'among|amongst the? winning? numbers|balls|five|5?; in the? five|5; one of the? five|5',
  pays: `enter my hand|pocket; pay|pays|paid out?; payout; pay outs; collect how? much?; winnings; return|returns; earn; make; prize; win amount`,
  cost: 'total? cost|costs; price; money; spend',
  lines: 'line|lines; number|no of @line; ticket lines; a|per|each|every line; combinations',
  perm: 'perm|perms|perming|permed; permutation|permutations; permute|permutate',
  against: 'against game|bet?',
  stake: 'stake|staked|staking; bet|bets|betting; put; per bet; gamble; wager',
  bettor: 'i|we play|stake|bet; if i play|stake|bet; play',
  compare: 'compare to|with?; comparison; versus; vs; comparing; difference between; v',
  more: 'more often|times|frequently|frequent? than?; pass am; better',
  less: 'less|fewer often|frequently|times? than?',
  than: 'than',
  means: `mean|means; meaning of?; define; definition of?; explain; explanation; wetin dem dey call; wetin be the meaning of; interpret; describe`,
  help: `help; @what can|fit|sabi you do|answer; @what do you do; @what can|should|fit i ask you?; how do|can|to|must|should i? use you|this|it|the? thing|app|assistant?;
    how i go|fit take? use you|this|am|it thing|app?; how i go|fit take? ask you? question|questions?; how do|can|should|to i? ask you? question|questions?;
    how does this|it|the assistant|app|page? work; how you|e dey work; @what questions|question can|fit|do|should i|you ask|answer?;
    @what you fit|can|sabi do|answer?; who are|be you; wetin you be; @what are you; what kind of? questions; show me? examples|example; examples; how do|can you help`,
  chart: 'classification? chart; relatives; relations; relative; relation; classification',
  turnto: 'dey? turn|turns to|into?',
  future: 'will; going to; gonna; go @come come?; shall; about to; go; go win|enter|be',
  tip: `tip|tips; predict|predicts; prediction|predictions; forecast|forecasts|forecasting; sure|lucky|fixed|correct sure? number|numbers; winning? formula; secret; trick;
    dream|dreams|dreamt|dreamed; guarantee|guaranteed; surest; sharp; should i|we play|stake|bet; i|we go play; make i play|stake|bet; number|numbers|which to play;
    for me to play; best number|numbers|banker|bankers|game|two|three|bet; good|strong number|numbers|banker; likely to come|play|drop|enter|win; most likely;
    sure banker|two|three|game|games; number|numbers for today|tonight|tomorrow; chance|chances to win today|tonight; best chance; to win today|tonight;
    real number|numbers; winning ticket; cut number|numbers; i fit play`,
  /** A day from today on; no words name it. */
  ahead: '',
  followup: 'nko; what|how about|of; and what|how about',
} as const

export type Concept = keyof typeof CONCEPT_PATTERNS
export const CONCEPTS = Object.keys(CONCEPT_PATTERNS) as Concept[]

const list = (words: string) => words.trim().split(/\s+/)

/** Classes of words that phrases name as `@class`. */
const CLASSES = {
  /** All of these say that a number is drawn. */
  come: list(`come came comes coming play plays played playing drop drops dropped dropping enter entered enters entering
    show shows showed shown showing fall falls fell fallen falling comot comots jam jams jammed appear appears appeared
    appearing appearance appearances drawn drew hit hits hitting land lands landed occur occurs occurred surface surfaced
    seen`),
  draw: list('draw result event game'),
  draws: list('draw draws result results event events'),
  number: list('number numbers ball balls num nums digits'),
  box: list('box boxes ball position place spot slot'),
  last: list('last latest newest recent previous past'),
  newest: list('latest newest recent'),
  next: list('next following'),
  what: list('what wetin which'),
  is: list('is are be was were na'),
  pass: list('pass most'),
  line: list('line lines'),
  with: list('with wit in by on'),
} as const

/** Words that change nothing: articles, pronouns, auxiliaries, prepositions, greetings. None of them may restrict. */
export const FILLERS: ReadonlySet<string> = new Set(
  list(`a an the this these those of in on for at to from as is are was were be been being am do does done has
  have having i you me my your we us our it its e he she they them their dem wey dey don na say that so there please
  pls plz abeg oya o oo ooo biko ehn eh oga bros boss sir madam hi hello hey thanks thank ok okay well now tell find gets
  see we check know wan want need like let lets can could would fit just only also too and some ever yet already lotto lottery
  kindly ah sef sha self still out up into about shey shebi abi ke una inside any all show list display print send gimme`),
)

const CAPTURES: Readonly<Record<string, string>> = {
  $n: String.raw`(\d+)`,
  $ord: String.raw`(\d+)(?:st|nd|rd|th)`,
  $game: String.raw`(game:\w+|zero-six:)`,
}

/**
 * A small language for phrases: words, `a|b` for either word, `@name` for a class of words, `$n` for a number, `$ord` for
 * an ordinal, `$game` for a game, and `?` behind an element that may be left out.
 */
function compiled(text: string): RegExp {
  const elements = inDigits(text)
    .split(/\s+/)
    .map((part) => {
      const body = part.replace('?', '')
      const words = body.replace(/@(\w+)/g, (_, name: string) =>
        CLASSES[name as keyof typeof CLASSES].join('|'),
      )
      const form = CAPTURES[body] ?? `(?:${words})`
      return part.endsWith('?') ? `(?:${form} )?` : `${form} `
    })
  return new RegExp(`^${elements.join('')}`)
}

const conceptPhrases = CONCEPTS.map((concept): Phrase => ({
  patterns: CONCEPT_PATTERNS[concept],
  read: () => [{ is: 'concept', concept }],
}))

const PHRASES = [...SLOT_PHRASES, ...conceptPhrases].flatMap(({ patterns, read }) =>
  patterns
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ pattern: compiled(part), read })),
)

/** The phrases that name a word; `#` those that name a number or a game, with which a phrase may begin too. */
const WORDS = new Map<string, number[]>()
PHRASES.forEach(({ pattern: { source } }, order) => {
  const named = source.match(/(?<![\\[$a-z])[a-z']+(?![a-z]*-z|:)/g) ?? []
  for (const word of new Set([...named, ...(/\d|\\[dw]/.test(source) ? ['#'] : [])]))
    WORDS.set(word, [...(WORDS.get(word) ?? []), order])
})

/** A token as phrases see it. They do not run across a stop. */
const shownAs = ({ text, stop }: Token, i: number) => `${stop && i > 0 ? ';' : ''}${text} `

const LONGEST_PHRASE = 12

/** The longest phrase that begins at a token; of several the first in the tables. */
export function phraseAt(tokens: readonly Token[], at: number) {
  const text = tokens
    .slice(at, at + LONGEST_PHRASE)
    .map(shownAs)
    .join('')
  let best: { parts: readonly Part[]; length: number } | null = null
  const [, word = '', other] = /^([a-z']*)(\S*)/.exec(text) ?? []
  const mayBegin = [...(WORDS.get(word) ?? []), ...(other ? (WORDS.get('#') ?? []) : [])]
  for (const order of mayBegin.sort((a, b) => a - b)) {
    const { pattern, read } = itemAt(PHRASES, order)
    const match = pattern.exec(text)
    const length = match ? match[0].split(' ').length - 1 : 0
    if (!match || length <= (best?.length ?? 0)) continue
    const captures = match.slice(1).filter((found) => found !== undefined)
    const numbers = captures.filter((found) => /^\d/.test(found)).map(Number)
    // Inside a phrase for games, such as "last 06 result", 06 is the game.
    const games = captures
      .filter((found) => /:/.test(found))
      .map((found): Part => ({ is: 'game', key: found.replace('zero-six:', 'game:06').slice(5) }))
    const parts = read(numbers)
    if (parts) best = { parts: [...parts, ...games], length }
  }
  return best
}

/** Everything that the assistant knows of words. */
export interface Lexicon {
  names: Names
  vocabulary: Vocabulary
}

const known = new WeakMap<readonly unknown[], Lexicon>()

/** The lexicon for a list of games. It is compiled once per list. */
export function lexiconOf(games: readonly Game[]): Lexicon {
  const found = known.get(games)
  if (found) return found
  const names = namesOf(games)
  const exact = [...FILLERS, ...SHORT_PERIOD_WORDS, ...ORDINALS]
  const words = [...WORDS.keys(), ...PERIOD_WORDS, ...names.words, 'naira', 'ev']
  const lexicon = { names, vocabulary: vocabularyOf(words, exact) }
  known.set(games, lexicon)
  return lexicon
}
