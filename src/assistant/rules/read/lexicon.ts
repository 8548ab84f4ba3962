import { present } from '../../../platform/rules/base/lists.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { type Vocabulary, vocabularyOf, DECLINED_WORDS } from './spelling.ts'
import type { Part } from './items.ts'
import { type Token, NUMBER_WORDS, ORDINALS, type Names, namesOf } from './tokens.ts'
import { PERIOD_WORDS, SHORT_PERIOD_WORDS } from './periods.ts'
import { SLOT_PHRASES, type SlotPhrase } from './phrases.ts'

/**
 * What the words of a question are about. A question has an answer only if its intent permits every mark in it, so no
 * word that was read is dropped. Patterns are separated by semicolons; see `lexicon.ts`.
 */
const MARK_PATTERNS = {
  /** How many times a number comes. */
  COUNT: `how many times|time; how often|frequently; how many times|time reach; reach how many times|time; number of times|time;
    no of times|time; total number of times; total times; times; frequency; count; tally; how many; no of; number of;
    total number of; how regularly; total count`,
  HOW_MANY_DRAWS: `reach how many draws|draw; how many draws|draw|results|events; number|no|count|total of? draws|results|events; total number of draws|results;
    how many $game draws|draw|results|events; in how many $game? draws|draw; no|number of $game draws|results; draw count; draws|results count`,
  HOW_MUCH: 'how much; wetin i go collect; wetin i go win',
  HOW_LONG: 'how long; how far back; for how long; tey how many draws|draw',
  COME: `@come out|up?; come|came|coming out|up; turn|turned|turns up; been|was drawn; been out`,
  WIN: 'win; wins; won; winner',
  WHEN: `when; @what weekday; on? @what day of the? week; what|which day|date; on? which|what day|date; @what is|be|was the? date|day; date; day; days`,
  LAST: `last; lastly; last time|day|date; latest time|date; last seen; most recent time|date; most recently; recently;
    latest`,
  /** Each time that a number came. */
  DATES: `dates; @what dates; all|every the? dates|times|days; every time|date|day; list|history of dates; on? which|what dates`,
  /** The draw before the one of the question before. */
  EARLIER:
    'the? one before that|it?; @draw before that|it; before that one?; previous one; the? previous draw|result; one wey come before?',
  EARLIEST: `first time|day|date|draw|result; first @come; earliest; oldest; very first time; for the first time`,
  GAP: `how overdue; gap; gaps; current gap; draws|draw ago; since when; skips; waiting`,
  SINCE: 'since; ago',
  STAY: 'don pass; have|has passed; passed; stay|stayed how many draws|draw; stay|stayed|staying; gone without; been away; passed without',
  SLEEP: `sleep|sleeps|sleeping|asleep|slept; absent; missing; miss; missed; overdue; over due; out standing; outstanding; due; away; stayed away;
    stay away; dormant`,
  TEY: 'tey; tay; taaay; tey pass; tay pass; don tey pass',
  NEVER: 'never; no dey; not yet; never yet; without coming|playing|showing|dropping|appearing|being drawn?',
  LONGEST:
    'longest; longest gap; longest time; long pass; the longest time?; longest without; longest absence; longest absences; absences|absence',
  WHICH_BOX: '@what box; in @what position|place|spot|slot',
  TOGETHER: `together; the? same draw|result|event; in the? same draw; same $game draw|result; one|single $game? draw|result;
    a single draw; same time; at once; jointly; same line; join`,
  /** "Pair", which also says together. */
  PAIR: '',
  HAD: 'had; contain; contains; contained; containing; carry; carried; both',
  WITH: 'with; alongside; along with; plus; join with; beside',
  COMPANION: `companion; companions; pair|pairs with|of|for; pairs best with; best pair|pairs of|for|with;
    come|comes|came along with; go|goes with`,
  AFTER: 'after; right|immediately|just|directly? after; later; after that; afterwards',
  FOLLOW: `follow|follows|followed|following am?; follow enter; follow come; follow am enter|come`,
  FOLLOWED_BY: 'followed by; was|is followed by',
  BRING: 'bring|brings|brought|bringing; give|gives|gave|favours|favors; pull|pulls; carry come; call|calls',
  NEXT_DRAW: `very? next $game? draw|event; following $game? draw|event; next time; very? next draws; draw that follows|followed; draw wey follow; next day draw`,
  NEXT: 'next; upcoming; soonest',
  THEN: 'then; and then',
  BEFORE: 'before',
  BETWEEN: 'between',
  NOT: 'not; no',
  IF: 'if; whenever; anytime; any time; once',
  MOST: `most; most often|times|frequently; pass; pass all; pass others; mostly; more than others|any; the? most times; best`,
  HOT: `hot; hottest; most? frequent; frequently drawn|played; most? common; commonest; most? popular; most drawn|played|frequent|regular;
    most @come; highest times; highest frequency; most appearances`,
  TOP: 'top',
  LEAST: `least; fewest; small pass; least often|frequent|frequently|drawn|played|common|times|popular; rarest; rare; rarely; cold; coldest;
    lowest times; lowest frequency; less pass; fewest times|appearances; few pass; no dey come|play|drop|show well`,
  RESULT: `result; results; outcome; outcomes; score; scores; result of|for`,
  WHAT: '@what; how e take|be; which one|ones; which of; wetin',
  WHICH_ONE: 'which one; which of them',
  WHO: 'who',
  PRO: 'pro plan? per|a|for? month|year; pro; the? pro plan|subscription|package|version',
  BASIC: 'basic plan? per|a|for? month|year; basic; the? basic plan|subscription|package|version',
  FREE: 'the? free plan|subscription|package|version',
  LAPPING: 'lapping; lapping number|numbers; lapping of numbers; knocking; knocking number|numbers',
  NUMBER: 'number; ball; num',
  NUMBERS: 'numbers; balls; nums; digits',
  DRAW: 'draw; drawing; draws; drawings',
  HELD: 'held; hold; recorded; record|records have; on record; in the? record|records|history|database; available; stored; happen; happened; take place; took place; happen say',
  TIME: 'what time; which time; time; times of; hour; when time; what hour',
  CLOSE: 'close; closes; closing; end|ends; lock|locks; start|starts; begin|begins; cut off',
  SCHEDULE: `schedule; timetable; time table; calendar; fixture; fixtures; draw days|times|time|day; playing days; game|games times|time;
    closing time|times; opening; programme; program`,
  WHICH_GAMES:
    '@what game|games; in|for @what game|games; @what game|games i fit|can play; how many games|game; @what be|is|are the? game|games',
  GAMES: 'games; game',
  BOX_WORD: 'box; boxes',
  EVENT_WORD: 'event; events; ev',
  CHANCE: `chance|chances|odds|probability of winning; chance; chances; odds; odd of; probability; likelihood; how likely; likely; possibility; prob; one in how many; 1 in how many`,
  PICK: `getting; having; pick; picks; picked; choose; chosen; select; guess; i pick|choose|select; get|gets|got right; correct; correctly; right; match; matches; matching`,
  AMONG_FIVE:
    'among; amongst; among the? five|5; in the? five|5; one of the? five|5; among the? winning? numbers|balls|five|5; among the? winning|machine? five|5',
  PAYS: 'enter my hand|pocket; pay; pays; paid; pay out; payout; pay outs; collect; winnings; return|returns; earn; make; prize; win amount; collect how much',
  COST: 'cost; costs; price; total cost; money; spend',
  LINES: 'line; lines; how many @line; number|no of @line; ticket lines; a|per|each|every line; combinations',
  PERM: 'perm; perms; perming; permed; permutation; permutations; permute; permutate',
  AGAINST: 'against; against game|bet',
  AGAINST_ALL:
    'against all; against others; against the rest; against all others|numbers; against the|all other numbers; against everything',
  STAKE: 'stake; staked; staking; bet; bets; betting; put; play with; per bet; gamble; wager',
  SUM: 'sum; sums; add up; adds up; added up; total; totals; total of; sum total; sum of|for; addition; add up to; total sum',
  AVERAGE: 'average; avg; on average; typical',
  HIGHEST: 'highest; biggest; largest; max; maximum; greatest; high pass',
  LOWEST: 'lowest; smallest; min; minimum; low pass',
  ODD: 'odd; odds and evens; odd number|numbers|ball|balls',
  EVEN: 'even; evens; even number|numbers|ball|balls',
  ENDING: `ending; endings; last digit|digits; final digit|digits; end digit|digits; ending digit; unit digit; end number|numbers`,
  COMPARE: 'compare; comparison; versus; vs; comparing; compare to|with; difference between; v',
  MORE: 'more; more often|times|frequently; more than; more often|frequently than; better; pass am; higher',
  LESS: 'less; fewer; less often|frequently|times; less than; fewer times; lesser',
  THAN: 'than',
  MEANS: `mean; means; meaning; meaning of; define; definition; definition of; explain; explanation; wetin dem dey call; wetin be the meaning of;
    what does $n? mean; interpret; describe`,
  HELP: `help; @what can|fit you do|answer; @what do you do; @what can|should|fit i ask you?; how do|can|to|must|should i? use you|this|it?;
    how i go take|fit? ask|use you? question|questions?; how do|can|should|to i? ask you? question|questions?; how does this|it work; how you dey work; how e dey work;
    @what questions|question can|fit|do|should i|you ask|answer?; wetin you fit|sabi do|answer?; wetin you sabi; who are|be you; wetin you be;
    @what are you; what kind of? questions; how i go take use you|this|am?; show me example|examples; examples; example questions;
    how does this|the assistant|app|page work; @what you fit|can do|answer; how do|can you help; wetin i fit ask you?`,
  CHART: `chart; chart relatives|relative|row; classification chart?; relatives; relations; relative; relation; all relatives; classification`,
  CHART_WORKS: `classification? chart|charts reading|relatives|relations? dey|really|ever|even|still|actually|truly|fit|go? work|works|working|worked;
    classification? chart|charts na|is|be|are? true|real|reliable|accurate|legit|useful|fake|scam;
    classification? chart|charts dey|really|ever|can|fit? predict|predicts; trust|believe the|this|that|your|una? classification? chart|charts;
    @what chart? column|columns dey? work|works best?; chart? column|columns dey|really? work|works`,
  /** "Is counterpart real": one column of the chart. */
  COLUMN_WORKS: '',
  TURN_TO: 'turn to; turns to; turn into; turns into; dey turn; turn; turns',
  INVERSE: 'whose; of|for which|what|wetin number?',
  SAME: 'same; same one',
  FUTURE: `will; going to; gonna; go @come; go @come come?; shall; about to; go; go win; go enter; go be`,
  POLITE_REQUEST: 'can|could you? help me; help me with?; give|gimme|send|drop|share me?; give us',
  THAT_GAME: 'that|this game; the same game',
  THAT: 'that number; this number; the same number',
  TIP: `tip; tips; predict; predicts; prediction; predictions; forecast; forecasts; forecasting; sure|lucky|fixed|correct|winning? sure number|numbers;
    formula; winning formula; secret; trick; dream; dreams; dreamt; dreamed; guarantee; guaranteed; surest; sharp; should i|we play|stake|bet;
    i|we go play; make i play|stake|bet; number|numbers|which to play; for me to play; best number|numbers|banker|bankers|game|two|three|bet; good number|numbers|banker; strong number|banker|numbers;
    likely to come|play|drop|enter|win; most likely; lucky number|numbers; sure banker|banka|bankers; sure two|three|game|games; number|numbers for today|tonight|tomorrow;
    chance|chances to win today|tonight; best chance; to win today|tonight; real number|numbers; winning ticket; cut number|numbers; i fit play`,
  FOLLOW_UP: 'nko; what about; how about; and what|how about; what of; how of',
} as const

