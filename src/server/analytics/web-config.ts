import ky, { isHTTPError } from 'ky'
import { z } from 'zod'
import { ANALYTICS_LIMITS, RETRIED_STATUSES, type AnalyticsTimes } from '../../domain/analytics/analytics.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import { readUpTo } from '../http/body.ts'

const webConfig = z.object({ measurementId: z.string().regex(/^G-[A-Z0-9]{1,20}$/) })

/** Where events go; the service may send more. */
export type WebConfig = z.infer<typeof webConfig>

/** The web config of the analytics service, fetched again and again. */
interface WebConfigSource {
  /** The last good answer; null before the first. */
  current(): WebConfig | null
  /** Ends a running fetch, and all further ones. */
  stop(): void
}

/**
 * Starts to fetch the web config, and keeps the last good answer. It never throws: a failure is logged, and the next fetch
 * follows later.
 */
export function followWebConfig(
  { configUrl, apiKey }: NonNullable<Settings['analytics']>,
  log: Log,
  times: AnalyticsTimes,
): WebConfigSource {
  const stopped = new AbortController()
  let last: { config: WebConfig; etag: string | null } | null = null
  let timer: NodeJS.Timeout

  /** @throws Error if no try has a good answer in time */
  async function fetchConfig(): Promise<void> {
    // The time covers the answer's body too, so the signal is the only limit.
    const response = await ky.get(configUrl, {
      headers: {
        'x-goog-api-key': apiKey,
        accept: 'application/json',
        ...(last?.etag && { 'if-none-match': last.etag }),
      },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(times.total)]),
      timeout: false,
      // Another host must not get the key.
      redirect: 'manual',
      throwHttpErrors: (status) => status !== 304,
      retry: {
        // The signal ends the tries.
        limit: Number.MAX_SAFE_INTEGER,
        methods: ['get'],
        statusCodes: [...RETRIED_STATUSES],
        afterStatusCodes: [...RETRIED_STATUSES],
        delay: (tries) => times.firstPause * 2 ** (tries - 1),
        backoffLimit: times.longestPause,
        jitter: (pause) => pause * (0.5 + Math.random()),
      },
    })
    if (response.status === 304 && last) return
    if (response.status !== 200) throw new Error(`The answer has the status ${response.status}`)
    const text = await readUpTo(ANALYTICS_LIMITS.configBytes, response)
    last = { config: webConfig.parse(JSON.parse(text)), etag: response.headers.get('etag') }
  }

  async function fetchAndPlan(): Promise<void> {
    let pause = times.refresh
    try {
      await fetchConfig()
    } catch (error) {
      if (stopped.signal.aborted) return
      pause = times.afterFailure
      log.warn(
        { reason: reasonOf(error), kept: last !== null },
        'the web config of analytics was not fetched',
      )
    }
    timer = setTimeout(() => void fetchAndPlan(), pause)
    timer.unref()
  }

  void fetchAndPlan()
  return {
    current: () => last?.config ?? null,
    stop() {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

/** What the log says about a failed request. The error's own message may contain the address, and so a secret. */
export function reasonOf(error: unknown): string {
  if (isHTTPError(error)) return `status ${error.response.status}`
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the answer cannot be read'
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: string }
  return code ?? (error.name === 'TimeoutError' ? 'no answer in time' : error.name)
}
