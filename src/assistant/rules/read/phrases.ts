import { COLUMNS } from '../../../draws/rules/classification/classification.ts'
import { parseAddress } from '../answer/address.ts'
import { BET_KEYS } from './types.ts'
import type { Concept } from './lexicon.ts'
import type { Part } from './parts.ts'

/**
 * Phrases that name a thing: patterns, and what they stand for as a part of an address. `$1` and `$2` are the numbers of
 * the pattern, `$bet` is the bet on so many numbers, `+name` a concept, `-` nothing, and `?` something that no question has.
 */
const TABLE = `
first|1st @box?; first|1st number => box=first_box
second|2nd @box?; second|2nd number => box=second_box
third|3rd|center|centre|middle|mid @box?; third|3rd|center|centre|middle|mid number => box=center_box
fourth|forth|4th @box?; fourth|forth|4th number => box=forth_box
fifth|5th @box?; fifth|5th number; last @box; as last; as the? last number|ball; @box number|no? five|5 => box=last_box
@box number|no? one|1 => box=first_box
@box number|no? two|2 => box=second_box
@box number|no? three|3 => box=center_box
@box number|no? four|4 => box=forth_box
any|whichever @box; anywhere; any of the five|5; all|any boxes => -
machine side|five|5? => type=machine
winning side|five|5? => type=winning
as? winning number|numbers|side|set? or|and|slash in|as? machine number|numbers|side|set?;
  as? machine number|side? or|and|slash as? winning; both winning and|or machine; both machine and|or winning;
  both|either sets|set|sides|side; winning and also machine; either as? winning number? or as? machine => type=both

counterpart|counterparts|counter; counter part => relations=counterpart
bonanzas; bonanza number => relations=bonanza
malta|maltas => relations=malta
string key|keys|number?; stringkey => relations=stringKey
shadow|shadows => relations=shadow
partner|partners => relations=partner
enquivalent|equivalent|equivalents|enquivalents|equivalence => relations=enquivalent
code|codes => relations=code
turning|turnings number? => relations=turning
all the? chart? relatives|relations|columns|figures|numbers; chart relatives|row|line|numbers|figures|relations;
  relatives; full chart; whole chart row?; chart of; classification of|row => relations=$all

within|inside the? next|following? $n $game? draws|draw|games|events; any of the? next $n draws|games;
  in|for|over|during the? next|following $n $game? draws|games|events;
  next|following $n $game? draws|games|draw => within=$1 +nextdraw
in|within|over|during|for the? next|following? $n draws|games after => within=$1 +after
within the? next|following draw|game => within=1 +nextdraw
exactly? $n $game? draws|draw|games|events later|after|afterwards; exactly? $ord draw after|later;
  the? $ord next draw; after $n draws|games; $ord draw following => lag=$1 +nextdraw
second $game? draw after|later; second next draw => lag=2 +nextdraw
third $game? draw after|later; third next draw => lag=3 +nextdraw
draw|draws|game right|immediately|just|directly? after => +nextdraw +after
@last|recent $n $game? @draws|games|outings; $n @last|recent $game? @draws|games; $game @last $n @draws?;
  @last $n of $game; most recent $n $game? @draws? => period=last:$1
@last|recent $game? @draw|outcome; most recent $game? @draw; @newest $game; most recent $game; last|recent $game;
  newest; last|latest|newest one; the? most recent one; @newest outcome;
  @last $game? winning|machine? numbers|number => period=last:1
second to? the? last $game? @draw|game; last but one $game? @draw; penultimate $game? @draw;
  second newest|latest $game? @draw; second most recent $game? @draw;
  @draw before the? @last $game? @draw|one?; the? one before the? @last $game? @draw? => period=last:1:1
third to? the? last $game? @draw; third newest|latest $game? @draw => period=last:1:2
@last $n times|dates|appearances; $n @last times|dates|appearances => ?
event|ev|draw number|no|num $n; event|ev|events $n; serial number|no? $n; $ord event => period=event:$1:1

top|best $n numbers|number|balls? => top=$1 +top
top|first|the? $n companions|mates|pairs => top=$1 +companion
$n hot|hottest|common|commonest|frequent|popular numbers|number?;
  $n most hot|frequent|common|drawn|played|popular numbers|number?;
  hot|hottest|frequent|common|popular $n numbers?; most frequent|common|drawn|played $n numbers? => top=$1 +hot
$n cold|rare|coldest|rarest numbers|number?; $n least drawn|frequent|common|played? numbers|number?;
  cold|coldest|rarest $n numbers|number?; least drawn|frequent|common|played? $n numbers? => top=$1 +least
$n most? overdue|sleeping numbers|number?; most? overdue|sleeping $n numbers|number? => top=$1 +sleep
one|1 different|given|chosen|picked|single|particular? number|ball => top=1 +number
$n different|given|chosen|picked|single|particular? numbers|balls; $n machine|winning numbers|balls => top=$1 +numbers
a|any single|given|particular|certain? number => +number

one|1 direct|nap; nap|direct one|1; first ball direct => bet=one-direct
one|1|single|a? banker|bankers => bet=banker
one|1 sure|straight|sures => ?
$n dash? sure|direct|straight|nap|sures|directs; nap|direct|straight $n => bet=$bet
$n dash? sure|direct|straight|nap|sures|directs; nap|naps|direct|sure|straight => ?
$n naira|bucks a|per|each|every? line|perm|lines?; stake of? $n; $n stake|staked; naira $n => stake=$1
$n slash|out? of|from my|the|any|these|different|given? $n numbers|number|balls?;
  $n in my|the|these $n numbers|balls?; at least|atleast $n out? of|from my|the|any|these? $n numbers|number|balls? =>
  choose=$1 of=$2
perm $n with|by|dash|slash|in|for? $n => choose=$1 of=$2 +perm
of|from|in|with|choose|pick|picked|play|select my|the|these? $n numbers => of=$1
at least|atleast $n => choose=$1
$n against|vs|versus $n => against=$1x$2
one|1|a? banker? against all|others|everything others|numbers?; one|1|a? banker? against the rest;
  against the|all other numbers => against=1x89

the? pro plan|subscription|package|version? per|a|for? month|year? => term=pro
the? basic plan|subscription|package|version? per|a|for? month|year? => term=basic
the? free plan|subscription|package|version => term=free
lapping|knocking of? number|numbers? => term=lapping
event => term=event
your|the|una forecasts|predictions; record of? forecasts|predictions => term=forecasts
classification? chart dey|really|ever|even|still|actually? work|works|working|true|real;
  trust|believe the|this|your? chart; chart na|is true|real => term=chart

that|this game; the? same game; each|every game|day|week|draw; one|same|single day|week; the? same game|day|week;
  $n draws|games|day|days|week|weeks|month|months|year|years|hour|hours|minute|minutes|people|results|times|time;
  $n consecutive|straight|lines|line; second|third|fourth|fifth|2nd|3rd|4th|5th time|times|date; first|second|third $n;
  on the? first|second|third|fourth|fifth; $ord week|day;
  second|third|fourth|fifth|2nd|3rd|4th|5th most|hot|hottest|least|cold|coldest|overdue|rarest|common|frequent|popular|highest|best;
  first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th $game? draw|draws|game|day|days|week|month|half|quarter|year|result|results|part => ?
give|send|drop|share me|us; the? whole of?; any|every single game; overall; in general; across the? board;
  in|for|across? all|every|any of? the? 18|eighteen? games|game; all games together => -
good|gud morning|afternoon|evening|day sir|ma|boss|all?; how far; how now; my people; so far; ever since; in total;
  till|until|to date|now|today; up till|until now; of? all time; altogether; since the? beginning|start; in the? past;
  well done; happy sunday|new|weekend => -
`

