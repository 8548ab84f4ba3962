// Generated logs and mutated downloads, judged by this project's verifier and by a second implementation of the same
// reference, where ../shared/data has it. Both must give the same verdict on each, and the same figures of a correct one.
//   node tests/long/compare-verifiers.ts [seed] [logs]
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { VerifyEd25519 } from '../../src/forecasts/rules/log/policy.ts'
import type { CheckId } from '../../src/forecasts/rules/log/replay.ts'
import { type Download, type LogReport, verifyLog } from '../../src/forecasts/rules/log/verify.ts'
import { downloadOf, generatedLog } from '../support/log/generated-log.ts'
import { mutatedDownload } from '../support/log/mutated-log.ts'

const SECOND = new URL('../../../shared/data/transparency-verify.mjs', import.meta.url)
export const hasSecondVerifier = existsSync(SECOND)

interface Report {
  problems: readonly { check: string }[]
  /** Counts of states, standings and scores, and the entries that a reader should look at. */
  figures: unknown
}

type Verifier = (download: Download) => Promise<Report>

/** What the second verifier returns. */
interface SecondReport extends Pick<LogReport, 'problems' | 'draws'> {
  counts: Record<'late' | Exclude<keyof LogReport['counts'], 'after-lock'>, number>
  notices: readonly string[]
  scores: (Omit<LogReport['forecasts'][0], 'version' | 'isWitnessedInTime'> & {
    countingVersion: number | null
    witnessedInTime: boolean
  })[]
}

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

/** Late changes of the schedule, corrections and voids: the notices about single entries on which both agree. */
const SHARED_NOTICES = new Set<CheckId>(['S5', 'E3'])

const ours: Verifier = async (download) => {
  const report = await verifyLog(download, { verify: hostVerify })
  const { problems, notices, counts, draws, forecasts } = report
  const looks = notices.flatMap(({ check, index }) => (SHARED_NOTICES.has(check) ? [index] : []))
  return { problems, figures: { counts, draws: draws.map(forecastsOf), forecasts, looks: new Set(looks) } }
}

/** The second verifier counts the covered numbers of the last versions, ours those of the versions that count. */
const forecastsOf = ({ draw, forecasts }: LogReport['draws'][0]) => ({ draw, forecasts })

async function secondVerifier(): Promise<Verifier> {
  const { verify } = (await import(SECOND.href)) as { verify: (download: Download) => Promise<SecondReport> }
  return async (download) => {
    const { problems, notices, counts, draws, scores } = await verify(download)
    const { late, ...others } = counts
    const forecasts = scores.map(({ countingVersion, witnessedInTime, state, ...one }) => ({
      ...one,
      state: (state as string) === 'late' ? 'after-lock' : state,
      version: countingVersion,
      isWitnessedInTime: witnessedInTime,
    }))
    const looks = notices.flatMap(
      (text) => /^Entry (\d+)(?! reveals)\b/.exec(text)?.slice(1).map(Number) ?? [],
    )
    const figures = { counts: { ...others, 'after-lock': late }, draws: draws.map(forecastsOf), forecasts }
    return { problems, figures: { ...figures, looks: new Set(looks) } }
  }
}

/** A file that cannot be read at all counts as one failed check. */
const reportOf = (verifier: Verifier, download: Download): Promise<Report> =>
  verifier(download).catch(() => ({ problems: [{ check: 'unreadable' }], figures: null }))

export interface Comparison {
  logs: number
  /** How many both found correct. */
  correct: number
  /** The logs of other verdicts, as `mutated 12`. */
  disagreements: string[]
  /** The checks that failed in some log. */
  checks: Set<string>
}

/** Compares the verdicts and figures of `logs` generated and as many mutated logs. Both must find each generated one correct. */
export async function compareVerifiers(
  seed: number,
  logs: number,
): Promise<Record<'generated' | 'mutated', Comparison>> {
  const second = await secondVerifier()
  const compare = async (kind: string, make: (seed: number) => Download): Promise<Comparison> => {
    const found: Comparison = { logs, correct: 0, disagreements: [], checks: new Set() }
    for (let i = 0; i < logs; i++) {
      const download = make(seed + i)
      const mine = await reportOf(ours, download)
      const theirs = await reportOf(second, download)
      const [isMine, isTheirs] = [mine, theirs].map(({ problems }) => problems.length === 0)
      const isBoth = isMine && isTheirs
      if (isBoth) found.correct++
      if (isMine !== isTheirs || (isBoth && !isDeepStrictEqual(mine.figures, theirs.figures)))
        found.disagreements.push(`${kind} ${seed + i}`)
      for (const { check } of mine.problems) found.checks.add(check)
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
