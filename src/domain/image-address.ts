import { LIMITS } from './limits.ts'

/** Where pictures that were uploaded to us are read. */
export const OWN_IMAGES = '/api/images/'

/** The name of a picture of ours: the SHA-256 of its bytes. */
export const IMAGE_NAME = /^[0-9a-f]{64}\.webp$/

/** A host with a name: the last part starts with a letter, so no form of an IP address gets through (WHATWG URL, 3.5). */
const HTTPS =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](?::\d{1,5})?(?:[/?#]|$)/i
/** What an address is written with (RFC 3986): no spaces, quotes, angle brackets, backslashes or other scripts. */
const SIGNS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/

/**
 * The name of a picture of ours out of its address, as the upload gave it: absolute below our own address, or only its
 * path. Null for every other address.
 *
 * @param appUrl where people reach the app, without a slash at the end
 */
export function ownImageName(address: string, appUrl: string): string | null {
  const path = address.startsWith(`${appUrl}/`) ? address.slice(appUrl.length) : address
  const name = path.startsWith(OWN_IMAGES) ? path.slice(OWN_IMAGES.length) : ''
  return IMAGE_NAME.test(name) ? name : null
}

/**
 * What is wrong with the address of a picture elsewhere; null when nothing is. Readers' browsers fetch it from its own
 * host, our server never does: so only https, a host with a name, and no name or password in it.
 */
export function imageAddressProblem(address: string): string | null {
  if (address.length > LIMITS.imageAddress)
    return `The address of a picture has at most ${LIMITS.imageAddress} characters.`
  if (!/^https:\/\//i.test(address)) return 'The address of a picture starts with https://'
  if (!HTTPS.test(address) || !SIGNS.test(address)) return 'This is not the address of a picture on the web.'
  return null
}
