import type { Context, MiddlewareHandler, Next } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { PagePolicy } from '../../web/render.tsx'
import { PAYSTACK_URL, type Settings } from '../base/settings.ts'
import type { Build } from './build.ts'

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>

/** Headers that are the same on every answer. Hono's own defaults for referrer and opener break forms and pop-ups. */
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
 * For every answer that is not a page: data, files, refusals, health. Should it be opened as a page,
 * nothing in it may run, load or be framed.
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
 * For pages: scripts from our files only and none inline, the one inline style by its hash. Forms may lead to the two
 * other hosts, because browsers apply `form-action` to the redirect after a login too.
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

const CHECKOUT = 'https://checkout.paystack.com'
/** Where Apple Pay's sessions are opened, and Apple's button, which the library loads where a device can pay so. */
const WALLETS = 'https://standard.paystack.co'
const APPLE_PAY = 'https://applepay.cdn-apple.com'

/**
 * For the pages that open the checkout library: its window, its calls, the merchant's picture, and the style elements
 * that it writes, which change with the merchant, so that no hash can name them. In the demo the stand-in's host only.
 */
function payingHeaders(settings: Settings, styleSource: string) {
  const api = settings.paystack?.apiUrl ?? PAYSTACK_URL
  const isReal = api === PAYSTACK_URL
  const checkout = isReal ? CHECKOUT : new URL(api).origin
  const base = common(settings)
  return secureHeaders({
    ...base,
    permissionsPolicy: { ...base.permissionsPolicy, payment: ['self', checkout] },
    contentSecurityPolicy: {
      ...strictPolicy(settings, styleSource),
      scriptSrc: ["'self'", ...(isReal ? [APPLE_PAY] : [])],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', isReal ? 'https:' : checkout],
      connectSrc: ["'self'", ...(isReal ? [PAYSTACK_URL, WALLETS] : [checkout])],
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

/** For pages whose address carries a token: other sites do not even learn the host. Registered before the others. */
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
    payments: payingHeaders(settings, styleSource),
  }
  return (c: Context, next: Next) => headers[render.findPage(c.req.path).policy](c, next)
}
