import type { Plugin } from 'vite'

/** The hosts of `@paystack/inline-js`. Its source contains each exactly once, and no option changes them. */
const HOSTS = ['https://checkout.paystack.com/', 'https://standard.paystack.co/', 'https://api.paystack.co/']

/** A valid address of a stand-in: an origin on this computer with a final slash. */
const STAND_IN = String.raw`/^http:\/\/127\.0\.0\.1:\d+\/$/`

/**
 * Replaces the hosts in the library's source by `globalThis.paystackStandIn`, when a page of the demo sets it before the
 * library loads. Without it, the library uses Paystack's own hosts.
 * @throws when a host does not occur exactly once, as after an update of the library
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

/** Makes the library's hosts configurable for the demo's stand-in. */
export const paystackHosts = (): Plugin => ({
  name: 'paystack-hosts',
  transform: {
    // The development server appends a version to the path.
    filter: { id: /@paystack\/inline-js\/es\/inline\.js(?:\?|$)/ },
    handler: (code) => ({ code: redirectPaystack(code), map: null }),
  },
})
