// An authenticator app by RFC 6238, independent of the identity library's implementation.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Visitor } from './test-server.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

/** The code of a key in a 30-second step. @param step the number of steps since 1970 */
export function totp(key: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = hash[19]! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** An authenticator app with one key. The server accepts each code once, so each call returns another valid code. */
export class AuthenticatorApp {
  readonly key: string
  private readonly used = new Set<string>()

  constructor(key: string) {
    this.key = key
  }

  async code(): Promise<string> {
    const now = Math.floor(Date.now() / STEP_MS)
    // The server accepts one step of clock skew either way. The oldest comes last, because it expires first.
    const unused = [now, now + 1, now - 1]
      .map((step) => totp(this.key, step))
      .find((code) => !this.used.has(code))
    if (unused) {
      this.used.add(unused)
      return unused
    }
    // Only the real time makes another code valid.
    await sleep(STEP_MS - (Date.now() % STEP_MS) + 100)
    return this.code()
  }

  /** An invalid code. */
  wrong(offset = 0): string {
    const now = Math.floor(Date.now() / STEP_MS)
    const valid = new Set([-2, -1, 0, 1, 2, 3].map((step) => totp(this.key, now + step)))
    return Array.from({ length: 100 }, (_, i) => String(100_000 + offset * 100 + i)).find(
      (code) => !valid.has(code),
    )!
  }
}

export const FACTOR = '/api/profile/second-factor'

/** Sets up a second factor for a signed-in visitor. */
export async function setUpFactor(
  visitor: Visitor,
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const begun: Answer<any> = await visitor.post(FACTOR)
  if (begun.status !== 200) throw new Error(`the set-up did not begin: ${begun.status} ${begun.text}`)
  const app = new AuthenticatorApp(begun.body.key)
  const { status, text, body } = await visitor.post(`${FACTOR}/confirm`, { code: await app.code() })
  if (status !== 200) throw new Error(`the second factor was not confirmed: ${status} ${text}`)
  return { app, recoveryCodes: body.recoveryCodes }
}
