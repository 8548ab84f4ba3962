import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('styles/', import.meta.url)

/** The selectors of a style sheet. */
const selectorsOf = (css: string) =>
  Array.from(css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};@]+)\{/g), ([, selector]) =>
    selector!.trim(),
  )

/** Links and buttons by their element alone: without a class of theirs, inside something else, and not a cell's own link. */
const BARE = /(?<!(?:td|th|\))\s*>\s*)(?<=[\s>+~(])(?:a|button)(?![\w.[#-])/

const isBare = (selector: string) => BARE.test(selector.replaceAll(/:is\(td, th\)/g, 'td').replace(/^&/, ''))

// A dialog or another feature inside has links and buttons too: ".around button" made a main button green on green.
test('no rule of a feature styles each link or button inside it', () => {
  const found = readdirSync(FOLDER).flatMap((file) =>
    selectorsOf(readFileSync(new URL(file, FOLDER), 'utf8')).flatMap((list) =>
      list
        .split(/,(?![^(]*\))/)
        .filter((selector) => isBare(selector.trim()))
        .map((selector) => `${file}: ${selector.trim()}`),
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ['.around button', true],
  ['.around > a:last-child', true],
  ['.segments a:focus-visible', true],
  ['.desk-page :is(a, button, input)', true],
  ['a', false],
  ['button', false],
  ['.year td > a::after', false],
  ['.year td:nth-child(n + 8) > a', false],
  ['.draw-row a.ball', false],
  ['a.ball.b40::after', false],
  ['.around .share-draw', false],
])('tells such a rule: %s', (selector, expected) => {
  expect(isBare(selector)).toBe(expected)
})
