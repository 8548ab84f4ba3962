import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { PUSH_LIMITS } from '../../domain/push/notifications.ts'

/** A browser's keys for messages to it, in base64url, as the Push API gives them. */
export interface BrowserKeys {
  /** The public key on P-256, uncompressed. */
  p256dh: string
  /** A secret of 16 bytes. */
  auth: string
}

/** Of each message; given by the test vector of RFC 8291 only. */
interface Randomness {
  privateKey: Buffer
  salt: Buffer
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const SECRET_BYTES = 16

/** Whether these are a point of the curve and a secret of the right length. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (decoded(p256dh).length !== POINT_BYTES || decoded(auth).length !== SECRET_BYTES) return false
  const probe = createECDH(CURVE)
  probe.generateKeys()
  try {
    probe.computeSecret(decoded(p256dh))
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for a browser (RFC 8291 with one record of RFC 8188): the body of a request with the content encoding
 * aes128gcm.
 * @throws RangeError when the message is too long for push services
 */
export function encryptFor(keys: BrowserKeys, message: string, given?: Randomness): Buffer<ArrayBuffer> {
  const own = createECDH(CURVE)
  if (given) own.setPrivateKey(given.privateKey)
  else own.generateKeys()
  const salt = given?.salt ?? randomBytes(16)
  const theirs = decoded(keys.p256dh)
  const shared = own.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own.getPublicKey()])
  const secret = derive(shared, decoded(keys.auth), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [
    cipher.update(message, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(PUSH_LIMITS.bodyBytes)
  const body = Buffer.concat([salt, size, Buffer.from([POINT_BYTES]), own.getPublicKey(), ...record])
  if (body.length > PUSH_LIMITS.bodyBytes)
    throw new RangeError(`a message of ${body.length} bytes is too long`)
  return body
}

/** Ends the last record. */
const LAST_RECORD = Buffer.from([2])

const decoded = (text: string) => Buffer.from(text, 'base64url')

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
