// Trips to Google's stand-in, as the pop-up of a sign-in makes them.
import type { Answer, TestServer, Visitor } from './test-server.ts'

/** Who somebody says to be at Google, or that they go back. */
export interface AtGoogle {
  email: string
  name?: string
  /** Whether Google vouches for the e-mail; yes unless said otherwise. */
  verified?: boolean
  /** Google's id of the person; follows from the e-mail where left out. */
  sub?: string
  action?: 'continue' | 'cancel'
}

const SIGN_IN = '/api/auth/sign-in/social'
export const LINK = '/api/auth/link-social'

/** Begins a trip: the answer says where the pop-up goes. */
export const beginTrip = (visitor: Visitor, path = SIGN_IN): Promise<Answer<any>> =>
  visitor.post(path, { provider: 'google' })

/** At Google: fills in the form. @returns the path on our server that the browser is sent back to */
export async function atGoogle(url: string, { verified = true, ...form }: AtGoogle): Promise<string> {
  const fields = { name: '', sub: '', action: 'continue', ...form, ...(verified && { verified: 'on' }) }
  const jar = new Map<string, string>()
  const go = async (address: string, body: URLSearchParams | null = null): Promise<string> => {
    const { pathname, search } = new URL(address)
    if (pathname.startsWith('/api/auth/callback/')) return pathname + search
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const method = body ? 'POST' : 'GET'
    const response = await fetch(address, { method, body, redirect: 'manual', headers: { cookie } })
    await response.arrayBuffer()
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (location) return go(new URL(location, address).href)
    if (response.status !== 200 || body) throw new Error(`Google's stand-in answers ${response.status}`)
    return go(address, new URLSearchParams(fields))
  }
  return go(url)
}

/** Back from Google. @returns how the trip ended, as the page that waits for it is told */
export async function comeBack(visitor: Visitor, callback: string): Promise<string> {
  const { status, headers } = await visitor.get(callback)
  const location = headers.get('location') ?? ''
  if (status !== 302 || !location.includes('/popup-done?')) throw new Error(`callback: ${status} ${location}`)
  return new URL(location).searchParams.get('outcome') ?? ''
}

/** A whole trip. @returns how it ended */
export async function googleTrip(visitor: Visitor, person: AtGoogle, path = SIGN_IN): Promise<string> {
  const { status, body } = await beginTrip(visitor, path)
  if (status !== 200) throw new Error(`no trip began: ${status}`)
  return comeBack(visitor, await atGoogle(body.url, person))
}

/** Breaks Google, or mends it. */
export async function setGoogleMode(
  { sandboxUrl }: Pick<TestServer, 'sandboxUrl'>,
  mode: string,
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/google/mode`, { method: 'PUT', body: JSON.stringify({ mode }) })
  if (!response.ok) throw new Error(`no such mode: ${mode}`)
}
