/** Stamps of time-stamping authorities (RFC 3161), read without a check of their signature: openssl checks that. */
import { bytesToHex } from './bytes.ts'
import type { Head } from './head.ts'

/** The response of an authority (.tsr) for the head of a size. */
export interface Stamp {
  size: number
  authority: string
  token: Uint8Array
}

/** A line of `heads.jsonl`: a head of the site, and the authorities that stamped it. */
export interface ServedHead extends Head {
  stamps: readonly string[]
}

/** `7-digicert.tsr` */
export const stampFile = ({ size, authority }: Pick<Stamp, 'size' | 'authority'>): string =>
  `${size}-${authority}.tsr`

/** Inverse of {@link stampFile}; null for another name. */
export function readStampFile(name: string): Pick<Stamp, 'size' | 'authority'> | null {
  const [, size, authority] = /^([1-9]\d{0,8})-([a-z0-9]{1,20})\.tsr$/.exec(name) ?? []
  return size && authority ? { size: Number(size), authority } : null
}

/** Reads `heads.jsonl`. @throws Error, with a sentence for people */
export function readHeads(text: string): ServedHead[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, i) => {
    try {
      const { size, head, stamps } = JSON.parse(line) as ServedHead
      if (Number.isInteger(size) && typeof head === 'string' && Array.isArray(stamps))
        return { size, head, stamps: stamps.map(String) }
    } catch {
      // Reported below.
    }
    throw new Error(`Line ${i + 1} of heads.jsonl cannot be read.`)
  })
}

/** Checks the signature of a stamp at its time, in milliseconds, because certificates expire. */
export const opensslCommand = (
  { size, authority, time }: Omit<Stamp, 'token'> & { time: number },
  file = 'record.jsonl',
  folder = 'stamps',
): string =>
  `head -n ${size} ${file} | openssl ts -verify -data /dev/stdin -in ${folder}/${stampFile({ size, authority })} -attime ${Math.floor(time / 1000)} -CAfile ${authority}.pem  # ${new Date(time).toISOString()}`

const TST_INFO = '2a864886f70d0109100104'
const SHA256 = '608648016503040201'
/** An octet string in pieces (BER), as pkijs writes it. */
const PIECES = 0x24

/** The values of DER in some bytes. @throws RangeError for a length that points past their end */
function values(bytes: Uint8Array): { tag: number; value: Uint8Array }[] {
  const found = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]!
    let length = bytes[at + 1] ?? 0x80
    at += 2
    if (length === 0x80) throw new RangeError('It is not DER.')
    if (length > 0x80) {
      const digits = bytes.subarray(at, at + length - 0x80)
      at += length - 0x80
      length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
    }
    if (at + length > bytes.length) throw new RangeError('It is not DER.')
    found.push({ tag, value: bytes.subarray(at, at + length) })
    at += length
  }
  return found
}

/** A part of DER by the places on the way to it. @throws RangeError when there is none */
function part(bytes: Uint8Array, ...path: number[]): Uint8Array {
  let found = bytes
  for (const place of path) {
    const one = values(found)[place]
    if (!one) throw new RangeError('A part of it is missing.')
    found = one.value
  }
  return found
}

/** The head and the time, in milliseconds, that a response names. @throws Error for a refusal and for other bytes */
export function readToken(token: Uint8Array): { head: string; time: number } {
  const status = part(token, 0, 0, 0)
  if (status.length !== 1 || status[0]! > 1) throw new Error('The authority refused.')
  // ContentInfo, SignedData, EncapsulatedContentInfo
  const content = part(token, 0, 1, 1, 0, 2)
  if (bytesToHex(part(content, 0)) !== TST_INFO) throw new Error('It holds no time stamp.')
  const [octets] = values(part(content, 1))
  if (!octets) throw new Error('It holds no time stamp.')
  const pieces = octets.tag === PIECES ? values(octets.value).map(({ value }) => value) : [octets.value]
  const info = part(Uint8Array.from(pieces.flatMap((piece) => [...piece])), 0)
  if (bytesToHex(part(info, 2, 0, 0)) !== SHA256) throw new Error('It does not use SHA-256.')
  const text = String.fromCharCode(...part(info, 4))
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d{1,9})?)Z$/.exec(text) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!Number.isFinite(time)) throw new Error('Its time is not in UTC.')
  return { head: bytesToHex(part(info, 2, 1)), time }
}