export type Mark = keyof typeof MARK_PATTERNS

/** Marks from a text: "COUNT RESULT MOST". Throws if a word of it is no mark. */
export function marks(text: string): readonly Mark[] {
  return text.split(' ').map((word) => {
    if (!(word in MARK_PATTERNS)) throw new Error(`No mark: ${word}`)
    return word as Mark
  })
}

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
} as const satisfies WordClasses

/** Words that change nothing: articles, pronouns, auxiliaries, prepositions, polite words. */
export const FILLERS: ReadonlySet<string> = new Set(
  list(`a an the this these those of in on for at to from as is are was were be been being am do does did done has
  have had having i you me my your we us our it its e he she they them their dem wey dey don na say that so there please
  pls plz abeg oya o oo ooo biko ehn eh oga bros hi hello hey thanks thank ok okay well now tell find get gets
  got see check know want wan need like let lets can could would fit just only also too and or any some
  one  all ever yet already lotto lottery kindly ah sef sha self still out up into through right dash slash
  than if about shey shebi abi ke una inside usually normally during throughout`),
)

/** Words that restrict which balls or draws are meant. */
const CONDITION_WORDS =
  list(`machine winning last box boxes position without not never with together same within
  exactly least most less more either both odd even`)

/** Words that ask for something at the beginning of a question. */
export const REQUESTS: ReadonlySet<string> = new Set(['show', 'list', 'display', 'print'])

