import { PREDICTION_LIMITS } from './predictions.ts'

/** Limits of uploaded pictures. */
export const IMAGE_LIMITS = {
  /** Bytes of an uploaded picture, enough for a phone's photo. */
  bytes: 8 * 1024 * 1024,
  /** Pixels of an uploaded picture after decoding, against decompression bombs. */
  pixels: 25_000_000,
  /** Longest side of a stored picture in pixels, enough for the widest card on a dense screen. */
  side: 1280,
  /** Uploads that wait to be encoded. */
  waiting: 8,
  /** Seconds; longer than any picture within the limits takes. */
  encodeSeconds: 10,
} as const

/** The path of uploaded pictures. */
export const OWN_IMAGES = '/api/images/'

/** The name of an uploaded picture: the SHA-256 of its bytes. */
export const IMAGE_NAME = /^[0-9a-f]{64}\.webp$/

/** A host name. Its last part starts with a letter, which excludes every form of an IP address (WHATWG URL, 3.5). */
const HTTPS =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](?::\d{1,5})?(?:[/?#]|$)/i
/** The characters of an address (RFC 3986): no spaces, quotes, angle brackets, backslashes or other scripts. */
const CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/

/**
 * The name of an uploaded picture from its address, which is absolute or only a path; null for every other address.
 *
 * @param appUrl the address of the app, without a slash at the end
 */
export function ownImageName(address: string, appUrl: string): string | null {
  const path = address.startsWith(`${appUrl}/`) ? address.slice(appUrl.length) : address
  if (!path.startsWith(OWN_IMAGES)) return null
  const name = path.slice(OWN_IMAGES.length)
  return IMAGE_NAME.test(name) ? name : null
}

/**
 * The problem with the address of a picture on another host; null if it is valid. Browsers fetch it directly, the server
 * never does. So only https and a host name are allowed, without a username or password.
 */
export function imageAddressProblem(address: string): string | null {
  if (address.length > PREDICTION_LIMITS.imageAddress)
    return `The address of a picture has at most ${PREDICTION_LIMITS.imageAddress} characters.`
  if (!/^https:\/\//i.test(address)) return 'The address of a picture starts with https://'
  if (!HTTPS.test(address) || !CHARACTERS.test(address))
    return 'This is not the address of a picture on the web.'
  return null
}
