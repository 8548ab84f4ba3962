import { createHash } from 'node:crypto'
import { Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js'
import { Hono } from 'hono'
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  type RelativeDistinguishedNames,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { z } from 'zod'
import { createMode, FAULTS, withFaults, type Env } from './base/base.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const CODE_SIGNING = '1.3.6.1.5.5.7.3.3'
const DAY = 86_400_000

const MODE = FAULTS.extend({
  /** What is wrong with a stamp that is answered in time. */
  lie: z.enum(['nonce', 'imprint', 'purpose', 'not-critical', 'root', 'signature', 'refused']).optional(),
  /** Milliseconds by which the clocks of both are ahead. */
  clock: z.int().default(0),
})
type Lie = z.infer<typeof MODE>['lie']

interface Keys {
  publicKey: CryptoKey
  privateKey: CryptoKey
}

const newKeys = (): Promise<Keys> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const extension = (extnID: string, critical: boolean, value: BasicConstraints | ExtKeyUsage) =>
  new Extension({ extnID, critical, extnValue: value.toSchema().toBER() })
const forPurposes = (critical: boolean, ...keyPurposes: string[]) =>
  extension('2.5.29.37', critical, new ExtKeyUsage({ keyPurposes }))
const digest = (bytes: ArrayBuffer) =>
  new OctetString({ valueHex: createHash('sha256').update(new Uint8Array(bytes)).digest() })

/** A certificate from yesterday on for ten years. */
async function certificate(
  name: string,
  keys: Keys,
  issuer: { name: string; keys: Keys },
  extensions: Extension[],
) {
  const made = new Certificate({ version: 2, serialNumber: new Integer({ value: 1 }), extensions })
  const set = (of: RelativeDistinguishedNames, text: string) =>
    of.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: text }) }),
    )
  set(made.subject, name)
  set(made.issuer, issuer.name)
  // oxlint-disable-next-line project/clock -- another company has its own clock
  const now = Date.now()
  made.notBefore.value = new Date(now - DAY)
  made.notAfter.value = new Date(now + 3650 * DAY)
  await made.subjectPublicKeyInfo.importKey(keys.publicKey)
  await made.sign(issuer.keys.privateKey, 'SHA-256')
  return made
}

async function newRoot(name: string) {
  const keys = await newKeys()
  const isAuthority = extension('2.5.29.19', true, new BasicConstraints({ cA: true }))
  return { name, keys, certificate: await certificate(name, keys, { name, keys }, [isAuthority]) }
}

/** An authority with a new root. It proves nothing. */
async function newAuthority(name: string) {
  const root = await newRoot(`${name} root`)
  const keys = await newKeys()
  const own = await certificate(name, keys, root, [forPurposes(true, TIME_STAMPING)])
  let serial = 0

  /** The certificate with the defect of a lie. */
  async function signerOf(lie: Lie): Promise<Certificate> {
    if (lie === 'purpose')
      return certificate(name, keys, root, [forPurposes(true, TIME_STAMPING, CODE_SIGNING)])
    if (lie === 'not-critical') return certificate(name, keys, root, [forPurposes(false, TIME_STAMPING)])
    if (lie === 'root')
      return certificate(name, keys, await newRoot(root.name), [forPurposes(true, TIME_STAMPING)])
    return own
  }

  /** Answers a request, both in DER. @param time of its clock, in milliseconds */
  async function answer(der: ArrayBuffer, time: number, lie: Lie): Promise<ArrayBuffer> {
    const { messageImprint, nonce } = TimeStampReq.fromBER(der)
    if (lie === 'imprint') messageImprint.hashedMessage = digest(der)
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      messageImprint,
      ...(nonce && { nonce: lie === 'nonce' ? new Integer({ value: 7 }) : nonce }),
      serialNumber: new Integer({ value: ++serial }),
      genTime: new Date(Math.floor(time / 1000) * 1000),
    })
    const content = info.toSchema().toBER()
    const signer = await signerOf(lie)
    // ESSCertIDv2 of RFC 5816, whose default is SHA-256.
    const hash = new Sequence({ value: [digest(signer.toSchema().toBER())] })
    const essCert = new Sequence({ value: [new Sequence({ value: [hash] })] })
    const attribute = (type: string, value: ObjectIdentifier | OctetString | Sequence) =>
      new Attribute({ type, values: [value] })
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: TST_INFO,
        eContent: new OctetString({ valueHex: content }),
      }),
      certificates: [signer],
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
          signedAttrs: new SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: TST_INFO })),
              attribute('1.2.840.113549.1.9.4', digest(content)),
              attribute('1.2.840.113549.1.9.16.2.47', essCert),
            ],
          }),
        }),
      ],
    })
    const signing = lie === 'signature' ? await newKeys() : keys
    await signed.sign(signing.privateKey, 0, 'SHA-256', content)
    const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
    const status = new PKIStatusInfo({ status: lie === 'refused' ? 2 : 0 })
    const response = new TimeStampResp({ status, timeStampToken: token })
    return response.toSchema().toBER()
  }

  const base64 = Buffer.from(root.certificate.toSchema(true).toBER()).toString('base64')
  return {
    roots: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
    answer,
  }
}

/** Two time-stamping authorities (RFC 3161) at `/timestamp/NAME`, with new roots at each start. They prove nothing. */
export async function createAuthorities(url: string) {
  const names = ['standin1', 'standin2']
  const made = new Map(
    await Promise.all(names.map(async (name) => [name, await newAuthority(`Stand-in ${name}`)] as const)),
  )
  const mode = createMode(MODE, '/timestamp/mode')
  const asked: Record<string, number> = {}
  const routes = new Hono<Env>().route('/', mode.routes)
  routes.get('/timestamp.json', (c) => c.json(asked))
  routes.use('/timestamp/:name', (c, next) => {
    const name = c.req.param('name')
    asked[name] = (asked[name] ?? 0) + 1
    return next()
  })
  routes.post('/timestamp/:name', withFaults(mode), async (c) => {
    const authority = made.get(c.req.param('name'))
    if (!authority || c.req.header('content-type') !== 'application/timestamp-query') return c.text('', 404)
    const { lie, clock, only } = mode.get()
    // oxlint-disable-next-line project/clock -- another company has its own clock
    const time = Date.now() + clock
    const answer = await authority.answer(
      await c.req.arrayBuffer(),
      time,
      c.req.path.endsWith(only) ? lie : undefined,
    )
    return c.body(answer, 200, { 'content-type': 'application/timestamp-reply' })
  })
  return {
    routes,
    /** What an app's settings name. */
    authorities: [...made].map(([name, { roots }]) => ({ name, url: `${url}/timestamp/${name}`, roots })),
  }
}
