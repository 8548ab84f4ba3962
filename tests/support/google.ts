// Sign-ins through Google's stand-in, as the pop-up makes them.
import type { Answer, TestServer, Visitor } from './test-server.ts'

/** The identity that a person chooses at Google, or that they cancel. */
export interface GoogleChoice {
  email: string
  name?: string
  /** Whether Google has verified the e-mail. Default: true. */
  verified?: boolean
  /** Google's id of the person. Default: derived from the e-mail. */
  sub?: string
  action?: 'continue' | 'cancel'
}

const SIGN_IN = '/api/auth/sign-in/social'
export const LINK = '/api/auth/link-social'

/** Begins a sign-in. The answer holds the address that the pop-up opens. */
export const beginGoogleSignIn = (visitor: Visitor, path = SIGN_IN): Promise<Answer<any>> =>
  visitor.post(path, { provider: 'google' })

/** Fills in Google's form. @returns the path on our server to which Google redirects */
export async function chooseAtGoogle(
  url: string,
  { verified = true, ...form }: GoogleChoice,
): Promise<string> {
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

/** Opens the callback. @returns the outcome that the waiting page receives */
export async function openCallback(visitor: Visitor, callback: string): Promise<string> {
  const { status, headers } = await visitor.get(callback)
  const location = headers.get('location') ?? ''
  if (status !== 302 || !location.includes('/popup-done?')) throw new Error(`callback: ${status} ${location}`)
  return new URL(location).searchParams.get('outcome') ?? ''
}

/** A whole sign-in by Google. @returns its outcome */
export async function signInByGoogle(
  visitor: Visitor,
  person: GoogleChoice,
  path = SIGN_IN,
): Promise<string> {
  const { status, body } = await beginGoogleSignIn(visitor, path)
  if (status !== 200) throw new Error(`the sign-in did not begin: ${status}`)
  return openCallback(visitor, await chooseAtGoogle(body.url, person))
}

/** Sets how Google's stand-in behaves: see src/stand-ins/README.md. */
export async function setGoogleMode(
  { sandboxUrl }: Pick<TestServer, 'sandboxUrl'>,
  mode: object,
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/google/mode`, { method: 'PUT', body: JSON.stringify(mode) })
  if (!response.ok) throw new Error(await response.text())
}
