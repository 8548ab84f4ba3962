// The built `verify.mjs`, as a stranger runs it and as a page loads it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import vectors from '../../src/forecasts/rules/log/fixtures/vectors.json' with { type: 'json' }
import type { LogReport } from '../../src/forecasts/rules/log/verify.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'
import type { VerifierInput } from '../../src/app/web/verify.ts'

const BUILT = join(rootDir(), 'dist/verify/verify.mjs')
const folder = mkdtempSync(join(tmpdir(), 'lotto-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')
const record = lines(vectors.leaves.map(({ text }) => text))
const FILES = {
  // The server puts the policy in.
  'verify.mjs': readFileSync(BUILT, 'utf8').replace('"%POLICY%"', () => JSON.stringify(vectors.policy)),
  'record.jsonl': record,
  'changed.jsonl': record.replace('[88,7,31,60,2]', '[88,7,31,60,4]'),
  checkpoint: vectors.checkpoints[12],
  'noted.txt': vectors.checkpoints[6],
  'receipt.tlog-proof': vectors.tlogProof.text,
  'cosigned.jsonl': lines(Object.values(vectors.cosignedCheckpoints).map((note) => JSON.stringify(note))),
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)

const NOW = ['--now', '2026-11-23T23:59:00Z']
const OTHERS = [
  '--cosigned',
  'cosigned.jsonl',
  '--checkpoint',
  'noted.txt',
  '--checkpoint',
  'receipt.tlog-proof',
]

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('node verify.mjs', () => {
  test('finds the record of the vectors correct, with its scores', () => {
    const { status, stdout } = run('record.jsonl', '--current', 'checkpoint', ...OTHERS, ...NOW)
    expect(stdout).toContain('scored: 4 hits, 2 won')
    expect(stdout).toContain('The record is correct.')
    expect(status).toBe(0)
  })

  test('finds one changed byte, and names the checks', () => {
    const { status, stdout } = run('changed.jsonl', '--current', 'checkpoint', ...OTHERS, ...NOW)
    for (const check of ['N5', 'N6']) expect(stdout).toContain(`PROBLEM ${check}`)
    expect(stdout).toContain('The record is NOT correct.')
    expect(status).toBe(1)
  })

  test('says when the end of the file is not checked', () => {
    expect(run('record.jsonl', ...OTHERS, ...NOW).stdout).toContain('without --current')
  })

  test.each([
    [['missing.jsonl'], 'Cannot read missing.jsonl (ENOENT).'],
    [['record.jsonl', '--checkpoint', 'record.jsonl'], 'What you kept is no checkpoint'],
    [['record.jsonl', '--policy', 'record.jsonl'], 'Line 1 of the policy cannot be read.'],
  ])('%j cannot be read', (args, message) => {
    const { status, stderr } = run(...args)
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })

  test('explains itself without a file', () => {
    expect(run()).toMatchObject({ status: 2, stdout: expect.stringContaining('--checkpoint FILE') as string })
  })
})

test('the file imports nothing and loads nothing', () => {
  const code = FILES['verify.mjs'].replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  expect(code).not.toMatch(/\bimport\s*[({'"*]|\bfrom\s*['"]|\bfetch\b|XMLHttpRequest|WebSocket/)
})

test('as a module it finds the attacks of the vectors', async () => {
  const { verify } = (await import(BUILT)) as { verify: (input: VerifierInput) => Promise<LogReport> }
  for (const attack of vectors.attacks) {
    const { problems } = await verify({
      policy: vectors.policy,
      record: lines(attack.record),
      current: attack.checkpoint,
      kept: attack.notedCheckpoint === null ? [] : [attack.notedCheckpoint],
      cosigned: attack.cosigned ?? [],
      now: Date.parse(attack.now),
    })
    const found = problems.map(({ check }) => check)
    expect(found, attack.name).toEqual(expect.arrayContaining(attack.expect))
  }
})
