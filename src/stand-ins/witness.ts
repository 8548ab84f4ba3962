import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { Hono } from 'hono'

interface Head {
  size: number
  root: Buffer
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)
const hash = (line: string) => Buffer.from(line, 'base64')
/** The prefix of an Ed25519 key in SPKI. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** The prefix of an Ed25519 seed in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** RFC 9162, section 2.1.4.2. */
function isConsistent(old: Head, next: Head, proof: readonly Buffer[]): boolean {
  if (old.size === 0 || old.size === next.size)
    return proof.length === 0 && (old.size === 0 || old.root.equals(next.root))
  const isPower = Number.isInteger(Math.log2(old.size))
  const [first, ...rest] = isPower ? [old.root, ...proof] : proof
  let [fn, sn] = [old.size - 1, next.size - 1]
  while (fn % 2 === 1) [fn, sn] = [(fn - 1) / 2, Math.floor(sn / 2)]
  let [fr, sr] = [first!, first!]
  for (const one of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [node(one, fr), node(one, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else sr = node(sr, one)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(next.root)
}

/** The key ID of a signed note. */
const idOf = (name: string, body: Uint8Array) => sha256(Buffer.from(`${name}\n`), body).subarray(0, 4)

/** The key of a log by its vkey. */
function logKey(vkey: string): { id: Buffer; key: KeyObject } {
  const body = hash(vkey.split('+').slice(2).join('+'))
  const der = Buffer.concat([SPKI, body.subarray(1)])
  return {
    id: idOf(vkey.split('+')[0]!, body),
    key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
  }
}

/**
 * A witness as of c2sp.org/tlog-witness, for the logs of these keys. It remembers the last size of each until it stops:
 * then it has seen nothing.
 */
export function createWitness(url: string, vkeys: readonly string[]) {
  const name = 'witness.test/stand-in'
  // The same key after each start, so that a restarted demo still accepts its older cosignatures.
  const seed = Buffer.concat([PKCS8, sha256(Buffer.from(name))])
  const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const body = Buffer.concat([Buffer.of(4), raw])
  const id = idOf(name, body)
  const logs = new Map(vkeys.map((vkey) => [vkey.split('+')[0], logKey(vkey)]))
  const known = new Map<string, Head>()
  const routes = new Hono()

  routes.post('/witness/add-checkpoint', async (c) => {
    const [request = '', text = '', signatures = ''] = (await c.req.text()).split('\n\n')
    const [first = '', ...proof] = request.split('\n')
    const [origin = '', size, root = ''] = text.split('\n')
    const old = Number(/^old (\d+)$/.exec(first)?.[1])
    const log = logs.get(origin)
    if (!log) return c.text('', 404)
    const line = signatures.split('\n').find((one) => one.startsWith(`\u2014 ${origin} `)) ?? ''
    const signature = hash(line.slice(`\u2014 ${origin} `.length))
    const isSigned = verify(null, Buffer.from(`${text}\n`), log.key, signature.subarray(4))
    if (!isSigned || !signature.subarray(0, 4).equals(log.id)) return c.text('', 403)
    const next = { size: Number(size), root: hash(root) }
    const last = known.get(origin) ?? { size: 0, root: Buffer.alloc(0) }
    if (!(old <= next.size)) return c.text('', 400)
    if (old !== last.size) return c.body(`${last.size}\n`, 409, { 'content-type': 'text/x.tlog.size' })
    if (!isConsistent(last, next, proof.map(hash))) return c.text('', old === next.size ? 409 : 422)
    known.set(origin, next)
    // oxlint-disable-next-line project/clock -- another company has its own clock
    const time = Math.floor(Date.now() / 1000)
    const seconds = Buffer.alloc(8)
    seconds.writeBigUInt64BE(BigInt(time))
    const cosignature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}\n`), privateKey)
    return c.body(`\u2014 ${name} ${Buffer.concat([id, seconds, cosignature]).toString('base64')}\n`)
  })
  return {
    routes,
    /** Its part of a policy, with its address. */
    policy: `witness stand-in ${name}+${id.toString('hex')}+${body.toString('base64')} ${url}/witness\nquorum stand-in\n`,
  }
}
