import type { MatchOptions, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'

/** A password that an attacker finds within fewer guesses is refused. Eight random characters need as many. */
const FEWEST_GUESSES = 1e8

/** A Nigerian phone number, with or without the country, also in groups. People know those of each other. */
const PHONE = /(?:\+?234|0)[ .-]?[789](?:[ .-]?\d){9}/g
const PHONE_GUESSES = 10_000

let loaded: Promise<ZxcvbnFactory> | undefined

/** The lists are large, so they are loaded with the first password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ MatcherBaseClass, ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  class Matching extends MatcherBaseClass {
    match({ password }: MatchOptions) {
      return [...password.matchAll(PHONE)].map(({ 0: token, index: i }) => ({
        pattern: 'phone',
        token,
        i,
        j: i + token.length - 1,
      }))
    }
  }
  const feedback = () => ({ warning: 'Phone numbers are easy to guess.', suggestions: [] })
  // Surnames and the words of an encyclopedia would double memory and time, and refuse hardly any other password.
  const { 'lastnames-en': _names, 'wikipedia-en': _words, ...dictionary } = english.dictionary
  const { translations } = english
  return new ZxcvbnFactory(
    {
      dictionary: { ...common.dictionary, ...dictionary },
      graphs: common.adjacencyGraphs,
      translations: {
        ...translations,
        warnings: { ...translations.warnings, userInputs: 'Your name and our words are easy to guess.' },
      },
      l33tMaxSubstitutions: 4,
      maxLength: LOGIN_LIMITS.judgedCharacters,
    },
    { phone: { Matching, scoring: () => PHONE_GUESSES, feedback } },
  )
}

/**
 * Why a password is easy to guess, as a sentence; null if it is not. It recognizes common passwords and words, names, rows of
 * keys, sequences, repeats, dates and phone numbers, also with letters replaced by digits and signs.
 * @param known words that belong to the user or to this product
 */
export async function passwordWeakness(password: string, known: readonly string[]): Promise<string | null> {
  const { guesses, feedback } = (await (loaded ??= load())).check(password, [...known])
  return guesses < FEWEST_GUESSES ? (feedback.warning ?? 'This password is easy to guess.') : null
}
