import type { Page } from '@playwright/test'
import { formatDate, type LagosDate } from '../../src/platform/rules/base/calendar.ts'
import { binomial } from '../../src/draws/rules/luck/counts.ts'
import { centralRange } from '../../src/draws/rules/luck/distribution.ts'
import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'

interface Sample {
  draws: number
  from: LagosDate
  to: LagosDate
}

interface Range {
  low: number
  high: number
}

interface FrequentGame {
  id: string
  gameName: string
  draws: Sample
  counts: { number: number; count: number; byLuck: number }[]
  usual: { first: Range }
}

const between = ({ low, high }: Range) => (low === high ? `${low}` : `${low} to ${high}`)
const often = (count: number | string) => `${count} ${`${count}` === '1' ? 'time' : 'times'}`
const one = (value: number) => value.toFixed(1).replace(/\.0$/, '')
const roughly = (value: number) => (value >= 9.95 ? String(Math.round(value)) : one(value))
/** What a luck bar says. */
const luckOf = (said: string, mean: number, usual: Range) =>
  `${said}. Luck gives about ${roughly(mean)}, usually ${between(usual)}.`
const rankedText = ({ number, count }: { number: number; count: number }) => `${number}: ${often(count)}`

interface MovingGame {
  gameName: string
  now: { number: number; inARow: number }[]
  pairs: { total: number; sharing: number; expected: number }
  top: { number: number; count: number }[]
  draws: Sample
}

const sampleText = ({ draws, from, to }: Sample) => `${draws} draws, ${formatDate(from)} to ${formatDate(to)}`
/** The rows of the games. */
const rowsOf = (page: Page) => page.locator('.game-row')

test('frequent numbers: five per game with the values by luck, over the chosen draws; moving numbers: each game beside luck, and a game opens to what moves now', async ({
  page,
  visit,
  ask,
}) => {
  await visit('basic', '/dashboard/frequent-numbers')
  await expect(heading(page, 'Frequent Numbers (Premium)')).toBeVisible()
  const draws = page.getByLabel('Draws', { exact: true })
  const expectGames = async (window: string) => {
    const { frequentNumbers, years } = (await ask(`/api/frequentNumbers?window=${window}`)) as {
      frequentNumbers: FrequentGame[]
      years: number[]
    }
    expect(frequentNumbers).toHaveLength(18)
    await expect(draws).toHaveValue(window)
    await expect(draws.getByRole('option')).toHaveText([
      'Last 30 draws',
      'Last 100 draws',
      'All draws',
      ...years.map((year) => `Year ${year}`),
    ])
    await expect(rowsOf(page)).toHaveText(
      frequentNumbers.map(
        ({ gameName, draws, counts }) => `${gameName}${draws.draws} draws${counts.map(rankedText).join('')}`,
      ),
    )
    const [{ counts, usual }] = frequentNumbers as [FrequentGame]
    await expect(rowsOf(page).first().getByRole('img')).toHaveAccessibleName(
      luckOf(`The top number came ${often(counts[0]!.count)}`, counts[0]!.byLuck, usual.first),
    )
    return years
  }
  const years = await expectGames('100')
  for (const [choice, window] of [
    ['Last 30 draws', '30'],
    ['All draws', 'all'],
    [`Year ${years[1]}`, String(years[1])],
  ] as const) {
    await draws.selectOption(choice)
    await expect(page).toHaveURL(new RegExp(`window=${window}$`))
    await expectGames(window)
  }
  await page.reload()
  await expectGames(String(years[1]))
  await page.goBack()
  await expectGames('all')

  // The rows of a phone are 72 pixels high.
  const heights = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => (row as HTMLElement).offsetHeight),
  )
  expect(new Set(heights)).toEqual(new Set([72]))

  await test.step('all 90 numbers of a game are one tap away, also of the machine numbers and without script', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/dashboard/frequent-numbers?window=30')
    const set = page.getByLabel('Numbers', { exact: true })
    await set.selectOption('Machine')
    await expect(page).toHaveURL(/window=30&set=machine$/)
    await expect(set).toHaveValue('machine')
    expect(asked.filter((url) => url.includes('/frequentNumbers/'))).toEqual([])

    await page.getByRole('link', { name: 'Diamond', exact: true }).click()
    await expect(page).toHaveURL(/window=30&set=machine&game=diamond$/)
    const game = page.getByRole('region', { name: 'Diamond' })
    const expectCounts = async (query: string) => {
      const { counts, expected, usual } = (await ask(`/api/frequentNumbers/diamond?${query}`)) as {
        counts: number[]
        expected: number
        usual: Range
      }
      await expect(game.getByRole('listitem')).toHaveText(
        counts
          .map((count, i) => [i + 1, count] as const)
          .sort((a, b) => b[1] - a[1] || a[0] - b[0])
          .map(([number, count]) => new RegExp(`^${number} came ${often(count)}`)),
      )
      await expect(game).toContainText('Most often first.')
      if (expected < 5) await expect(game).toContainText('Too few draws to compare with luck.')
      else
        await expect(game.getByRole('img').first()).toHaveAccessibleName(
          luckOf(String(Math.max(...counts)), expected, usual),
        )
    }
    await expectCounts('window=30&set=machine')
    // A verdict would need all games and the whole history.
    await expect(game).not.toContainText(/unusual/i)
    await expectAccessible(page, 'all 90 numbers')

    await page.getByLabel('Draws', { exact: true }).selectOption('All draws')
    await expect(page).toHaveURL(/window=all&set=machine&game=diamond$/)
    await expectCounts('window=all&set=machine')
    await set.selectOption('Winning')
    await expectCounts('window=all')
    await page.getByRole('link', { name: 'All games' }).click()
    await expect(rowsOf(page).filter({ hasText: 'Gold' })).toBeVisible()

    const html = await (
      await page.request.get('/dashboard/frequent-numbers?window=all&set=both&game=diamond')
    ).text()
    expect(html.match(/>came </g)).toHaveLength(90)
  })

  await test.step('a failed load is shown, and can be repeated', async () => {
    await page.goto('/dashboard')
    await page.route('**/api/frequentNumbers*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('link', { name: 'Frequent Numbers' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load frequent numbers. Please try again later.',
    )
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowsOf(page).first()).toBeVisible()
  })

  await test.step('moving numbers: each game beside luck, and a game opens to what moves now', async () => {
    await visit('pro', '/dashboard/moving-numbers')
    await page.getByLabel('Draws', { exact: true }).selectOption('All draws')
    await expect(page).toHaveURL(/window=all$/)
    const { movingNumbers } = (await ask('/api/movingNumbers?window=all')) as { movingNumbers: MovingGame[] }
    expect(movingNumbers).toHaveLength(18)
    await expect(rowsOf(page)).toHaveText(
      movingNumbers.map(
        ({ gameName, draws, top }) => `${gameName}${draws.draws} draws${top.map(rankedText).join('')}`,
      ),
    )
    const barOf = ({ pairs: { sharing, total, expected } }: MovingGame) => {
      const usual = centralRange(binomial(total, expected / total))
      return luckOf(`${sharing} of ${total} pairs of draws shared a number`, expected, usual)
    }
    await expect(rowsOf(page).first().getByRole('img')).toHaveAccessibleName(barOf(movingNumbers[0]!))

    const game = movingNumbers.find(({ now }) => now.length > 0) ?? movingNumbers[0]!
    await page.getByRole('link', { name: game.gameName, exact: true }).click()
    const box = page.getByRole('region', { name: game.gameName, exact: true })
    await expect(box).toContainText(sampleText(game.draws))
    await expect(box.getByRole('img')).toHaveAccessibleName(barOf(game))
    await expect(box.getByRole('listitem')).toHaveText([
      ...game.now.map(({ number, inARow }) => `${number} ${inARow} draws in a row`),
      ...game.top.map(rankedText),
    ])
    await expect(box.getByRole('link').first()).toHaveAttribute('href', /^\/dashboard\/number\/\d+$/)
    await page.getByLabel('Game', { exact: true }).selectOption('All games')
    await expect(rowsOf(page)).toHaveCount(18)
  })
})

