// Refuses private words where the field has a name (docs/writing.md). Run by `npm run check`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A pattern that plain English does not need, and what to write instead. */
const WORDS: readonly [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the actor: the player, the payer, staff'],
  [/\bsomebody\b/i, 'name the actor, or write "another user"'],
  [/\banew\b/i, 'again'],
  [/\bbefalls?\b/i, 'happens to'],
  [/\bpatience\b/i, 'timeout or retry interval'],
  [/\bbeforehand\b/i, 'in advance, or leave it out'],
  [/\b(?:is|are|was|were) told\b/i, 'name the message: shows, answers, notifies'],
  [/\btells? (?:it|them|him|nobody|of)\b/i, 'shows, reports, reveals'],
  [/\bst(?:ands?|ood) (?:in(?! for\b)|beside|above|below|behind|there|twice|still|for itself)\b/i, 'is'],
  [/\b(?:gives?|giving|given|gave) back\b/i, 'refund, release, restore'],
  [/\b(?:takes?|taking|taken|took) back\b/i, 'revoke, reverse'],
  [/\bholds? \S+ against\b/i, 'compares with'],
  [/\bamounts? to\b/i, 'maps to, equals'],
]

/** This page and this list quote the words that they replace. */
const EXEMPT = new Set(['docs/writing.md', 'scripts/check-words.ts'])

const TEXT = /\.(?:tsx?|mjs|md|css|sql)$/

/** Lists each line of the project's own text that uses a refused word. @returns null when there is none */
export function checkWords(): Promise<string | null> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split(
    '\n',
  )
  const found = files
    .filter((file) => TEXT.test(file) && !file.startsWith('migrations/') && !EXEMPT.has(file))
    .flatMap((file) => complaintsAbout(file, readFileSync(file, 'utf8')))
  return Promise.resolve(found.length === 0 ? null : found.join('\n'))
}

function complaintsAbout(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    WORDS.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0]
      return word ? [`${file}:${index + 1}: "${word}": ${instead}`] : []
    }),
  )
}
