// Generated logs and mutated downloads, judged by this project's verifier and by a second implementation of the same
// reference, where ../shared/data has it. Both must give the same verdict on each.
//   node tests/long/compare-verifiers.ts [seed] [logs]
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { VerifyEd25519 } from '../../src/domain/log/policy.ts'
import { type Download, verifyLog } from '../../src/domain/log/verify.ts'
import { downloadOf, generatedLog } from '../support/log/generated-log.ts'
import { mutatedDownload } from '../support/log/mutated-log.ts'

const SECOND = new URL('../../../shared/data/transparency-verify.mjs', import.meta.url)
export const hasSecondVerifier = existsSync(SECOND)

interface Problem {
  check: string
}

type Verifier = (download: Download) => Promise<{ problems: readonly Problem[] }>

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const keys = new Map<string, ReturnType<typeof createPublicKey>>()

/** OpenSSL's Ed25519: the bundled one is tested by the vectors, and is slow. */
const hostVerify: VerifyEd25519 = (publicKey, message, signature) => {
  const name = String(publicKey)
  const key =
    keys.get(name) ?? createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  keys.set(name, key)
  return verify(null, message, key, signature)
}

const ours: Verifier = (download) => verifyLog(download, { verify: hostVerify })

/** The checks that fail, by their numbers; a file that cannot be read at all counts as one. */
async function failuresOf(verifier: Verifier, download: Download): Promise<string[]> {
  try {
    const { problems } = await verifier(download)
    return problems.map(({ check }) => check)
  } catch {
    return ['unreadable']
  }
}

export interface Comparison {
  logs: number
  /** How many both found correct. */
  correct: number
  /** The logs of other verdicts, as `mutated 12`. */
  disagreements: string[]
  /** The checks that failed in some log. */
  checks: Set<string>
}

/** Compares the verdicts on `logs` generated and as many mutated logs. Both must find each generated one correct. */
export async function compareVerifiers(
  seed: number,
  logs: number,
): Promise<Record<'generated' | 'mutated', Comparison>> {
  const { verify: second } = (await import(SECOND.href)) as { verify: Verifier }
  const compare = async (kind: string, make: (seed: number) => Download): Promise<Comparison> => {
    const found: Comparison = { logs, correct: 0, disagreements: [], checks: new Set() }
    for (let i = 0; i < logs; i++) {
      const download = make(seed + i)
      const mine = await failuresOf(ours, download)
      const theirs = await failuresOf(second, download)
      if (mine.length === 0 && theirs.length === 0) found.correct++
      if ((mine.length === 0) !== (theirs.length === 0)) found.disagreements.push(`${kind} ${seed + i}`)
      for (const name of mine) found.checks.add(name)
    }
    return found
  }
  return {
    generated: await compare('generated', (one) => downloadOf(generatedLog(one))),
    mutated: await compare('mutated', mutatedDownload),
  }
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? process.env.TEST_SEED ?? 1) % 1_000_000
  const logs = Number(process.argv[3] ?? 1000)
  if (!hasSecondVerifier) console.log('../shared/data has no second verifier, so nothing is compared.')
  else {
    const { generated, mutated } = await compareVerifiers(seed, logs)
    console.log({ seed, generated, mutated })
    assert.deepEqual([...generated.disagreements, ...mutated.disagreements], [])
    assert.equal(generated.correct, logs)
    assert(mutated.correct < logs / 2)
  }
}
