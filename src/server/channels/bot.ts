import { itemAt } from '../../domain/base/lists.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { RATE_LIMITS } from '../../domain/accounts/rate-limits.ts'
import { ask } from '../../domain/assistant/answer/ask.ts'
import { show } from '../../domain/assistant/answer/show.ts'
import { planOf } from '../../domain/assistant/answer/decide.ts'
import type { AssistantAnswer } from '../../domain/assistant/read/types.ts'
import { formatDate } from '../../domain/base/calendar.ts'
import { NOTES } from '../../domain/base/messages.ts'
import { CHANNEL_LIMITS } from '../../domain/channels/channels.ts'
import { SEARCH_LIMITS } from '../../domain/draws/search-address.ts'
import { luckSentence } from '../../domain/luck/luck-bar.ts'
import { LEGAL_PATHS } from '../../domain/legal/legal.ts'
import { drawOfDay, publicDrawPath } from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { keysFor } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

/** What Telegram may send to us. Anything else is answered by silence. */
export const UPDATES = ['message', 'inline_query'] as const
const UPDATE = z.object({
  message: z.object({ text: z.string(), chat: z.object({ id: z.number() }) }).optional(),
  inline_query: z
    .object({ id: z.string(), query: z.string(), from: z.object({ id: z.number() }) })
    .optional(),
})

/** The commands in the bot's menu. */
export const COMMANDS = [
  { command: 'today', description: 'The results of today' },
  { command: 'help', description: 'What you can ask' },
  { command: 'privacy', description: 'What this bot keeps' },
]

const HELP =
  'Write the name of a game, such as "bingo", a number and a game, such as "45 diamond", or "today". In a group, write the name of this bot first.'

const NOT_UNDERSTOOD = 'I have no answer to this.'

/** The address of a bot's webhook, and the secrets that Telegram may send with each update, the current one first. */
export const webhookPath = (bot: string): string => `/api/webhooks/telegram?bot=${bot}`
export const webhookSecrets = (settings: Pick<Settings, 'authSecrets'>, bot: string): string[] =>
  keysFor(settings, 'telegram webhooks').map((key) =>
    createHmac('sha256', key).update(bot).digest('base64url'),
  )

/** Whether an update comes from Telegram. */
export function isFromTelegram(settings: Settings, bot: string, header: string): boolean {
  const given = Buffer.from(header)
  return webhookSecrets(settings, bot).some((secret) => {
    const expected = Buffer.from(secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * Answers an update of Telegram, in the answer to its request: nothing is sent twice, and no chat is stored.
 * @param body JSON
 * @returns a method of the Bot API, or an empty object for an update without a question
 */
export async function answerUpdate(
  services: Services,
  body: Uint8Array,
  now: number,
): Promise<Record<string, unknown>> {
  const parsed = UPDATE.safeParse(parseJson(body))
  const { message, inline_query: inline } = parsed.data ?? {}
  const asker = message?.chat.id ?? inline?.from.id
  const question = readQuestion(message?.text ?? inline?.query ?? '')
  if (asker === undefined || question === '') return {}
  if ((await services.limits.take('bot', String(asker))) > RATE_LIMITS.bot.points) return {}
  const text = answerText(services, question, now)
  if (message) return { method: 'sendMessage', chat_id: asker, text }
  const article = {
    type: 'article',
    id: '1',
    title: text.split('\n')[0],
    description: text.split('\n')[1],
    input_message_content: { message_text: text },
  }
  return { method: 'answerInlineQuery', inline_query_id: inline!.id, cache_time: 60, results: [article] }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return null
  }
}

/** A question without the marks of a command: `/bingo@our_bot` is "bingo". */
const readQuestion = (text: string): string =>
  text
    .slice(0, SEARCH_LIMITS.question)
    .replace(
      /^\s*(?:\/(\w+))?(?:@\w+)?/,
      (_, command: string | undefined) => command?.replaceAll('_', ' ') ?? '',
    )
    .trim()

/** The answer of the assistant on the Free plan, with one link. The bot sells nothing: what a plan opens, and help that names plans, it leaves out. */
function answerText({ draws, settings }: Services, question: string, now: number): string {
  if (/^(start|help)$/i.test(question)) return HELP
  if (/^privacy$/i.test(question))
    return `This bot keeps no message, no name and no chat. More: ${settings.appUrl}${LEGAL_PATHS.privacy}`
  const data = draws.current()
  const words = question.replace(/\bresults?\b/gi, '').trim() || 'today'
  const answers = [question, `results ${words}`, `What was the last ${words} draw?`].map((text) =>
    ask({ question: text }, now, data, (intent) => planOf(intent) === 'free' && intent !== 'help'),
  )
  // A greeting beside the words of the last fallback would be a question about all games.
  const isAbout = ({ status, query }: AssistantAnswer, i: number) =>
    status === 'answered' && (i < 2 || query?.slots.games !== undefined)
  const answer = answers.find(isAbout) ?? itemAt(answers, 0)
  if (answer.status !== 'answered')
    return answer.reason === 'tip'
      ? show(answer, data).refusal
      : answer.suggestions.length > 0
        ? [`${NOT_UNDERSTOOD} You can ask:`, ...answer.suggestions].join('\n')
        : `${NOT_UNDERSTOOD} ${HELP}`
  const { figure, luck, facts, lines, draws: all, notes } = show(answer, data)
  const found = all.slice(0, CHANNEL_LIMITS.answered)
  const said = found.map(
    ({ name, date, winning, machine }) =>
      `${name}, ${formatDate(date)}: ${winning.join(' - ') || 'no draw'}${machine.length > 0 ? `, machine ${machine.join(' - ')}` : ''}`,
  )
  const [first] = found
  const isOne = first && itemAt(said, 0).startsWith(figure)
  return [
    ...(isOne ? [] : [answer.reading, luck ? luckSentence(luck, figure) : figure]),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...lines.map(({ ball, name, value }) => `${ball ? `${ball.number} ` : ''}${name} ${value}`.trim()),
    ...said,
    ...notes,
    ...(found.some(({ sample }) => sample) ? [NOTES.sample] : []),
    ...(first ? [settings.appUrl + publicDrawPath(drawOfDay(first.game, first.date))] : []),
    `${NOTES.odds} ${NOTES.adults}.`,
  ]
    .filter((line) => !!line)
    .join('\n')
    .slice(0, CHANNEL_LIMITS.text)
}
