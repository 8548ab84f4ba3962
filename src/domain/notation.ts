import { LIMITS } from './limits.ts'

/** The two sets of a draw as a person wrote them, each number as its digits. */
export interface WrittenSets {
  winning: string[]
  machine: string[]
}

const LABEL = /\b(w(?:inning|in)?|m(?:achine|ach|ac)?)\b(?:\s*(?:numbers?|nos?)\b)?\s*[:=.–-]*/gi
/** A whole number; the ".0" of a spreadsheet belongs to it where no further number follows a point. */
const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:\.0+(?![\d.]))?/g) ?? []).map((number) => number.replace(/\..*/, ''))

/** Whether a line of text begins with the label of a set, as in `W: 1 2 3 4 5`. */
export const startsWithLabel = (text: string) => text.search(LABEL) === 0

const hasWords = (text: string) => /\p{L}/u.test(text)

/**
 * Reads the numbers of a draw in any usual notation: spaces, commas, dashes, one a line, two lines, a slash between the
 * sets, or labels as in `W: 1 2 3 4 5 M: 6 7 8 9 10`. Whether they are numbers from 1 to 90 is for `parseDraw` to say.
 * Null when the text holds words that are no labels, or more than ten numbers.
 */
export function readNumbers(text: string): WrittenSets | null {
  const sets = labelled(text) ?? unlabelled(text)
  return sets && sets.winning.length <= LIMITS.ballsPerSet && sets.machine.length <= LIMITS.ballsPerSet
    ? sets
    : null
}

function labelled(text: string): WrittenSets | null {
  const labels = [...text.matchAll(LABEL)]
  if (labels.length === 0 || text.slice(0, labels[0]!.index).trim() !== '') return null
  const sets: WrittenSets = { winning: [], machine: [] }
  for (const [i, label] of labels.entries()) {
    const part = text.slice(label.index + label[0].length, labels[i + 1]?.index)
    const type = label[1]!.toLowerCase().startsWith('w') ? 'winning' : 'machine'
    if (hasWords(part) || sets[type].length > 0) return null
    sets[type] = numbersIn(part)
  }
  return sets
}

function unlabelled(text: string): WrittenSets | null {
  if (hasWords(text)) return null
  const parts = text
    .split(/[/|;\r\n]+/)
    .map(numbersIn)
    .filter((numbers) => numbers.length > 0)
  const [first, second] = parts
  if (parts.length === 2 && first!.length === LIMITS.ballsPerSet) return { winning: first!, machine: second! }
  const all = numbersIn(text)
  if (all.length === 0) return null
  return { winning: all.slice(0, LIMITS.ballsPerSet), machine: all.slice(LIMITS.ballsPerSet) }
}
