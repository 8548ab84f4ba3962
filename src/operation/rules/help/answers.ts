import { MINUTE } from '../../../platform/rules/base/calendar.ts'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { BREAK_NOTE, BREAKS } from '../../../platform/rules/access/break.ts'
import { isPaid, PLAN_KEYS, PLANS } from '../../../platform/rules/access/plans.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { PRIVACY_PATH } from '../../../platform/rules/legal/legal.ts'
import { DELETION_NOTE } from '../../../platform/rules/legal/notes.ts'
import { PATHS, SCREENS } from '../../../platform/rules/site/paths.ts'
import { BETS, chanceToWin, exampleOf, TICKET_BETS } from '../../../draws/rules/bets.ts'
import { DEFAULT_EXPECTED_MINUTES } from '../../../draws/rules/games.ts'
import { MARGIN_LIMITS } from '../../../draws/rules/lock.ts'
import { FIRST_CHECKS_MS, WAYS_TO_PAY } from '../../../money/rules/payments.ts'
import { PLAN_CARDS } from '../../../money/rules/plan-cards.ts'
import { koboOf, nextPriceText, type Prices } from '../../../money/rules/prices.ts'

export interface HelpAnswer {
  question: string
  lines: readonly string[]
  link?: readonly [path: string, text: string]
  /** Whether the last payment can be checked here, below the first line. */
  checks?: true
  /** The first lines are of `TICKET_BETS`. */
  bets?: true
}

interface HelpGroup {
  title: string
  answers: readonly HelpAnswer[]
}

const { link: CHANNEL } = SCREENS.paymentChannel
const minutes = FIRST_CHECKS_MS.map((age) => String(age / MINUTE))
const PROFILE = [PATHS.profile, 'Profile'] as const

/** @param prices missing on a phone that has no network and none kept */
const planLine = (prices: Prices | undefined) => (plan: (typeof PLAN_KEYS)[number]) => {
  const { name, per } = PLANS[plan]
  const { contents, also } = PLAN_CARDS[plan]
  const next = prices && isPaid(plan) ? nextPriceText(prices[plan]) : ''
  const price = `${formatNaira(prices ? koboOf(prices, plan) : PLANS[plan].kobo)} per ${per}${next && `, ${next}`}`
  return `${name}, ${price}: ${contents.join(', ').toLowerCase()}; also ${also}.`
}

const betLine = (bet: (typeof TICKET_BETS)[number]) => {
  const { name, about } = BETS[bet]
  const luck =
    BETS[bet].numbers &&
    `. Luck wins 1 time in ${formatCount(Math.round(1 / chanceToWin(exampleOf(bet, 0))))}`
  return `${name}: ${about}${luck ?? ''}.`
}

/** The answers of the page of help, from the tables that the product runs by. */
export const helpGroups = (prices?: Prices): readonly HelpGroup[] => [
  {
    title: 'Paying',
    answers: [
      {
        question: 'I paid, but my plan is not active',
        lines: [
          'Your plan starts as soon as Paystack has the money. A bank can take some minutes to send a transfer.',
          `We also ask Paystack by ourselves: ${minutes.slice(0, -1).join(', ')} and ${minutes.slice(-1)[0]} minutes after you start a payment, then every hour for a day and every day for a week.`,
          'Do not pay twice. If you did, ask us, and we send the second payment back.',
        ],
        checks: true,
      },
      {
        question: 'How do I pay by transfer, USSD or card?',
        lines: [
          WAYS_TO_PAY,
          `Open the menu, ${CHANNEL}, and press Pay for ${PLANS.pro.name} or Pay for ${PLANS.basic.name}. Paystack opens and shows the ways to pay.`,
          'Transfer: send the exact amount to the account shown, once. USSD: dial the code shown, then enter your bank PIN. Card: enter the card, then the code from your bank.',
        ],
        link: [PATHS.paymentChannel, CHANNEL],
      },
      { question: 'What does each plan give?', lines: PLAN_KEYS.map(planLine(prices)) },
    ],
  },
  {
    title: 'Draws and bets',
    answers: [
      {
        question: 'What does each bet mean, and what does it pay?',
        lines: [...TICKET_BETS.map(betLine), 'Ticket Checker has an example of each, and what ₦100 pays.'],
        link: [PATHS.ticket, SCREENS.ticket.link],
        bets: true,
      },
      {
        question: 'Why is a result late?',
        lines: [
          `Most results come within ${DEFAULT_EXPECTED_MINUTES} minutes of the close, when the operator has published them. Our staff enter each one by hand and check it.`,
          'A result that is later says “Late” and for how long. We cannot make the operator publish sooner.',
        ],
        link: [PATHS.results, 'Results today'],
      },
    ],
  },
  {
    title: 'Forecasts',
    answers: [
      {
        question: 'Why does a forecast close before the draw?',
        lines: [
          `From ${MARGIN_LIMITS.least} minutes before the close, or earlier for some games, nobody can add, change or remove a forecast. So you can be sure that it was there before the draw.`,
        ],
        link: [PATHS.record, 'Forecast record'],
      },
    ],
  },
  {
    title: 'Account',
    answers: [
      {
        question: 'Verify my email',
        lines: [
          `Open our mail and tap its link. It works for ${ACCOUNT_LIMITS.verificationLinkMinutes} minutes. No mail? Look in Spam. To get another, open “Verify your email” at the top of any screen, or try to log in and press “Resend Verification Email”.`,
        ],
      },
      {
        question: 'Take a break',
        lines: [
          `Your profile has breaks of ${BREAKS.map(({ name }) => name.toLowerCase()).join(', ')}. ${BREAK_NOTE}`,
        ],
        link: PROFILE,
      },
      {
        question: 'Delete my account',
        lines: [`The end of your profile has the button. ${DELETION_NOTE}`],
        link: PROFILE,
      },
      {
        question: 'What do you store about me?',
        lines: [
          'The privacy page lists all of it, with how long we keep it. Your profile has a download of your data.',
        ],
        link: [PRIVACY_PATH, 'Privacy'],
      },
    ],
  },
]

/** `typed` as it is searched for. */
export const helpWords = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toLowerCase()

/** The answers that contain the words. */
export const answersWith = (groups: readonly HelpGroup[], words: string): HelpAnswer[] =>
  groups
    .flatMap(({ answers }) => answers)
    .filter(({ question, lines }) => [question, ...lines].some((text) => text.toLowerCase().includes(words)))
