import { expect, test } from 'vitest'
import { flatten } from './flat-styles.ts'

const flat = (code: string) => flatten(code, 'test.css').replace(/\s+/g, ' ').trim()

test.each([
  ['a registered variable', '.a { content: var(--tw-content) }', '.a { content: ""; }'],
  ['a calculation', '.a { margin: calc(1px * var(--tw-space-y-reverse)) }', '.a { margin: calc(1px * 0); }'],
  [
    'the style of a border',
    '.a { border-style: var(--tw-border-style); border-width: 1px }',
    '.a { border-width: 1px; }',
  ],
  [
    'a value that nothing reads',
    '.a { --tw-font-weight: 700; font-weight: 700 }',
    '.a { font-weight: 700; }',
  ],
  ['a registration', '@property --tw-content { syntax: "*"; inherits: false }', ''],
  ['the fallback for old browsers', '@layer properties { * { --tw-content: "" } }', ''],
])('%s is replaced or left out', (_, code, expected) => {
  expect(flat(code)).toBe(expected)
})

test('variables of the app stay', () => {
  const rule = '.a { --rows: 2; grid-row: span var(--rows); }'
  expect(flat(rule)).toBe(rule)
})

test('a variable without a known value ends the build', () => {
  expect(() => flat('.a { line-height: var(--tw-leading) }')).toThrow('Add the value of --tw-leading')
})
