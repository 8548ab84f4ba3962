// At most 60 words on the first screen of a phone: those above the bottom bar, without masthead and navigation.
import { addDays, lagosDate, weekOf } from '../../src/domain/base/calendar.ts'
import { expect, test, type Person } from './app.ts'
import { MOST_WORDS, wordsOf } from './words.ts'

/** Diamond draws on Mondays. */
const [MONDAY] = weekOf(lagosDate(Date.now()))
const drawIn = (weeks: number) => `/dashboard/draw/diamond.${addDays(MONDAY!, 7 * weeks)}`

/** A screen, who opens it, and its address. */
const SCREENS: [screen: string, person: Person, path: string][] = [
  ['Overview', 'pro', '/dashboard'],
  ['a draw before its result', 'free', drawIn(1)],
  ['a draw later', 'pro', drawIn(-1)],
  ['what Basic has, for Free,', 'free', '/dashboard/frequent-numbers'],
  ['Games Results with an answer', 'free', '/dashboard/past-results?number=81&type=winning&position=any_box'],
  ['a number', 'free', '/dashboard/number/41'],
  ['Frequent Numbers', 'basic', '/dashboard/frequent-numbers'],
  ['the numbers of a game', 'basic', '/dashboard/frequent-numbers?game=diamond'],
  ['Moving Numbers', 'pro', '/dashboard/moving-numbers'],
  ['the moving numbers of a game', 'pro', '/dashboard/moving-numbers?game=diamond'],
  ['Statistics', 'pro', '/dashboard/statistics'],
  ['Public record', 'pro', '/record'],
  ['AI Assistant', 'pro', '/dashboard/ai'],
  ['an answer of the assistant', 'pro', '/dashboard/ai?question=how+often+did+81+come+in+Metro'],
  ['My slip', 'pro', '/dashboard/slip'],
  ['adding to my slip', 'pro', '/dashboard/slip/add?numbers=41-21'],
  ['a checked ticket', 'pro', '/dashboard/ticket?number=41&number=20'],
  ['a figure of Statistics', 'pro', '/dashboard/statistics?figure=frequency'],
  ['what Pro has, for Basic,', 'basic', '/dashboard/prediction'],
  ['a refusal of the assistant', 'pro', '/dashboard/ai?question=which+numbers+will+win+tomorrow'],
  ['Payment Channels of Free', 'free', '/dashboard/payment-channel'],
  ['Payment Channels of Basic', 'basic', '/dashboard/payment-channel'],
  ['Payment Channels of Pro', 'pro', '/dashboard/payment-channel'],
  ['the choice of a plan', 'free', '/confirmation'],
  ['public results', 'free', '/results'],
]

for (const [screen, person, path] of SCREENS)
  test(`${screen} has at most ${MOST_WORDS} words on its first screen`, async ({ page, visit }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit(person, path)
    await expect(page.locator('main svg.luck, main h1').first()).toBeVisible()
    const words = await wordsOf(page)
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(MOST_WORDS)
  })
