import type { DrawType } from '../../../platform/rules/base/balls.ts'

/** What a token of a written draw is. `doubt` has no role. */
export type Role =
  | 'day'
  | 'game'
  | 'label'
  | 'noDraw'
  | 'serial'
  | 'serialWord'
  | 'missing'
  | 'weekday'
  | 'noise'
  | 'number'
  | 'gap'
  | 'doubt'

export interface Token {
  role: Role
  text: string
  /** The set that a label begins. */
  set?: DrawType
  /** The digits of a number or a serial number; the key or the name of a game. */
  value?: string
}

/** Characters that change the order in which others are shown stay: what is read would not be what is seen. */
const UNSEEN = /(?![\n\t\u202b\u202e\u2067])[\p{Cc}\p{Cf}\ufe00-\ufe0f\u20e3]/gu
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu
/** Letters and digits in a circle or square are no decoration. */
const ENCLOSED = /[\u{1f100}-\u{1f1e5}]/u
const BOLD_RUN = /([*_`]*)(\d+(?:[*_`]+\d+)+)([*_`]*)/g
const BOLD = /(^|[^\p{L}\p{N}])[*_`]+|[*_`]+(?![\p{L}\p{N}])/gu
const STRUCK = /(^|[^\d])~(?!\d)/g

/**
 * One line of a chat as it is seen: digits of keycaps and other scripts of letters are plain, invisible marks vanish, emoji
 * are blanks. Marks of bold text vanish, too. Between digits they separate numbers only where they separate a whole set, each in the same way.
 */
export function asSeen(line: string): string {
  return line
    .replace(/[^\p{No}\p{Nl}]+/gu, (part) => part.normalize('NFKC'))
    .replace(UNSEEN, '')
    .replace(/(\d)[\u0300-\u0334\u0339-\u036f]+/g, '$1')
    .replaceAll('\u{1f51f}', ' 10 ')
    .replace(EMOJI, (emoji) => (ENCLOSED.test(emoji) ? emoji : ' '))
    .replace(BOLD_RUN, (_: string, before: string, digits: string, after: string) => {
      const [marks, numbers] = [digits.match(/[*_`]+/g)!, digits.split(/[*_`]+/)]
      const isSet = numbers.length === 5 || numbers.length === 10
      const isEven = marks.every((mark) => mark === marks[0]) && (before === '') === (after === '')
      return `${before}${numbers.join(isSet && isEven ? ' ' : '')}${after}`
    })
    .replace(BOLD, '$1')
    .replace(/[*`]/g, ' ')
    .replace(STRUCK, '$1 ')
    .trim()
}

/** Stands for a day, which is found before the other tokens. Chats have no control characters. */
export const DAY_MARK = '\u0001'

const END = '(?![\\p{L}\\p{N}])'
const OF_NUMBERS = `(?:\\s*(?:numbers?|nos?\\.?)${END})?`
const SERIAL_WORD = `(?:#|(?:(?:serial|s\\s*/\\s*n|sn|ev(?:ents?)?)(?:\\s*(?:numbers?|no))?|draw\\s+(?:number|no)|no(?=\\.))\\.?)`
const NOISE =
  "results?|draws?|lotto|lottery|games?|numbers?|nos|for|of|the|today(?:[’']?s)?|date|day|baba|ijebu|premier|ghana|nla|live|latest|official|is|are"
/** In the order in which they are tried. */
const ROLES: readonly [Role, string][] = [
  ['day', DAY_MARK],
  ['noise', `\\d{1,2}(?:[:.]\\d{2})?\\s?[ap]\\.?m${END}\\.?`],
  ['noDraw', `n\\s*o[\\s_-]*d\\s*r\\s*a\\s*w${END}`],
  ['label', `(?:(?<w>w)(?:in(?:ning|ners?|s)?|/?n)?|m(?:ac(?:h(?:ines?)?)?|c|/?n)?)${END}${OF_NUMBERS}`],
  ['serial', `${SERIAL_WORD}[\\s:.=-]*(?<serial>\\d+)${END}`],
  ['serialWord', `${SERIAL_WORD}(?![\\p{L}])`],
  ['missing', `(?:n/?a|null|nil|none)${END}`],
  ['weekday', `(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:day)?|yesterday(?:[’']?s)?)${END}`],
  ['noise', `(?:${NOISE})${END}`],
  ['number', `(?<number>\\d+)(?:\\.0+(?![\\d.]))?${END}`],
  ['gap', '[\\s,;:|/().\\[\\]{}"\'’‘“”«»•·!=\\u2010-\\u2015\\u2212-]+'],
  ['doubt', "[\\p{L}\\p{M}\\p{N}]+(?:['’_][\\p{L}\\p{M}\\p{N}]+)*|."],
]
const TOKEN = new RegExp(ROLES.map(([, form], i) => `(?<r${i}>${form})`).join('|'), 'iuy')

/**
 * The tokens of a text, each with its role; a token without one is a `doubt`.
 *
 * @param gameAt the game whose name begins a part of a text, with the length of the name. It is asked at each word until a
 *   game, a number or a word without a role was found
 */
export function tokensOf(
  text: string,
  gameAt: (part: string, isLabelled: boolean) => { game: string; length: number } | null = () => null,
): Token[] {
  const tokens: Token[] = []
  let isOpen = true
  for (let at = 0; at < text.length;) {
    const last = tokens[tokens.length - 1]
    const found = isOpen && /[\p{L}\p{N}]/u.test(text[at]!) ? gameAt(text.slice(at), isLabel(tokens)) : null
    const token = found
      ? { role: 'game' as const, text: text.slice(at, at + found.length), value: found.game }
      : tokenAt(text, at)
    if (['game', 'number', 'serial', 'doubt'].includes(token.role)) isOpen = false
    // A symbol without a role is named with what it is attached to.
    if (token.role === 'doubt' && last?.role === 'doubt') last.text += token.text
    else tokens.push(token)
    at += token.text.length
  }
  return tokens
}

const isLabel = (tokens: readonly Token[]) => tokens.some(({ role }) => role === 'label')

function tokenAt(text: string, at: number): Token {
  TOKEN.lastIndex = at
  const found = TOKEN.exec(text)
  const groups = found?.groups ?? {}
  const role = ROLES.find((_, i) => groups[`r${i}`] !== undefined)?.[0] ?? 'doubt'
  const value = groups.serial ?? groups.number
  const set = groups.w ? 'winning' : 'machine'
  return {
    role,
    text: found?.[0] ?? text[at]!,
    ...(value !== undefined && { value }),
    ...(role === 'label' && { set }),
  }
}
