import { formatDate } from '../../src/platform/rules/base/calendar.ts'
import type { LabAnswer } from '../../src/statistics/rules/lab/figure.ts'
import { LAB_FIGURES } from '../../src/statistics/rules/lab/figures.ts'
import { OWN_CHOICE_SENTENCE } from '../../src/statistics/rules/lab/scope.ts'
import { expect, heading, test } from './app.ts'

const PATH = '/dashboard/statistics'

test('the chart test comes first, and each of its 27 rows opens its draws; a figure loads when it is opened, its picture, table and method agree, and the page of all proofs has one verdict', async ({
  page,
  visit,
  ask,
}) => {
  await visit('pro', PATH)
  await expect(heading(page, 'Statistics')).toBeVisible()
  const { sentences, main, series } = (await ask('/api/lab/chart-test')) as LabAnswer
  await expect(page.getByRole('main').locator('b').first()).toHaveText(sentences[main]!)
  await expect(page.getByRole('main')).toContainText(sentences.filter((_, i) => i !== main).join(' '))

  expect(series.flatMap(({ marks }) => marks)).toHaveLength(27)
  const rows = page.getByRole('listitem').filter({ has: page.locator('.luck-row') })
  for (const [i, part] of ['Next draw', '2 later', '3 later'].entries()) {
    await page.getByRole('navigation', { name: 'When' }).getByRole('link', { name: part }).click()
    const { marks } = series[i]!
    const times = marks.map(({ count, expected }) => (count / expected).toFixed(2))
    await expect(rows).toHaveText(marks.map(({ label }, place) => label + times[place]))
    await expect(rows.nth(3).getByRole('img')).toHaveAccessibleName(
      new RegExp(`^${times[3]} times luck. Luck gives about 1.00, usually`),
    )
  }

  const cell = series[2]!.marks[4]!
  await rows.nth(4).getByRole('link').click()
  await expect(page.getByText(cell.sentence)).toBeVisible()
  const { cases } = (await ask(`/api/lab/chart-test/draws?mark=${cell.key}`)) as {
    cases: { date: Parameters<typeof formatDate>[0]; game: string; numbers: number[] }[][]
  }
  const [from, to] = cases[0]!
  const first = page.locator('main .rows').last().locator('li').first()
  await expect(first.getByRole('link', { name: formatDate(from!.date) })).toHaveAttribute(
    'href',
    `/dashboard/draw/${from!.game}.${from!.date}`,
  )
  await expect(first.locator('.ball-hit')).toHaveText([...from!.numbers, ...to!.numbers].map(String))
  await page.getByRole('link', { name: 'Back to the figure' }).click()
  await expect(rows).toHaveCount(9)

  await test.step('a figure loads when it is opened, its picture, table and method agree, and the page of all proofs has one verdict', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visit('pro', PATH)
    await page.getByRole('link', { name: new RegExp(`^${LAB_FIGURES.frequency.title}`) }).click()
    await expect(page.getByRole('heading', { name: LAB_FIGURES.frequency.question })).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/api/lab/'))).toEqual(['/api/lab/frequency'])

    const { series } = (await ask('/api/lab/frequency')) as LabAnswer
    const { marks } = series[0]!
    await expect(page.locator('main svg a')).toHaveCount(90)
    await page.getByText('Show the table').click()
    await expect(page.getByRole('row').locator('td:first-of-type')).toHaveText(
      marks.map(({ count }) => count.toLocaleString('en')),
    )
    await page.locator('main svg a').nth(19).click()
    await expect(page.getByText(marks[19]!.sentence)).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'How this is computed' }).click()
    await expect(heading(page, LAB_FIGURES.frequency.title)).toBeVisible()

    await test.step('the page of all proofs has one verdict, and its questions open their figures', async () => {
      await page.goto(PATH)
      await page.getByRole('link', { name: /^Are the draws fair\?/ }).click()
      await expect(heading(page, 'Are the draws fair?')).toBeVisible()
      const { sentences, proofs } = (await ask('/api/lab/fair')) as {
        sentences: string[]
        proofs: { question: string; proof: string }[]
      }
      await expect(page.getByRole('main').getByRole('status')).toHaveText(sentences.join(''))
      const rows = page.getByRole('main').locator('ol.rows > li')
      await expect(rows).toHaveCount(10)
      for (const [i, { question, proof }] of proofs.entries())
        await expect(rows.nth(i)).toContainText(question + proof)
      await page.getByRole('link', { name: proofs[3]!.question }).click()
      await expect(page.getByRole('heading', { name: LAB_FIGURES.pairs.question })).toBeVisible()
    })

    await test.step('draws of one’s own choice have counts and ranges, and no verdict', async () => {
      await page.goto(`${PATH}?figure=frequency`)
      await page.getByText('Choose the draws').click()
      await page.getByRole('checkbox', { name: 'Diamond' }).check()
      await page.getByRole('checkbox', { name: 'Metro' }).check()
      await page.getByLabel('Weekday').selectOption('Monday')
      await page.getByLabel('Winning or machine').selectOption('Machine')
      await page.getByRole('button', { name: 'Show these draws' }).click()
      await expect(page.getByRole('main')).toContainText(OWN_CHOICE_SENTENCE)
      await expect(page).toHaveURL(
        `${PATH}?figure=frequency&games=diamond%2Cmetro&weekday=monday&set=machine`,
      )
      await expect(page.getByRole('main')).not.toContainText(/unusual/i)
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)

      await test.step('a cell of the map of pairs opens the draws of its two numbers', async () => {
        await page.goto(`${PATH}?figure=pairs`)
        const map = page.locator('main svg svg')
        await map.scrollIntoViewIfNeeded()
        const box = (await map.locator('rect').last().boundingBox())!
        await page.mouse.click(box.x + (box.width * 32.5) / 90, box.y + (box.height * 6.5) / 90)
        await expect(page).toHaveURL(`${PATH}?figure=pairs&numbers=7-33`)
        await expect(page.getByRole('main').locator('b').first()).toContainText('7, 33: Came ')
      })
    })
  })
})
