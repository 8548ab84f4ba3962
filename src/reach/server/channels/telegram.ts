import { z } from 'zod'
import { SECOND } from '../../../platform/rules/base/calendar.ts'
import { TELEGRAM_URL } from '../../../platform/server/base/environment.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import { CHANNEL_LIMITS } from '../../rules/channels/channels.ts'

/**
 * What became of a request. `later`: it surely did not arrive or was not taken, so it may be repeated, after so many
 * milliseconds if Telegram names them; `uncertain`: it may have arrived.
 */
export type Outcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; afterMs: number | null }
  | { kind: 'uncertain'; why: string }

/** The errors of a connection that was never made. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const ANSWER = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    description: z.string(),
    parameters: z.object({ retry_after: z.number().optional() }).optional(),
  }),
])

/** A bot of Telegram as the server calls it. */
interface Bot {
  apiUrl: Settings['telegramApiUrl']
  token: string
}

/** Calls a method of Telegram's Bot API. There is no idempotency key, so the caller repeats only what is `later`. */
export async function callTelegram(
  { apiUrl, token }: Bot,
  method: string,
  parameters: Record<string, unknown>,
): Promise<Outcome> {
  try {
    const response = await fetch(`${apiUrl ?? TELEGRAM_URL}/bot${token}/${method}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(CHANNEL_LIMITS.answerMs),
    })
    return outcomeOf(response.status, ANSWER.safeParse(await response.json().catch(() => null)).data)
  } catch (error) {
    // The address has the token, so the error itself is not told.
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const why = name === 'TimeoutError' ? 'Telegram did not answer in time.' : 'The connection broke.'
    return NEVER_ARRIVED.has(cause?.code ?? '')
      ? { kind: 'later', why: 'Telegram cannot be reached.', afterMs: null }
      : { kind: 'uncertain', why }
  }
}

function outcomeOf(status: number, answer: z.infer<typeof ANSWER> | undefined): Outcome {
  if (answer?.ok) return { kind: 'done', result: answer.result }
  if (!answer) return { kind: 'uncertain', why: `The answer ${status} cannot be read.` }
  const { description: why, parameters } = answer
  const wait = parameters?.retry_after
  if (status === 429 || status >= 500)
    return { kind: 'later', why, afterMs: wait === undefined ? null : wait * SECOND }
  if (why.includes('message is not modified')) return { kind: 'done', result: true }
  return { kind: 'refused', why }
}
