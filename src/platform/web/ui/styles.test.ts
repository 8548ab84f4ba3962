import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesOf, reachedFrom, WEB } from '../../../../scripts/chunks.ts'
import { PAGES } from '../../../app/web/pages.ts'

const HERE = import.meta.dirname
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
  ['a', false],
  ['.year td > a::after', false],
  ['a.ball.b40::after', false],
  ['.around .share-draw', false],
])('tells such a rule: %s', (selector, expected) => {
  expect(isBare(selector)).toBe(expected)
})

test('nothing moves where people want no motion, except the slow spinner and what appears at once', () => {
  const sheets = readdirSync(FOLDER).map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))
  const always = sheets
    .join('\n')
    .replaceAll(/^@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?^\}/gm, '')
  expect(always.match(/(?<=(animation|transition): )\w+/g)).toEqual(['turn', 'appear'])
})

/** The modules that a module imports by value. */
const importedBy = (id: string): string[] =>
  Array.from(
    readFileSync(id, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'(\.[^']+\.tsx?)'/gm),
    ([, path]) => join(id, '..', path!),
  )

/** A stranger's pages have no such frame. */
const OWN_FRAME = join(WEB, 'layout/dashboard-layout.tsx')

// The class of a module that the sheet does not read is missing in states that no test opens.
test('the sheet of strangers reads each component of their pages', () => {
  const sheet = readFileSync(join(HERE, 'strangers.css'), 'utf8')
  const globs = Array.from(sheet.matchAll(/^@source '(.+)';/gm), ([, glob]) => join(HERE, glob!))
  const read = new Set(globSync(globs))
  const graph = {
    getModuleInfo: (id: string) => ({ importedIds: importedBy(id), dynamicallyImportedIds: [] }),
  }
  const seen = new Set([OWN_FRAME])
  for (const page of PAGES.filter(({ layout, script }) => layout === 'way-in' || !script))
    for (const id of modulesOf(page)) reachedFrom(graph, id, seen)
  const components = [...seen].filter((id) => id.endsWith('.tsx') && id !== OWN_FRAME)
  expect(components.length).toBeGreaterThan(50)
  expect(components.filter((id) => !read.has(id))).toEqual([])
})
