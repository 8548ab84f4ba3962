// Logs of an honest operator, made from a seed: weeks of slots, forecasts, edits, withdrawals, reveals, results, corrections
// and voids.
import {
  addDays,
  HOUR,
  instantAt,
  type LagosDate,
  MINUTE,
  parseDate,
  WEEKDAYS,
} from '../../../src/platform/rules/base/calendar.ts'
import {
  commitmentOf,
  drawName,
  leafText,
  type NewLeaf,
  textHash,
} from '../../../src/forecasts/rules/log/leaves.ts'
import { drawTimes, type PlacedSlot } from '../../../src/forecasts/rules/log/schedule.ts'
import { Heads } from '../../../src/forecasts/rules/log/head.ts'
import type { Download } from '../../../src/forecasts/rules/log/verify.ts'
import { BETS, PREDICTION_FORMS } from '../../../src/draws/rules/bets.ts'
import { type Random, random } from '../random.ts'

const ORIGIN = 'lotto.test/log/1'
const GAMES = ['bingo', 'jackpot', 'lucky'] as const
const START = parseDate('2026-03-02')!

/** A download in parts, so that tests can change it. */
export interface GeneratedLog {
  lines: string[]
  texts: { salt: string; text: string }[]
  now: number
}

/** What a reader downloads; without stamps. */
export function downloadOf({ lines, texts, now }: GeneratedLog): Download & { texts: string } {
  const join = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
  const newest = { size: lines.length, head: new Heads(lines).head()!, stamps: [] }
  return {
    record: join(lines),
    heads: [newest],
    texts: join(texts.map((text) => JSON.stringify(text))),
    now,
  }
}

interface Version {
  forecast: number
  version: number
  author: number
  numbers: number[]
  reasons: string | null
  image: null
  nonce: string
}

interface Forecast {
  id: number
  nth: number
  author: number
  game: string
  date: LagosDate
  versions: Version[]
  isWithdrawn: boolean
}

/** The operator's state while a log is made. */
class Operator {
  readonly lines: string[] = []
  readonly texts: GeneratedLog['texts'] = []
  readonly forecasts: Forecast[] = []
  readonly results = new Map<string, number>()
  readonly authors = new Set<number>()
  readonly #slots: PlacedSlot[] = []
  #firstVersion = Infinity
  readonly #random: Random
  #at = 0

  constructor(random: Random) {
    this.#random = random
  }

  get at(): number {
    return this.#at
  }