test.describe('groups that players follow', () => {
  test.use({ own: true })

  test('staff add a group, and players see what it points to and how often that came', async ({
    page,
    visit,
    staff,
    setClock,
  }) => {
    setClock('2026-03-20 12:00')
    const draws: [string, number[]][] = [
      ['2026-03-02', [1, 2, 3, 4, 5]],
      ['2026-03-05', [10, 20, 21, 22, 23]],
      ['2026-03-09', [89, 30, 31, 32, 33]],
    ]
    for (const [date, winning] of draws) await staff.record({ game: 'diamond', date, winning })
    await visit('admin', '/admin/groups')
    await page.getByLabel('Numbers').fill('20-31')
    await page.getByRole('button', { name: 'Add group' }).click()
    await expect(page.getByLabel('Numbers')).toHaveAccessibleDescription(/Enter 3 to 10 numbers\./)
    await page.getByLabel('Numbers').fill('20-31-55')
    await page.getByLabel('Name (optional)').fill('Ikeja')
    await page.getByRole('button', { name: 'Add group' }).click()
    const groups = page.getByRole('list', { name: 'Groups' }).getByRole('listitem')
    await expect(groups).toHaveText([/^1-10-89/, /^20-31-55 Ikeja/])

    await visit('admin', '/dashboard/moving-numbers')
    const followed = page.getByRole('region', { name: 'Groups that players follow' })
    await expect(followed).toContainText(
      '1 time two numbers of a group came. The third came in the next draw once.',
    )
    await expect(followed.getByRole('img')).toHaveAccessibleName(/^1\. Luck gives about 0\.1, usually/)
    await expect(followed.getByRole('listitem')).toHaveText([
      'Diamond: 10 and 89 came, so players expect 1 (group 1-10-89).',
      'Diamond: 20 and 31 came, so players expect 55 (group Ikeja, 20-31-55).',
    ])

    await visit('admin', '/admin/groups')
    await groups.first().locator('summary').click()
    await page.getByRole('form', { name: 'Retire 1-10-89' }).getByRole('button').click()
    await expect(groups.first()).toContainText('retired')
    await visit('admin', '/dashboard/moving-numbers')
    await expect(followed.getByRole('listitem')).toHaveText([/^Diamond: 20 and 31 came/])
  })
})
