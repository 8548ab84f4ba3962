// Asks a time-stamping authority (RFC 3161) for a stamp of a head, and checks what it answers. The job loads this file with
// its first request: pkijs takes 0.2 s.
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { CLOCK_MARGIN } from '../../rules/stamps.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'

export type Authority = Settings['timestamps']['authorities'][number]

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const DATA = '1.2.840.113549.1.7.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const REPLY = 'application/timestamp-reply'

const hex = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(bytes as Uint8Array).toString('hex')

/**
 * Asks an authority for a stamp of a head. It learns nothing else.
 *
 * @param head 64 hexadecimal digits
 * @param now our clock at the answer, in milliseconds
 * @returns the bytes of the answer, and its time in milliseconds
 * @throws Error with the reason when there is no answer, or a stamp that is not ours or not right
 */
export async function askForStamp(
  { url, roots }: Authority,
  head: string,
  now: () => Promise<number>,
): Promise<{ token: Buffer; time: number }> {
  const { request, nonce } = requestOf(head)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: REPLY },
    body: request,
    // A redirect could lead into this server's network.
    redirect: 'error',
    signal: AbortSignal.timeout(PREDICTION_LIMITS.stampMs),
  })
  const isReply = response.headers.get('content-type')?.split(';')[0]?.trim() === REPLY
  if (!response.ok || !isReply) {
    await response.body?.cancel()
    throw new Error(`It answered ${response.status}${isReply ? '' : ', and no time stamp'}.`)
  }
  const token = await bodyOf(response)
  const stamp = readStamp(token)
  if (stamp.algorithm !== SHA256 || stamp.head !== head) throw new Error('The stamp is of something else.')
  if (stamp.nonce !== nonce) throw new Error('The stamp answers another request.')
  if (Math.abs(stamp.time - (await now())) > CLOCK_MARGIN)
    throw new Error('Its clock differs from ours by more than two minutes.')
  await checkSignature(stamp, roots)
  return { token, time: stamp.time }
}

/** A request in DER, with its nonce in hexadecimal digits. */
function requestOf(head: string) {
  const nonce = randomBytes(8)
  // Positive, and never shortened by DER.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: Buffer.from(head, 'hex') }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return { request: request.toSchema().toBER(), nonce: hex(nonce) }
}

/** Stops reading an answer that is too long, whatever its `Content-Length` says. */
async function bodyOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > PREDICTION_LIMITS.stampBytes) throw new Error('The answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** @throws Error for a refusal, and for bytes that are no response */
function readStamp(der: Buffer<ArrayBuffer>) {
  const { status, timeStampToken } = TimeStampResp.fromBER(der)
  if (status.status > 1 || !timeStampToken) throw new Error(`It refused, with status ${status.status}.`)
  const signed = new SignedData({ schema: timeStampToken.content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== TST_INFO || !eContent) throw new Error('The answer holds no time stamp.')
  const { messageImprint, nonce, genTime } = TSTInfo.fromBER(eContent.getValue())
  return {
    signed,
    algorithm: messageImprint.hashAlgorithm.algorithmId,
    head: hex(messageImprint.hashedMessage.valueBlock.valueHexView),
    nonce: nonce ? hex(nonce.valueBlock.valueHexView) : null,
    time: genTime.getTime(),
  }
}

/**
 * Checks the signature, and the certificate with its chain, at the time of the stamp.
 *
 * @param roots certificates in PEM
 * @throws Error with the reason; pkijs throws for an unknown root and returns false for a wrong signature
 */
async function checkSignature({ signed, time }: ReturnType<typeof readStamp>, roots: string): Promise<void> {
  // For a time stamp pkijs wants the stamped bytes, here the whole file. As plain content it checks the rest alike.
  signed.encapContentInfo.eContentType = DATA
  const result = await signed.verify({
    signer: 0,
    trustedCerts: certificatesOf(roots),
    checkChain: true,
    extendedMode: true,
    checkDate: new Date(time),
  })
  if (signed.signerInfos.length !== 1 || !result.signatureVerified) throw new Error('The signature is wrong.')
  const purpose = result.signerCertificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const { keyPurposes = [] } = (purpose?.parsedValue ?? {}) as { keyPurposes?: string[] }
  if (!purpose?.critical || keyPurposes.join() !== TIME_STAMPING)
    throw new Error('Its certificate is not for time stamps alone.')
}

const certificatesOf = (pem: string) =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, base64 = '']) =>
    Certificate.fromBER(Buffer.from(base64, 'base64')),
  )
