import { COLUMNS } from '../../../draws/rules/classification/classification.ts'
import { DRAW_LIMITS, BOXES, type Box } from '../../../platform/rules/base/balls.ts'
import { type Relation, betOf } from './types.ts'
import type { Part } from './items.ts'

/** The parts that a phrase stands for, from its first number (NaN without one) and its games; null if the number does not fit it. */
export type SlotPhrase = readonly [
  patterns: string,
  read: (n: number, games: readonly string[]) => readonly Part[] | null,
]

const RELATIONS = COLUMNS.map(([key]) => key).filter((key): key is Relation => key !== 'number')

const mark = (name: Extract<Part, { is: 'mark' }>['mark']): Part => ({ is: 'mark', mark: name })
const box = (key: Box): Part => ({ is: 'box', box: key })
const game = (key: string | undefined): readonly Part[] => (key === undefined ? [] : [{ is: 'game', key }])
const boxNumber = (n: number): readonly Part[] | null => {
  const key = BOXES[n - 1]
  return key ? [box(key)] : null
}
const MOST_PLACES = 20
const MOST_DATES = 20
const steps =
  (is: 'within' | 'lag', ...more: readonly Part[]) =>
  (n: number, games: readonly string[]) =>
    n >= 1 && n <= 50 ? [{ is, n } as const, ...game(games[0]), ...more] : null
const lastDraws = (n: number, games: readonly string[]): readonly Part[] | null =>
  n >= 1 && n <= 999 ? [{ is: 'last-draws', n: n }, ...game(games[0])] : null
/** The second newest draw is 2. */
const earlierDraw =
  (place: number) =>
  (_: number, games: readonly string[]): readonly Part[] => [
    { is: 'last-draws', n: 1 },
    { is: 'skip', n: place - 1 },
    ...game(games[0]),
  ]
const bet = (k: number): readonly Part[] => {
  const key = k >= 2 ? betOf(k) : undefined
  return key ? [{ is: 'bet', bet: key }] : [{ is: 'unusable' }]
}

const ORDINAL_BOXES = [
  ['first|1st', 'first_box'],
  ['second|2nd', 'second_box'],
  ['third|3rd|center|centre|middle', 'center_box'],
  ['fourth|forth|4th', 'forth_box'],
  ['fifth|5th', 'last_box'],
] as const satisfies readonly (readonly [string, Box])[]

const BOX_PHRASES: SlotPhrase[] = [
  ...ORDINAL_BOXES.map(([words, key]): SlotPhrase => [`${words} @box?; ${words} number`, () => [box(key)]]),
  ['last @box; as last; as the? last number|ball', () => [box('last_box')]],
  ['mid box', () => [box('center_box')]],
  ['@box number|no? $n; @box number|no? $n', boxNumber],
  ['any|whichever @box; anywhere; any of the five|5; all boxes; any boxes', () => [{ is: 'any-box' }]],
]

const TYPE_PHRASES: SlotPhrase[] = [
  ['machine side?; machine five|5', () => [{ is: 'type', type: 'machine' }]],
  ['winning side?; winning five|5', () => [{ is: 'type', type: 'winning' }]],
  [
    `winning or|and|slash machine; machine or|and|slash winning; both winning and|or machine; both machine and|or winning;
     winning number|numbers? or|and machine; winning side? or|and machine side?; winning or|and in|as? machine; either winning or machine;
     both|either sets|set|sides|side; winning and also machine; as? winning or as machine; as? winning and as machine;
     machine or|and as? winning; either as? winning or as? machine; either as? winning number? or as? machine`,
    () => [{ is: 'type', type: 'both' }],
  ],
]

const RELATION_WORDS: Record<Relation, string> = {
  counterpart: 'counterpart; counterparts; counter part; counter',
  bonanza: 'bonanzas; bonanza number',
  malta: 'malta; maltas',
  stringKey: 'string key; stringkey; string; string keys; string number',
  shadow: 'shadow; shadows',
  partner: 'partner; partners',
  enquivalent: 'enquivalent; equivalent; equivalents; enquivalents; equivalence',
  code: 'code; codes',
  turning: 'turning; turnings; turning number',
}

/** "Counterpart dey work", "is malta real". */
const working = (words: string) =>
  words
    .split(';')
    .map((word) => `${word} dey|really|ever|na|still? work|works|working|true|real`)
    .join(';')

const RELATION_PHRASES: SlotPhrase[] = [
  ...RELATIONS.flatMap((key): SlotPhrase[] => {
    const column: Part = { is: 'relations', keys: [key] }
    return [
      [RELATION_WORDS[key], () => [column]],
      [working(RELATION_WORDS[key]), () => [column, mark('COLUMN_WORKS')]],
    ]
  }),
  [
    `all the? chart? relatives|relations; chart relatives|row|line|numbers|figures; all the? chart columns|figures|numbers; chart relations;
     all the? columns; relatives; full chart; whole chart row?; all chart row?; chart of; classification of|row`,
    () => [{ is: 'relations', keys: RELATIONS }],
  ],
]