/**
 * A small language for phrases: words, `a|b` for either word, `@name` for a class of words, `$n` for a number, `$ord` for
 * an ordinal, `$game` for a game, and `?` behind an element that may be left out.
 */
interface Pattern {
  elements: readonly Element[]
}

interface Element {
  words: ReadonlySet<string>
  capture: 'n' | 'ord' | 'game' | null
  optional: boolean
}

interface Match {
  length: number
  captures: Token[]
}

type WordClasses = Readonly<Record<string, readonly string[]>>

function compilePattern(text: string, classes: WordClasses): Pattern {
  const elements = text
    .trim()
    .split(/\s+/)
    .map((part): Element => {
      const optional = part.endsWith('?')
      const body = optional ? part.slice(0, -1) : part
      const capture = body.startsWith('$') ? (body.slice(1) as Element['capture']) : null
      const words = capture
        ? []
        : body.split('|').flatMap((word) => (word.startsWith('@') ? present(classes[word.slice(1)]) : [word]))
      return { words: new Set(words), capture, optional }
    })
  return { elements }
}

/** The words that a pattern names. */
const wordsOf = ({ elements }: Pattern): string[] => elements.flatMap(({ words }) => [...words])

/** The words that a pattern may begin with; `$` for a number or a game. */
function startsOf({ elements }: Pattern): string[] {
  const first = elements.findIndex(({ optional }) => !optional)
  const starts = elements.slice(0, first < 0 ? elements.length : first + 1)
  return [...new Set(starts.flatMap(({ words, capture }) => (capture ? ['$'] : [...words])))]
}

