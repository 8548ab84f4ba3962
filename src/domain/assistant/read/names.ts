import { GAME_ALIASES } from '../../draws/game-names.ts'
import type { Game } from '../../draws/games.ts'
import { OPERATORS } from '../../draws/operators.ts'
import { rawOf, type Token } from './tokens.ts'
import { itemAt } from '../../base/lists.ts'

/**
 * What a name refers to: `game:KEY`, `operator:NAME`, `doubt:KEY,KEY` for a name with more than one reading, `stranger:`
 * for a game that is not among those of the product, `zero-six:` for 06, which is a game and a number.
 */
type Target = string

/** Spellings of players besides the keys, names and aliases of the games. */
const SPELLINGS = byName({
  peoples: 'people s',
  inter: 'intl, inter national',
  clubmaster: 'club masters',
  msp: 'monday msp, mon special, monday special msp',
  lucky_G: 'luckyg, lky, lucky tue, lucky tues, lucky g lucky tuesday',
  midweek: 'mid',
  fortune: 'ftn, fortune thursday',
  bonanza: 'bnz, fri bonanza',
  national: 'nat, weekly national',
  aseda: 'asheda, sun aseda, sunday asheda',
})

/** Other lotteries that players ask for. None of them is among the 18 games. */
const STRANGERS = `tota, mark ii, mark 2, mark two, vag, enugu, fair chance, fairchance, royal, powerball, power ball, mega millions,
  mega million, euromillions, euro millions, uk lotto, uk 49, uk 49s, lunchtime, teatime, set lotto, setlotto, golden chance lotto, golden chance,
  green lotto, greenlotto, western lotto, wesco, easywin, daywa, noon rush, obiri, mega jackpot, euro jackpot, eurojackpot`

/** Names with more than one reading, and the games and operators that they may mean. */
const DOUBTS: Readonly<Record<string, readonly string[]>> = {
  lucky: ['lucky_G'],
  premier: ['king', OPERATORS.premier],
  special: ['msp'],
  'the special': ['msp'],
  club: ['clubmaster'],
  master: ['clubmaster'],
}

const OPERATOR_NAMES = byName({
  [OPERATORS.ghana]: 'ghana, ghanaian, gh, nla, ghana nla, nla ghana, ghana lotto',
  [OPERATORS.premier]:
    'premier lotto, premier loto, premier games, premier game, premier draws, baba ijebu, baba ijebu lotto, ijebu, nigeria, nigerian',
})

/** The other names of each key, separated by commas, as keys by name. */
function byName(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, list]) => list.split(', ').map((name) => [name, key])),
  )
}

/** Names by their words. */
export interface Names {
  targets: ReadonlyMap<string, Target>
  /** Every word of every name, for the correction of misspellings. */
  words: readonly string[]
  longest: number
}

const spoken = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The names of the games that players see, of their operators, and of games that are not among them. */
export function namesOf(games: readonly Pick<Game, 'key' | 'name' | 'operator'>[]): Names {
  const targets = new Map<string, Target>()
  for (const name of STRANGERS.split(',')) targets.set(spoken(name), 'stranger:')
  for (const [name, keys] of Object.entries(DOUBTS)) targets.set(name, `doubt:${keys.join(',')}`)
  for (const [name, operator] of Object.entries(OPERATOR_NAMES)) targets.set(name, `operator:${operator}`)
  const known = new Set(games.map(({ key }) => key))
  const add = (name: string, key: string) => {
    if (!known.has(key) || spoken(name) === '') return
    targets.set(spoken(name), `game:${key}`)
    targets.set(spoken(name).replace(/ /g, ''), `game:${key}`)
  }
  for (const { key, name, operator } of games) {
    for (const part of [key, name, ...name.split(/[()]/)]) add(part, key)
    if (operator === OPERATORS.premier) add(`premier ${name}`, key)
  }
  for (const [name, key] of Object.entries({ ...GAME_ALIASES, ...SPELLINGS })) add(name, key)
  if (known.has('06')) {
    targets.set('06', 'zero-six:')
    for (const name of ['game 06', 'game o6']) targets.set(name, 'game:06')
  }
  const words = [...new Set([...targets.keys()].flatMap((name) => name.split(' ')))]
  return {
    targets,
    words: words.filter((word) => /^[a-z]{3,}$/.test(word)),
    longest: Math.max(...[...targets.keys()].map((name) => name.split(' ').length)),
  }
}

/** Joins the words of names to one token each. A day in front of its own game, "Sunday Aseda", is part of the name. */
export function joinNames(tokens: readonly Token[], { targets, longest }: Names): Token[] {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length;) {
    const found = nameAt(tokens, i, targets, longest)
    if (found) {
      const raw = rawOf(tokens.slice(i, i + found.length))
      joined.push({ ...itemAt(tokens, i), kind: 'name', text: found.target, raw })
    } else joined.push(itemAt(tokens, i))
    i += found?.length ?? 1
  }
  return joined
}

/** "lucky number" is no game. */
const NOT_A_NAME = new Map([
  ['lucky', /^(?:number|numbers|num|nums|day)$/],
  ['special', /^(?:number|numbers)$/],
])

function nameAt(tokens: readonly Token[], at: number, targets: Names['targets'], longest: number) {
  for (let length = longest; length > 0; length--) {
    const part = tokens.slice(at, at + length)
    if (
      part.length < length ||
      part.some(({ stop, kind }, i) => (i > 0 && stop) || !(kind === 'word' || kind === 'number'))
    )
      continue
    const name = part
      .map(({ text }) => text)
      .filter((text) => text !== 'dash')
      .join(' ')
    const target = targets.get(name)
    if (!target || itemAt(part, 0).text === 'dash' || itemAt(part, length - 1).text === 'dash') continue
    if (NOT_A_NAME.get(name)?.test(tokens[at + length]?.text ?? '')) continue
    return { target, length }
  }
  return null
}