const STEP_PHRASES: SlotPhrase[] = [
  [
    `within|inside the? next|following? $n draws|draw|games|events; in|for|over|during the? next|following $n draws|games|events; next|following $n draws|games;
     any of the? next $n draws|games; within $n $game draws|draw; within|in the? next|following $n $game draws; inside $n draw|draws; next $n $game draws|draw`,
    steps('within'),
  ],
  ['in|within|over|during|for the? next|following? $n draws|games after', steps('within', mark('AFTER'))],
  ['within the? next|following draw|game', () => [{ is: 'within', n: 1 }, mark('NEXT_DRAW')]],
  ['draw|draws|game right|immediately|just|directly? after', () => [mark('NEXT_DRAW'), mark('AFTER')]],
  [
    `exactly? $n draws|draw|games|events later|after|afterwards; exactly $n draws|games; exactly? $ord draw after|later; the? $ord next draw; after $n draws|games;
     exactly? $n draws|draw|games further on?; $ord draw following; exactly? $n $game draws later|after; the? $ord draw after|later; second draw after|later; `,
    steps('lag', mark('NEXT_DRAW')),
  ],
  ...(['second', 'third', 'fourth', 'fifth'] as const).map((word, i): SlotPhrase => [
    `${word} $game? draw after|later; ${word} next draw`,
    (_, games) => [{ is: 'lag', n: i + 2 }, ...game(games[0]), mark('NEXT_DRAW')],
  ]),
]

const LAST_PHRASES: SlotPhrase[] = [
  [
    '@last $n times|dates|appearances|occurrences|hits|days; most recent $n times|dates|appearances; $n @last times|dates|appearances; $n most recent times|dates|appearances',
    (n) => (n >= 1 && n <= MOST_DATES ? [{ is: 'top', n }, mark('DATES')] : [{ is: 'unusable' }]),
  ],
  [
    `second to? the? last $game? @draw|game; last but one $game? @draw; penultimate $game? @draw; second newest|latest $game? @draw;
     @draw before the? @last $game? @draw?; the? one before the? @last $game? @draw?; second most recent $game? @draw`,
    earlierDraw(2),
  ],
  ['third to? the? last $game? @draw; third newest|latest $game? @draw', earlierDraw(3)],
  [
    '$ord to? the? last $game? @draw; $ord newest|latest $game? @draw',
    (n, games) => earlierDraw(n)(n, games),
  ],
  [
    `@last $n @draws|games|drawings|outings; @last $n $game @draws|games; $n @last @draws|games; $n @last $game @draws; most recent $n @draws|games;
     most recent $n $game @draws; $n most recent @draws; $game @last $n @draws; @last $n of $game; most recent $n`,
    lastDraws,
  ],
  [
    `@last @draw; most recent @draw; @last $game @draw; most recent $game @draw; @newest $game; most recent $game; last $game; previous $game @draw;
     newest; last|latest|newest one; the? most recent one; @newest outcome; last outcome; @last winning @draw; last $game outcome; latest one; newest one`,
    (_, games) => [{ is: 'last-draws', n: 1 }, ...game(games[0])],
  ],
  [
    'event|ev|draw number|no|num $n; event|ev $n; events $n; serial number|no? $n; $ord event',
    (n) => (n >= 1 ? [{ is: 'event', n: n }] : null),
  ],
  // No ball: the number of a draw, as pages of results show it.
  ['draw $n', (n) => (n > DRAW_LIMITS.highestBall && n <= 999 ? [{ is: 'event', n }] : null)],
  [
    `same event last year; the same event last year; same event of|in? last|previous year; same event a|one year ago|before; same event the? year before;
     last year same event; same event number? last year; last year 's? same event; same event one year back`,
    () => [{ is: 'same-event' }],
  ],
]

/** Places of a ranked list; more than these are a number of the game: "Is 45 overdue". */
const top =
  (name: Parameters<typeof mark>[0]) =>
  (n: number): readonly Part[] | null =>
    n >= 1 && n <= MOST_PLACES ? [{ is: 'top', n: n }, mark(name)] : null
const setQuantity =
  (type: 'winning' | 'machine') =>
  (n: number): readonly Part[] | null =>
    n <= MOST_PLACES ? [{ is: 'quantity', n: n }, { is: 'type', type }, mark('NUMBERS')] : null
const quantity = (n: number): readonly Part[] | null =>
  n >= 1 && n <= MOST_PLACES ? [{ is: 'quantity', n: n }, mark('NUMBERS')] : null
/** "45 number" may be the number 45, but "90 numbers" are a list that is too long. */
const manyNumbers = (n: number): readonly Part[] | null =>
  n > MOST_PLACES && n <= DRAW_LIMITS.highestBall ? [{ is: 'unusable' }] : null