const ALL = COLUMNS.map(([key]) => key).filter((key) => key !== 'number')

/** A phrase: its patterns, and the parts that it stands for; null if its numbers do not fit. */
export interface Phrase {
  patterns: string
  read: (numbers: readonly number[]) => Part[] | null
}

/** What the right side of a row means. */
function partsOf(meaning: string, [first = 0, second = 0]: readonly number[]): Part[] | null {
  const words = meaning
    .replace('$1', String(first))
    .replace('$2', String(second))
    .replace('$bet', BET_KEYS[first] ?? '')
    .replace('$all', ALL.join())
    .split(' ')
  const parts = words.flatMap((word): Part | Part[] => {
    if (word === '-' || word === '?') return { is: word === '-' ? 'filler' : 'unknown' }
    return word.startsWith('+') ? { is: 'concept', concept: word.slice(1) as Concept } : []
  })
  const things = words.filter((word) => word.includes('='))
  const found = parseAddress(['ask=count', ...things].join('&'))
  if (!found) return null
  const { box, type, relations, against, period, ...slots } = found.slots
  const isEvent = period !== undefined && 'event' in period
  return [
    ...(box ? [{ is: 'box', box } as const] : []),
    ...(type ? [{ is: 'type', type } as const] : []),
    ...(relations ? [{ is: 'relations', keys: relations } as const] : []),
    ...(against ? [{ is: 'against', a: against[0], b: against[1] } as const] : []),
    ...(isEvent ? [{ is: 'event', n: period.event } as const] : []),
    ...Object.entries({ ...slots, ...(!isEvent && period && { period }) }).map(([key, value]): Part => ({
      is: 'set',
      slots: { [key]: value },
    })),
    ...parts,
  ]
}

export const SLOT_PHRASES: readonly Phrase[] = TABLE.replace(/(;|=>)\n/g, '$1 ')
  .split('\n')
  .filter((row) => row !== '')
  .map((row) => {
    const [patterns = '', meaning = ''] = row.split(' => ').map((side) => side.trim())
    return { patterns, read: (numbers) => partsOf(meaning, numbers) }
  })
