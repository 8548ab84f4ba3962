// The cookie of a browser that opened the sign-up form.
import { cookieName } from '../../src/platform/rules/base/cookies.ts'
import { signedValue } from '../../src/platform/server/base/auth-secrets.ts'
import type { Settings } from '../../src/platform/server/base/settings.ts'

/** Forms opened so far: two in the same millisecond would count as one that is sent twice. */
let opened = 0

/** Name and value of the cookie. @param ago milliseconds since the form was opened */
export function openedForm(settings: Settings, ago = 60_000): [string, string] {
  const value = signedValue(String(Date.now() - ago - (opened++ % 1000)), settings)
  return [cookieName(settings.appUrl, 'form'), encodeURIComponent(value)]
}

/** The Cookie header of such a browser. */
export const openedFormHeader = (settings: Settings): string => openedForm(settings).join('=')
