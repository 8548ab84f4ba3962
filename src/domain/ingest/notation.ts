import { DRAW_LIMITS } from '../base/balls.ts'
import { itemAt } from '../base/lists.ts'

/** The two sets of a draw as written, each number as its digits. */
interface WrittenSets {
  winning: string[]
  machine: string[]
}

const LABEL = /\b(w(?:inning|in)?|m(?:achine|ach|ac)?)\b(?:\s*(?:numbers?|nos?)\b)?\s*[:=.–-]*/gi
/** Whole numbers. A ".0" of a spreadsheet is part of a number unless another number follows it. */
const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:\.0+(?![\d.]))?/g) ?? []).map((number) => number.replace(/\..*/, ''))

/** Whether a line of text begins with the label of a set, as in `W: 1 2 3 4 5`. */
export const startsWithLabel = (text: string) => text.search(LABEL) === 0

const hasWords = (text: string) => /\p{L}/u.test(text)

/**
 * Reads the numbers of a draw in any usual notation: spaces, commas, dashes, one per line, two lines, a slash between the
 * sets, or labels as in `W: 1 2 3 4 5 M: 6 7 8 9 10`. `parseDraw` checks their range.
 *
 * @returns null if the text has words that are not labels, or more than ten numbers
 */
export function readNumbers(text: string): WrittenSets | null {
  const sets = labelled(text) ?? unlabelled(text)
  return sets &&
    sets.winning.length <= DRAW_LIMITS.ballsPerSet &&
    sets.machine.length <= DRAW_LIMITS.ballsPerSet
    ? sets
    : null
}

function labelled(text: string): WrittenSets | null {
  const labels = [...text.matchAll(LABEL)]
  if (labels.length === 0 || text.slice(0, itemAt(labels, 0).index).trim() !== '') return null
  const sets: WrittenSets = { winning: [], machine: [] }
  for (const [i, label] of labels.entries()) {
    const part = text.slice(label.index + label[0].length, labels[i + 1]?.index)
    const type = itemAt(label, 1).toLowerCase().startsWith('w') ? 'winning' : 'machine'
    if (hasWords(part) || sets[type].length > 0) return null
    sets[type] = numbersIn(part)
  }
  return sets
}

function unlabelled(text: string): WrittenSets | null {
  if (hasWords(text)) return null
  const all = numbersIn(text)
  if (all.length === 0) return null
  return { winning: all.slice(0, DRAW_LIMITS.ballsPerSet), machine: all.slice(DRAW_LIMITS.ballsPerSet) }
}
