import type { Plugin } from 'vite'

/** Where `@paystack/inline-js` goes; each is written in it exactly once, and nothing can set them. */
const HOSTS = ['https://checkout.paystack.com/', 'https://standard.paystack.co/', 'https://api.paystack.co/']

/** A stand-in's address that is believed: on this computer, a root that ends in a slash. */
const STAND_IN = String.raw`/^http:\/\/127\.0\.0\.1:\d+\/$/`

/**
 * The library's source, so changed that all its hosts are `globalThis.paystackStandIn` where a page of the demo has set
 * that before the library is loaded, and Paystack's own everywhere else.
 * @throws when a host is not there exactly once, as after an update of the library
 */
export function redirectPaystack(source: string): string {
  return HOSTS.reduce((code, host) => {
    const literal = JSON.stringify(host)
    if (code.split(literal).length !== 2)
      throw new Error(`@paystack/inline-js no longer names ${host} exactly once`)
    const standIn = 'globalThis.paystackStandIn'
    return code.replace(literal, `(${STAND_IN}.test(${standIn})?${standIn}:${literal})`)
  }, source)
}

/** Builds the library into the app with its hosts open to the demo's stand-in. */
export const paystackHosts = (): Plugin => ({
  name: 'paystack-hosts',
  transform: {
    filter: { id: /@paystack\/inline-js\/es\/inline\.js$/ },
    handler: (code) => ({ code: redirectPaystack(code), map: null }),
  },
})
