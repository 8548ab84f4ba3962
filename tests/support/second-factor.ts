// An authenticator app, as RFC 6238 describes it and apart from the identity library's own.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Visitor } from './test-server.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP = 30_000

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

/** The code of a key in a 30-second step. @param step counts from 1970 */
export function totp(key: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = hash[19]! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** An app that holds one key. The server accepts each code once, so each call gives another valid one. */
export class App {
  readonly key: string
  private readonly used = new Set<string>()

  constructor(key: string) {
    this.key = key
  }

  async code(): Promise<string> {
    const now = Math.floor(Date.now() / STEP)
    // The server accepts one step of clock skew either way. The oldest comes last, because it expires first.
    const fresh = [now, now + 1, now - 1]
      .map((step) => totp(this.key, step))
      .find((code) => !this.used.has(code))
    if (fresh) {
      this.used.add(fresh)
      return fresh
    }
    await sleep(STEP - (Date.now() % STEP) + 100)
    return this.code()
  }

  /** A code that is not valid now. */
  wrong(offset = 0): string {
    const now = Math.floor(Date.now() / STEP)
    const valid = new Set([-2, -1, 0, 1, 2, 3].map((step) => totp(this.key, now + step)))
    return Array.from({ length: 100 }, (_, i) => String(100_000 + offset * 100 + i)).find(
      (code) => !valid.has(code),
    )!
  }
}

export const FACTOR = '/api/profile/second-factor'

/** Sets up a second factor for a signed-in visitor. */
export async function setUpFactor(visitor: Visitor): Promise<{ app: App; recoveryCodes: string[] }> {
  const begun: Answer<any> = await visitor.post(FACTOR)
  if (begun.status !== 200) throw new Error(`no second factor began: ${begun.status} ${begun.text}`)
  const app = new App(begun.body.key)
  const { status, text, body } = await visitor.post(`${FACTOR}/confirm`, { code: await app.code() })
  if (status !== 200) throw new Error(`the second factor was not confirmed: ${status} ${text}`)
  return { app, recoveryCodes: body.recoveryCodes }
}
