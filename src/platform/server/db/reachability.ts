import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import type { Log } from '../base/log.ts'

/** From a failed probe to the next one. */
const PROBE_PAUSE_MS = 500

/** All statements fail at once, because a statement before them got no answer in time. */
export class DatabaseAwayError extends Error {
  /** Postgres' code for a failed connection. */
  readonly code = '08006'

  constructor() {
    super('The database does not answer.')
    this.name = 'DatabaseAwayError'
  }
}

/**
 * Whether the database can be reached. Where the network drops packets, each statement would wait for seconds: after the
 * first time-out all of the given pools refuse until a probe is answered.
 */
export class Reachability {
  #isAway = false
  #isStopped = false
  readonly #onAway: (() => void)[] = []
  readonly #config: pg.ClientConfig
  readonly #log: Log

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /** Calls the listener when the database is found away. */
  onAway(listener: () => void): void {
    this.#onAway.push(listener)
  }

  /** Reports that the database did not answer in time. */
  report(): void {
    if (this.#isAway || this.#isStopped) return
    this.#isAway = true
    this.#log.warn('the database does not answer')
    for (const listener of this.#onAway) listener()
    void this.#untilBack()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #untilBack(): Promise<void> {
    while (!this.#isStopped && !(await this.#isAnswered()))
      await sleep(PROBE_PAUSE_MS, undefined, { ref: false })
    this.#isAway = false
    if (!this.#isStopped) this.#log.info('the database answers again')
  }

  /** A refusal is an answer too. */
  async #isAnswered(): Promise<boolean> {
    const client = new pg.Client({
      ...this.#config,
      connectionTimeoutMillis: SERVER_LIMITS.probeMs,
      query_timeout: SERVER_LIMITS.probeMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      return error instanceof pg.DatabaseError
    } finally {
      client.end().catch(() => undefined)
    }
  }
}
