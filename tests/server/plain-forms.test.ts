// The forms of the screens without script: each sends itself, and its answer is a page with the values.
import { beforeAll, expect, test } from 'vitest'
import { OWN_CHOICE_SENTENCE } from '../../src/statistics/rules/lab/scope.ts'
import { linksOf, textOf } from '../support/html.ts'
import { contentOf, formsOf, type PlainForm } from '../support/plain-forms.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

const server = testServer()
let free: Visitor
let pro: Visitor

beforeAll(async () => {
  const admin = await server().as('admin')
  for (const [date, winning, machine] of [
    ['2023-10-02', [45, 12, 7, 4, 5], [8, 20, 30, 40, 50]],
    ['2024-10-07', [1, 7, 3, 45, 20], [21, 22, 23, 24, 8]],
  ] as const)
    expect((await admin.post('/api/admin/draws', { game: 'diamond', date, winning, machine })).status).toBe(
      201,
    )
  free = await server().as('free')
  pro = await server().as('pro')
})

const has = (...names: string[]) => {
  return ({ fields, buttons }: PlainForm) =>
    names.every((name) => [...fields, ...buttons].some(([own]) => own === name))
}

/** Opens a page and sends one of its forms by GET. @returns the address and its page */
async function sent(
  visitor: Visitor,
  path: string,
  isWanted: (form: PlainForm) => boolean,
  typed?: Record<string, string | string[]>,
) {
  const form = formsOf((await visitor.get(path)).text).find(isWanted)
  expect(form?.method).toBe('get')
  const [action, hash = ''] = form!.action.split('#') as [string, string?]
  const address = `${action}?${contentOf(form!, typed)}`
  const { status, text } = await visitor.get(address)
  expect([address, status]).toEqual([address, 200])
  return { address, hash, html: text, text: textOf(text) }
}

test('the search finds a number, and each row that is added keeps its own choices', async () => {
  const one = await sent(free, '/dashboard/past-results', has('number'), { number: '07', game: 'diamond' })
  expect(one.text).toContain('"7" in Any box (winning) is found 2 time(s).')
  const added = await sent(free, one.address, has('number', 'rows'), { rows: '2' })
  expect(
    formsOf(added.html)
      .find(has('number'))!
      .fields.filter(([name]) => name === 'number'),
  ).toHaveLength(2)
  const two = await sent(free, `${one.address}&rows=2`, has('number'), { number: ['7', '8'] })
  expect(two.text).toContain('No "8" found in Any box (winning) yet.')
  expect(two.text).toContain('"7" in Any box (winning) is found 2 time(s).')
  expect(linksOf(two.html).some((link) => link.includes('year=2023'))).toBe(true)
})

test('the chart marks the number that was looked for, at the address of its row', async () => {
  const { html, hash } = await sent(free, '/dashboard/classification', has('number'), { number: '77' })
  expect(hash).toBe('found')
  expect(html).toMatch(/<tr id="found"><th scope="row"><a [^>]*aria-current="true"[^>]*>77</)
})

test('Day Result shows the chosen date, and Check for new results keeps it', async () => {
  const { address, text } = await sent(free, '/dashboard/day-result', has('date'), { date: '2023-10-02' })
  expect(text).toContain('Mon 2 Oct 2023')
  expect(text).toContain('45 - 12 - 7 - 4 - 5')
  const again = await sent(free, address, ({ fields, buttons }) => buttons.length + fields.length === 1)
  expect(again.address).toBe('/dashboard/day-result?date=2023-10-02')
})

test.each(['/dashboard', '/dashboard/number/7', '/dashboard/past-results', '/dashboard/prediction'])(
  'Free can check for new results on %s',
  async (path) => expect(textOf((await free.get(path)).text)).toContain('Check for new results'),
)

test('a ticket is checked', async () => {
  const typed = { number: '45', bet: 'banker', draw: 'diamond.2023-10-02' }
  const { text } = await sent(free, '/dashboard/ticket', has('bet', 'draw'), typed)
  expect(text).toContain('You won ₦96,000')
})

test('the assistant lists questions, and each is a link to its answer', async () => {
  const asked = 'how many times 45 diamond'
  const { html, text } = await sent(free, '/dashboard/ai', has('question'), { question: asked })
  expect(text).not.toContain('2 times in')
  const question = 'How many times has 45 come in Diamond?'
  const link = linksOf(html).find((address) => address.includes('chosen=') && address.includes('45'))!
  const answer = await free.get(link)
  expect(textOf(answer.text)).toContain(question)
  expect(textOf(answer.text)).toContain('2 times in 2 draws')
})

test('a figure of the lab takes its number and the chosen draws', async () => {
  const path = '/dashboard/statistics?figure=followers'
  const number = await sent(pro, path, has('number'), { number: '45' })
  expect(number.text).toContain('45 came in')
  const days = { from: '2023-01-01', to: '2023-12-31' }
  const { text, html } = await sent(pro, number.address, has('from', 'to'), days)
  expect(text).toContain(OWN_CHOICE_SENTENCE)
  expect(formsOf(html).flatMap(({ fields }) => fields)).toContainEqual(['number', '45'])
})
