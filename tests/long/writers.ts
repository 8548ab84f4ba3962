// Staff who write draws as fast as the server answers, and know what must be stored afterwards.
import assert from 'node:assert/strict'
import { csv } from '../support/csv.ts'
import type { Random } from '../support/random.ts'
import type { Answer, Visitor } from '../support/test-server.ts'

/** The expected state of a draw, or null if there is none. The id is null until an answer contains it. */
type Known = { id: number | null; version: number; winning: number[] } | null

/** The stored state of a draw that is not deleted. */
export interface Stored {
  id: number
  game: string
  date: string
  version: number
  winning: number[]
}

/** A write without an answer: it is stored completely or not at all. */
interface Open {
  what: string
  before: Map<string, Known>
  /** The draws if it succeeded, without ids, which only the answer contains. */
  after: Map<string, Omit<NonNullable<Known>, 'id'> | null>
}

const GAMES = ['diamond', 'gold', 'king', 'metro', 'peoples', 'bingo']
const FIRST_DAY = Date.UTC(1990, 0, 1)

/** One connection. It writes only draws that no other writer touches. */
export class Writer {
  private readonly known = new Map<string, Known>()
  private readonly open: Open[] = []
  private day = 0
  /** The number of writes with a success answer. */
  acknowledged = 0
  private readonly admin: Visitor
  private readonly game: string
  private readonly random: Random

  constructor(admin: Visitor, index: number, random: Random) {
    this.admin = admin
    this.game = GAMES[index]!
    this.random = random
  }

  static readonly most = GAMES.length

  /** Writes while `going()`. Leaves the draws of an unanswered write unchanged until {@link compare}. */
  async write(going: () => boolean): Promise<void> {
    while (going()) {
      const kind = this.random.below(10)
      if (kind < 5) await this.record()
      else if (kind < 7) await this.correct()
      else if (kind < 8) await this.remove()
      else await this.import()
    }
  }

  private newKey(): string {
    const date = new Date(FIRST_DAY + this.day++ * 86_400_000).toISOString().slice(0, 10)
    return `${this.game} ${date}`
  }

  private async record(): Promise<void> {
    const key = this.newKey()
    const winning = this.random.balls()
    const [game, date] = key.split(' ')
    await this.attempt('record', [[key, { version: 1, winning }]], () =>
      this.admin.post('/api/admin/draws', { game, date, winning }),
    )
  }

  /** A draw that is certainly stored and whose id is known. */
  private pick(): [string, NonNullable<Known>] | null {
    const unsure = new Set(this.open.flatMap(({ before }) => [...before.keys()]))
    const live = [...this.known].filter(([key, draw]) => draw?.id && !unsure.has(key))
    return live.length > 0 ? (this.random.pick(live) as [string, NonNullable<Known>]) : null
  }

  private async correct(): Promise<void> {
    const picked = this.pick()
    if (!picked) return this.record()
    const [key, { id, version }] = picked
    const winning = this.random.balls()
    const body = { version, date: key.split(' ')[1], winning, reason: 'kill' }
    await this.attempt('correct', [[key, { version: version + 1, winning }]], () =>
      this.admin.request('PUT', `/api/admin/draws/${id}`, { body }),
    )
  }

  private async remove(): Promise<void> {
    const picked = this.pick()
    if (!picked) return this.record()
    const [key, { id, version }] = picked
    await this.attempt('delete', [[key, null]], () =>
      this.admin.request('DELETE', `/api/admin/draws/${id}`, { body: { version, reason: 'kill' } }),
    )
  }

  private async import(): Promise<void> {
    const rows = Array.from({ length: 4 }, () => [this.newKey(), this.random.balls()] as const)
    const content = csv(...rows.map(([key, balls]) => `${key.replace(' ', ',')},,,ok,${balls.join()}`))
    const after = rows.map(([key, winning]) => [key, { version: 1, winning }] as const)
    await this.attempt('import', after, () =>
      this.admin.request('POST', '/api/admin/draws/import', { raw: { type: 'text/csv', content } }),
    )
  }

  private async attempt(
    what: string,
    after: (readonly [string, Omit<NonNullable<Known>, 'id'> | null])[],
    send: () => Promise<Answer<any>>,
  ): Promise<void> {
    const before = new Map(after.map(([key]) => [key, this.known.get(key) ?? null]))
    const open = { what, before, after: new Map(after) }
    this.open.push(open)
    const answer = await send().catch(() => null)
    // No answer, or 503: it is unknown whether the write was stored.
    if (answer === null || answer.status === 503) return
    assert.ok([200, 201].includes(answer.status), `${what}: ${answer.status} ${answer.text}`)
    this.open.splice(this.open.indexOf(open), 1)
    this.acknowledged++
    for (const [key, draw] of after) {
      const id = answer.body.id ?? before.get(key)?.id ?? null
      this.known.set(key, draw && { ...draw, id })
    }
  }

  /**
   * Compares this writer's stored draws with its acknowledged writes, and resolves the unanswered ones.
   * @throws AssertionError naming what was lost, changed, half written or never requested
   */
  compare(all: readonly Stored[]): void {
    const stored = new Map(
      all.filter(({ game }) => game === this.game).map((draw) => [`${draw.game} ${draw.date}`, draw]),
    )
    const found = (key: string) => {
      const draw = stored.get(key)
      return draw ? { version: draw.version, winning: draw.winning } : null
    }
    const bare = (draw: Omit<NonNullable<Known>, 'id'> | null | undefined) =>
      draw ? { version: draw.version, winning: draw.winning } : null

    for (const { what, before, after } of this.open.splice(0)) {
      const is = JSON.stringify([...after.keys()].map(found))
      const was = JSON.stringify([...before.values()].map(bare))
      const wanted = JSON.stringify([...after.values()].map(bare))
      const keys = [...after.keys()].join()
      assert.ok(
        is === was || is === wanted,
        `half written: ${what} of ${keys}: ${is}, not ${was} or ${wanted}`,
      )
      for (const key of after.keys()) this.known.set(key, stored.get(key) ?? null)
    }
    for (const [key, draw] of this.known)
      assert.deepEqual(found(key), bare(draw), `acknowledged, and not so afterwards: ${key}`)
    for (const key of stored.keys()) assert.ok(this.known.has(key), `nobody wrote ${key}`)
    // Imports and lost answers leave ids unknown.
    for (const [key, draw] of this.known) if (draw) draw.id = stored.get(key)!.id
  }
}
