import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { PagePolicy } from '../../../app/web/render.tsx'
import { PAYSTACK_URL } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { Env } from '../api/env.ts'
import type { HeaderValues } from './answer.ts'
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

/** The headers that Hono's middleware sets. */
async function valuesOf(middleware: MiddlewareHandler): Promise<HeaderValues> {
  const app = new Hono().use(middleware).get('/', (c) => c.body(null))
  return Object.fromEntries((await app.request('/')).headers)
}

/**
 * Headers of every answer that is not a page: data, files, refusals, health. A browser that opens one as a page runs,
 * loads and frames nothing. Share pictures and what other sites may show have a resource policy of their own.
 */
export const dataHeaders = (settings: Settings, own: Options = {}): Promise<HeaderValues> =>
  valuesOf(
    secureHeaders({
      ...common(settings),
      ...own,
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    }),
  )

/** Headers of the service worker's script. Its policy is that of the worker: it runs and fetches only from this server. */
export function workerHeaders(settings: Settings): MiddlewareHandler<Env> {
  const values = valuesOf(
    secureHeaders({
      ...common(settings),
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
      },
    }),
  )
  return withHeaders(values)
}

/** Sets the headers after the handler. */
const withHeaders =
  (values: Promise<HeaderValues>): MiddlewareHandler<Env> =>
  async ({ env: { outgoing } }, next) => {
    await next()
    if (outgoing) outgoing.security = await values
  }

/**
 * Headers of pages: scripts only from this server and none inline, the one inline style by its hash. `form-action` allows
 * the two other hosts, because browsers also apply it to the redirect after a login.
 */
function policyHeaders(settings: Settings, style: string, policy: Exclude<PagePolicy, 'payments'>) {
  const { imageHost } = settings
  return secureHeaders({
    ...common(settings),
    contentSecurityPolicy: {
      ...strictPolicy(settings),
      styleSrc: ["'self'", style],
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
function checkoutHeaders(settings: Settings) {
  const api = settings.paystack?.apiUrl ?? PAYSTACK_URL
  const isReal = api === PAYSTACK_URL
  const checkout = isReal ? CHECKOUT_URL : new URL(api).origin
  const base = common(settings)
  return secureHeaders({
    ...base,
    permissionsPolicy: { ...base.permissionsPolicy, payment: ['self', checkout] },
    contentSecurityPolicy: {
      ...strictPolicy(settings),
      scriptSrc: ["'self'", ...(isReal ? [APPLE_PAY_URL] : [])],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', isReal ? 'https:' : checkout],
      connectSrc: ["'self'", ...(isReal ? [PAYSTACK_URL, WALLET_URL] : [checkout])],
      frameSrc: [checkout],
      // Without script, the form of a plan is answered with a redirect to Paystack's page.
      formAction: [...formAction(settings), checkout],
    },
  })
}

function formAction({ resultsAppUrl, basicAppUrl }: Settings): string[] {
  const hosts = [resultsAppUrl, basicAppUrl].filter((url) => url.startsWith('http'))
  return ["'self'", ...hosts.map((url) => new URL(url).origin)]
}

function strictPolicy(settings: Settings): NonNullable<Options['contentSecurityPolicy']> {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: formAction(settings),
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  }
}

/**
 * For pages with a token in their address: other sites get no referrer at all. It is registered before the page headers,
 * so that it overwrites theirs.
 */
export const hideReferrer: MiddlewareHandler<Env> = async ({ env: { outgoing } }, next) => {
  await next()
  if (outgoing) outgoing.security = { ...outgoing.security, 'referrer-policy': 'same-origin' }
}

/** The headers of a page, by what it has to load from elsewhere. */
export function pageHeaders(settings: Settings, { render, styles }: Build): MiddlewareHandler<Env> {
  const known = new Map<string, Promise<HeaderValues>>()
  return async (c, next) => {
    await next()
    const { policy } = render.findPage(c.req.path)
    const sheet = c.get('sheet') ?? 'main'
    const key = `${policy} ${sheet}`
    const make = () =>
      policy === 'payments'
        ? checkoutHeaders(settings)
        : policyHeaders(settings, styles[sheet].source, policy)
    const values = known.get(key) ?? valuesOf(make())
    known.set(key, values)
    if (c.env.outgoing) c.env.outgoing.security = await values
  }
}