const RANK_PHRASES: SlotPhrase[] = [
  ['top|best $n numbers|number|balls?', top('TOP')],
  ['top|first|the? $n companions|mates|pairs', top('COMPANION')],
  ['pair|pairs|combo|combination', () => [mark('TOGETHER'), mark('PAIR')]],
  [
    `$n hot|common|frequent|popular numbers|number; $n hottest|commonest numbers|number?; $n most frequent|common|drawn|popular|played numbers|number?;
     hot|hottest $n numbers?; most frequent|common|drawn|played $n numbers?`,
    top('HOT'),
  ],
  [
    `$n cold|rare numbers|number; $n coldest|rarest numbers|number?; $n least drawn|frequent|common|played? numbers|number?; cold|coldest|rarest $n numbers|number?;
     least drawn|frequent|common|played? $n numbers|number?`,
    top('LEAST'),
  ],
  [
    '$n overdue|sleeping numbers|number; $n most overdue|sleeping numbers|number?; most? overdue|sleeping $n numbers|number?; $n longest sleeping numbers|number?',
    top('SLEEP'),
  ],
  ['$n numbers|number|balls; $n different|given|chosen|picked|single|particular numbers|number', quantity],
  ['$n numbers', manyNumbers],
  [
    'a|any|single|given|particular|certain number; a|any single|given|particular|certain number',
    () => [{ is: 'quantity', n: 1 }, mark('NUMBER')],
  ],
  ['$n machine numbers|balls', setQuantity('machine')],
  ['$n winning numbers|balls', setQuantity('winning')],
  ['most overdue; most sleeping; most due', () => [mark('SLEEP'), mark('MOST')]],
]

const BET_PHRASES: SlotPhrase[] = [
  ['one|1 direct|nap; nap|direct one|1; first ball direct', () => [{ is: 'bet', bet: 'one-direct' }]],
  ['$n sure|direct|straight|nap|sures|directs; $n dash sure|direct|straight; nap|direct|straight $n', bet],
  ['banker; one|1|single banker; a banker; bankers', () => [{ is: 'bet', bet: 'banker' }]],
  ['nap; naps; direct; sure; straight', () => [{ is: 'unusable' }]],
  [
    '$n naira|bucks; stake of? $n naira?; $n naira? a|per|each|every line|perm|lines; $n stake|staked; naira $n; $n naira each',
    (n) => [{ is: 'stake', n: n }],
  ],
]

const ENDING_PHRASES: SlotPhrase[] = [
  [
    `end|ends|ending|ended|finish|finishes|finishing with|in|on|by digit|number|the? $n; end|ends|ending with|in|on|by? $n; last|final digit @is? $n; last|final digit of $n;
     ending digit $n; finish|finishing|finishes with|in $n; end for $n`,
    (n) => (n <= 9 ? [{ is: 'digit', n: n }, mark('ENDING')] : null),
  ],
]

const SCOPE_PHRASES: SlotPhrase[] = [
  [
    `$n draws|games|day|days|week|weeks|month|months|year|years|hour|hours|minute|minutes|people|results;
     each|every game|day|week|draw; one|same|single game|day|week; the? same game|day|week; in my game`,
    () => [{ is: 'unusable' }],
  ],
  [
    `first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th $game? draw|draws|game|day|days|week|month|half|quarter|year|result|results|event|part|last|newest|latest;
     second|third|fourth|fifth|2nd|3rd|4th|5th to? last|time|times|date;
     first|second|third $n; on the? $ord; on the? first|second|third|fourth|fifth; $ord draw|draws|week|day|result|results`,
    (_, games) => [{ is: 'unusable' }, ...game(games[0])],
  ],
  [
    `all|every|any the? games|game; all of the? games; across all the? games|18; in|for all the? games|18?; all the? 18? games; every single game; all together games; overall; in general;
     any of the? games; whichever game; all 18 games; all eighteen games; across the? board; across games; across all games; which ever game`,
    () => [{ is: 'all-games' }],
  ],
  ['every|each number; all numbers', () => [mark('NUMBERS')]],
  [
    '$n times|time; at least $n times?; less|more than $n times|time; $n consecutive|straight draws|times',
    () => [{ is: 'unusable' }],
  ],
  [
    'good morning|afternoon|evening|day; so far; till|until|to date|now|today; up till|until now; of all time; all time; ever since; in total; altogether; since the? beginning|start; in the? past; on record; in the? record|history; in your? record|records|data|database',
    () => [{ is: 'filler' }],
  ],
]

/** Phrases with numbers and games in them, and those that name a slot. */
export const SLOT_PHRASES: readonly SlotPhrase[] = [
  ...BOX_PHRASES,
  ...TYPE_PHRASES,
  ...RELATION_PHRASES,
  ...STEP_PHRASES,
  ...LAST_PHRASES,
  ...RANK_PHRASES,
  ...BET_PHRASES,
  ...ENDING_PHRASES,
  ...SCOPE_PHRASES,
]
