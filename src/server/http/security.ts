import type { Context, MiddlewareHandler, Next } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { PagePolicy } from '../../web/render.tsx'
import { PAYSTACK_URL } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { Build } from './build.ts'

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>

/** Headers of every answer. Hono's defaults for the referrer and opener policies break forms and pop-ups. */
function common(settings: Settings): Options {
  return {
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-origin',
    originAgentCluster: '?1',
    strictTransportSecurity: settings.appUrl.startsWith('https://')
      ? 'max-age=31536000; includeSubDomains'
      : false,
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: ['self'] },
  }
}

/**
 * Headers of every answer that is not a page: data, files, refusals, health. A browser that opens one as a page runs,
 * loads and frames nothing.
 */
export function dataHeaders(settings: Settings): MiddlewareHandler {
  const set = secureHeaders({
    ...common(settings),
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  })
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('content-security-policy')) await set(c, () => Promise.resolve())
  }
}

/**
 * Headers of pages: scripts only from this server and none inline, the one inline style by its hash. `form-action` allows
 * the two other hosts, because browsers also apply it to the redirect after a login.
 */
function policyHeaders(settings: Settings, styleSource: string, policy: Exclude<PagePolicy, 'payments'>) {
  const { imageHost } = settings
  return secureHeaders({
    ...common(settings),
    contentSecurityPolicy: {
      ...strictPolicy(settings, styleSource),
      imgSrc: ["'self'", 'data:', ...(policy === 'plain' ? [] : ['https:'])],
      connectSrc: ["'self'", ...(policy === 'uploads' && imageHost ? [new URL(imageHost.url).origin] : [])],
    },
  })
}

const CHECKOUT_URL = 'https://checkout.paystack.com'
/** Opens Apple Pay sessions. */
const WALLET_URL = 'https://standard.paystack.co'
/** Serves Apple's button to devices with Apple Pay. */
const APPLE_PAY_URL = 'https://applepay.cdn-apple.com'

/**
 * Headers of the pages that open Paystack's checkout: they allow its frame, its calls and the merchant's logo. The library
 * writes style elements that differ by merchant, so no hash can allow them. In the demo only the stand-in's host is allowed.
 */
function checkoutHeaders(settings: Settings, styleSource: string) {
  const api = settings.paystack?.apiUrl ?? PAYSTACK_URL
  const isReal = api === PAYSTACK_URL
  const checkout = isReal ? CHECKOUT_URL : new URL(api).origin
  const base = common(settings)
  return secureHeaders({
    ...base,
    permissionsPolicy: { ...base.permissionsPolicy, payment: ['self', checkout] },
    contentSecurityPolicy: {
      ...strictPolicy(settings, styleSource),
      scriptSrc: ["'self'", ...(isReal ? [APPLE_PAY_URL] : [])],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', isReal ? 'https:' : checkout],
      connectSrc: ["'self'", ...(isReal ? [PAYSTACK_URL, WALLET_URL] : [checkout])],
      frameSrc: [checkout],
    },
  })
}

function strictPolicy(
  settings: Settings,
  styleSource: string,
): NonNullable<Options['contentSecurityPolicy']> {
  const hosts = [settings.resultsAppUrl, settings.basicAppUrl].filter((url) => url.startsWith('http'))
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", styleSource],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'", ...hosts.map((url) => new URL(url).origin)],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  }
}

/**
 * For pages with a token in their address: other sites get no referrer at all. It is registered before the page headers,
 * so that it overwrites theirs.
 */
export const hideReferrer: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('referrer-policy', 'same-origin')
}

/** The headers of each page by what it has to load from elsewhere: most pages nothing. */
export function pageHeaders(
  settings: Settings,
  { styleSource, render }: Pick<Build, 'styleSource' | 'render'>,
) {
  const headers = {
    plain: policyHeaders(settings, styleSource, 'plain'),
    pictures: policyHeaders(settings, styleSource, 'pictures'),
    uploads: policyHeaders(settings, styleSource, 'uploads'),
    payments: checkoutHeaders(settings, styleSource),
  }
  return (c: Context, next: Next) => headers[render.findPage(c.req.path).policy](c, next)
}