const CAPTURED: Record<'n' | 'ord' | 'game', (token: Token) => boolean> = {
  n: ({ kind }) => kind === 'number',
  ord: ({ kind }) => kind === 'ordinal',
  game: ({ kind, text }) => kind === 'name' && /^(?:game|zero-six):/.test(text),
}

const fits = ({ words, capture }: Element, token: Token): boolean =>
  capture ? CAPTURED[capture](token) : token.kind !== 'name' && words.has(token.text)

/** The longest match of a pattern that begins at a token. */
export function matchAt({ elements }: Pattern, tokens: readonly Token[], at: number): Match | null {
  const match = (element: number, i: number, captures: Token[]): Match | null => {
    const wanted = elements[element]
    if (!wanted) return i > at ? { length: i - at, captures } : null
    const token = tokens[i]
    const isHere = token !== undefined && (i === at || !token.stop) && fits(wanted, token)
    const taken = isHere ? match(element + 1, i + 1, wanted.capture ? [...captures, token] : captures) : null
    return taken ?? (wanted.optional ? match(element + 1, i, captures) : null)
  }
  return match(0, at, [])
}

/** A phrase and what it stands for. */
interface Phrase {
  /** Of two phrases of one length the one with the lower order counts. */
  order: number
  pattern: Pattern
  read: SlotPhrase[1]
}

/** Everything that the assistant knows of words. */
export interface Lexicon {
  /** Phrases by the word that they begin with; `$` for those that may begin with a number or a game. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
  names: Names
  vocabulary: Vocabulary
}

const patternsOf = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => compilePattern(part, CLASSES))

const markPhrases = (Object.keys(MARK_PATTERNS) as Mark[]).map((mark): SlotPhrase => {
  const part: Part = { is: 'mark', mark }
  return [MARK_PATTERNS[mark], (_, games) => [part, ...games.map((key): Part => ({ is: 'game', key }))]]
})

const PHRASES: readonly Phrase[] = [...SLOT_PHRASES, ...markPhrases]
  .flatMap(([text, read]) => patternsOf(text).map((pattern) => ({ pattern, read })))
  .map((phrase, order) => ({ ...phrase, order }))

function byFirstWord(): Map<string, Phrase[]> {
  const index = new Map<string, Phrase[]>()
  for (const phrase of PHRASES)
    for (const word of startsOf(phrase.pattern)) index.set(word, [...(index.get(word) ?? []), phrase])
  return index
}

const PHRASE_INDEX = byFirstWord()

const known = new WeakMap<readonly unknown[], Lexicon>()

/** The lexicon for a list of games. It is compiled once per list. */
export function lexiconOf(games: readonly Game[]): Lexicon {
  const found = known.get(games)
  if (found) return found
  const names = namesOf(games)
  const words = [
    ...PHRASES.flatMap(({ pattern }) => wordsOf(pattern)),
    ...PERIOD_WORDS,
    ...NUMBER_WORDS,
    ...ORDINALS.keys(),
    ...names.words,
    ...DECLINED_WORDS,
    'naira',
    'ev',
  ]
  const lexicon = {
    phrases: PHRASE_INDEX,
    names,
    vocabulary: vocabularyOf(
      words,
      [...FILLERS, ...REQUESTS, ...SHORT_PERIOD_WORDS],
      [...names.words, ...PERIOD_WORDS, ...CONDITION_WORDS],
      [...NUMBER_WORDS, ...ORDINALS.keys()],
    ),
  }
  known.set(games, lexicon)
  return lexicon
}