  append(at: number, leaf: Record<string, unknown>): void {
    this.#at = Math.max(at, this.#at)
    const line = leafText({ ...leaf, at: new Date(this.#at).toISOString() } as NewLeaf)
    if (leaf.kind === 'slot')
      this.#slots.push({ ...(JSON.parse(line) as PlacedSlot), index: this.lines.length, time: this.#at })
    if (leaf.kind === 'version') this.#firstVersion = Math.min(this.#firstVersion, this.lines.length)
    this.lines.push(line)
  }

  hex(): string {
    return Array.from({ length: 64 }, () => this.#random.below(16).toString(16)).join('')
  }

  text(text: string): string {
    const one = { salt: this.hex(), text }
    this.texts.push(one)
    return textHash(one.salt, one.text)
  }

  times(game: string, date: LagosDate) {
    return drawTimes(this.#slots, Math.min(this.#firstVersion, this.lines.length), { game, date })
  }

  forecastsOf(game: string, date: LagosDate): Forecast[] {
    return this.forecasts.filter((one) => one.game === game && one.date === date)
  }

  /** Publishes a forecast or, with `earlier`, its next version. */
  publish(at: number, game: string, date: LagosDate, earlier?: Forecast): void {
    const { pick, below } = this.#random
    const author = earlier?.author ?? 1 + below(3)
    if (!this.authors.has(author))
      this.append(at, { kind: 'author', author, name: this.text(`Author ${author}`) })
    this.authors.add(author)
    const nth = earlier?.nth ?? this.forecastsOf(game, date).length + 1
    const forecast = earlier ?? {
      id: this.forecasts.length + 1,
      nth,
      author,
      game,
      date,
      versions: [],
      isWithdrawn: false,
    }
    const form = below(5) === 0 ? null : pick(PREDICTION_FORMS)
    const count = form === null ? 1 + below(20) : BETS[form].numbers
    const numbers = new Set<number>()
    while (numbers.size < count) numbers.add(1 + below(90))
    const version: Version = {
      forecast: forecast.id,
      version: forecast.versions.length + 1,
      author,
      numbers: [...numbers],
      reasons: below(3) === 0 ? null : this.text(`Reasons ${below(1000)}`),
      image: null,
      nonce: this.hex(),
    }
    // The first version of the log decides which slots have notice, its own included.
    this.#firstVersion = Math.min(this.#firstVersion, this.lines.length)
    const { close, lock } = this.times(game, date)
    const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
    this.append(at, {
      kind: 'version',
      ...{ forecast: forecast.id, version: version.version, nth, author, game, date },
      ...{ close: iso(close), lock: iso(lock), form, count, commitment: commitmentOf(version) },
    })
    if (!earlier) this.forecasts.push(forecast)
    forecast.versions.push(version)
    hidden.add(version)
  }

  reveal(at: number, game: string, date: LagosDate): void {
    for (const { versions } of this.forecastsOf(game, date))
      for (const version of versions) {
        if (!hidden.delete(version)) continue
        const { author: _, ...opening } = version
        this.append(at, { kind: 'reveal', ...opening })
      }
  }

  result(at: number, game: string, date: LagosDate, state: 'drawn' | 'no_draw'): void {
    this.reveal(at, game, date)
    const name = drawName({ game, date })
    const drawn = state === 'drawn' ? addDays(date, this.#random.pick([0, 0, 0, 0, 0, 1])) : null
    const winning = state === 'drawn' ? this.#random.balls() : []
    this.append(at, {
      kind: 'result',
      ...{ game, date, state, drawn, winning, replaces: this.results.get(name) ?? null, by: 1 },
    })
    this.results.set(name, this.lines.length - 1)
  }
}

/** The versions that are not revealed. */
const hidden = new Set<Version>()

/** The log of a seed. */
export function generatedLog(seed: number): GeneratedLog {
  const chance = random(seed)
  const { below, pick } = chance
  const operator = new Operator(chance)
  const begin = instantAt(START, 8 * 60)
  operator.append(begin, { kind: 'start', origin: ORIGIN, cause: 'new', previous: null })
  const slot = (at: number, game: string, weekday: (typeof WEEKDAYS)[number], from: LagosDate) =>
    operator.append(at, {
      kind: 'slot',
      ...{ game, weekday, from, by: pick([null, 1]) },
      ...{ close: pick(['13:00', '15:30', '15:30', '20:15', null]), margin: pick([15, 15, 60, 240]) },
    })
  for (const game of GAMES)
    for (const weekday of WEEKDAYS) if (below(4) > 0) slot(begin, game, weekday, START)

  const actions: { at: number; run: (at: number) => void }[] = []
  const plan = (at: number, run: (at: number) => void) => void actions.push({ at, run })
  const days = 4 + below(12)
  // Forecasts are up to two days ahead, and their draws are part of the log.
  for (let day = 1; day <= days + 3; day++) {
    const today = addDays(START, day)
    const instant = () => instantAt(today, 6 * 60 + below(16 * 60)) + below(60_000)
    if (below(5) === 0) {
      const from = addDays(today, below(10))
      plan(instantAt(today, 5 * 60), (at) => slot(at, pick(GAMES), pick(WEEKDAYS), from))
    }
    for (let i = day <= days ? below(4) : 0; i > 0; i--) {
      const [game, date] = [pick(GAMES), addDays(today, below(3))]
      plan(
        instant(),
        (at) => !operator.results.has(drawName({ game, date })) && operator.publish(at, game, date),
      )
    }
    plan(instant(), (at) => {
      const one = pick([...operator.forecasts, null])
      if (!one || one.isWithdrawn || operator.results.has(drawName(one))) return
      // A version after its reveal would show what it follows; only an open forecast is edited.
      if (!one.versions.every((version) => hidden.has(version))) return
      if (below(3) > 0) operator.publish(at, one.game, one.date, one)
      else {
        operator.append(at, { kind: 'withdrawal', forecast: one.id, by: one.author })
        one.isWithdrawn = true
      }
    })
    for (const game of GAMES) {
      plan(instantAt(today, 0), () => {
        // The close at midnight is the latest one; later slots can only lock earlier.
        const reveal = (at: number) => operator.reveal(at, game, today)
        for (const minutes of [13 * 60, 15 * 60 + 30, 20 * 60 + 15])
          plan(instantAt(today, minutes) + 1000, (at) => {
            const { close } = operator.times(game, today)
            if (close !== null && close <= at) reveal(at)
          })
        plan(instantAt(today, 24 * 60) + 1000, reveal)
      })
      plan(instantAt(today, 22 * 60 + 1) + below(20) * HOUR, (at) => {
        const { close } = operator.times(game, today)
        // Results of the last week may be missing.
        if (day + 4 > days && below(6) === 0) return
        if (close === null) {
          if (operator.forecastsOf(game, today).length > 0) operator.result(at, game, today, 'no_draw')
          return
        }
        operator.result(at, game, today, pick(['drawn', 'drawn', 'drawn', 'no_draw']))
        if (below(4) === 0) operator.result(at + below(30) * MINUTE, game, today, pick(['drawn', 'no_draw']))
        if (below(8) === 0) {
          const cause = pick(['early', 'deleted', 'error'] as const)
          const since = cause === 'early' ? new Date(instantAt(today, below(1440))).toISOString() : null
          operator.append(at, { kind: 'void', game, date: today, cause, since, by: 1 })
        }
      })
    }
  }
  while (actions.length > 0) {
    actions.sort((a, b) => a.at - b.at)
    const { at, run } = actions.shift()!
    run(at)
  }
  hidden.clear()
  // Texts of reveals that are still to come are not served.
  const revealed = operator.lines.join('\n')
  const texts = operator.texts.filter(({ salt, text }) => revealed.includes(textHash(salt, text)))
  return { lines: operator.lines, texts, now: operator.at + below(3) * HOUR + MINUTE }
}
