// The built `verify.mjs`, as a stranger runs it and as a page loads it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import vectors from '../../src/forecasts/rules/log/fixtures/vectors.json' with { type: 'json' }
import { rootDir } from '../../src/platform/server/base/root.ts'

const BUILT = join(rootDir(), 'dist/verify/verify.mjs')
const folder = mkdtempSync(join(tmpdir(), 'lotto-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')
const { correct } = vectors
const record = lines(correct.record)
const FILES = {
  'verify.mjs': readFileSync(BUILT, 'utf8'),
  'record.jsonl': record,
  'changed.jsonl': record.replace('[88,7,31,60,2]', '[88,7,31,60,4]'),
  'windows.jsonl': record.replaceAll('\n', '\r\n'),
  'heads.jsonl': lines(correct.heads.map((head) => JSON.stringify(head))),
  'texts.jsonl': lines(correct.texts.map((text) => JSON.stringify(text))),
  'mail.txt': `Record 12 ${correct.allHeads[11]} Keep this mail.\n`,
  'note.txt': 'a note of mine\n',
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
mkdirSync(join(folder, 'stamps'))
for (const { file, token } of correct.stamps)
  writeFileSync(join(folder, 'stamps', file), Buffer.from(token, 'base64'))

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
const check = (file: string, ...more: string[]) =>
  run(file, 'heads.jsonl', 'stamps', ...more, '--now', '2026-11-23T23:59:00Z')

describe('node verify.mjs', () => {
  test('says what it checked, what is covered, and how openssl checks each stamp', () => {
    const { status, stdout } = check('record.jsonl', 'mail.txt', '--texts', 'texts.jsonl')
    const all = stdout.split('\n')
    expect(all[1]).toBe('These checks found no problem.')
    expect(all[4]).toBe(
      'Covered by a head that you kept: the first 12 of 12. The site cannot have changed these since you got it.',
    )
    expect(all.filter((line) => line.includes('openssl ts -verify'))).toEqual([
      'head -n 6 record.jsonl | openssl ts -verify -data /dev/stdin -in stamps/6-a.tsr -attime 1795424403 -CAfile a.pem  # 2026-11-23T09:00:03.000Z',
      'head -n 7 record.jsonl | openssl ts -verify -data /dev/stdin -in stamps/7-b.tsr -attime 1795444202 -CAfile b.pem  # 2026-11-23T14:30:02.000Z',
    ])
    expect(stdout).not.toContain('is correct')
    expect(status).toBe(0)
  })

  test('finds one changed byte, and names the checks', () => {
    const { status, stdout } = check('changed.jsonl', 'mail.txt')
    for (const id of ['C1', 'C2']) expect(stdout).toContain(`PROBLEM ${id}`)
    expect(status).toBe(1)
    expect(check('windows.jsonl').stdout).toContain('PROBLEM N1: The lines end with CR LF')
  })

  test('lists the stamps to download', () => {
    expect(run('--list', 'heads.jsonl').stdout).toBe('6-a.tsr\n7-b.tsr\n')
  })

  test.each([
    [['missing.jsonl', 'heads.jsonl', 'stamps'], 'Cannot read missing.jsonl (ENOENT).'],
    [['record.jsonl', 'heads.jsonl', 'none'], 'Cannot read none (ENOENT).'],
    [['record.jsonl', 'heads.jsonl', 'stamps', 'note.txt'], 'What you kept has no head'],
    [['record.jsonl', 'note.txt', 'stamps'], 'Line 1 of heads.jsonl cannot be read.'],
  ])('%j cannot be read', (args, message) => {
    const { status, stderr } = run(...args)
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })

  test('explains itself without files', () => {
    expect(run()).toMatchObject({ status: 2, stdout: expect.stringContaining('--texts FILE') as string })
  })
})

test('the file imports nothing and loads nothing', () => {
  const code = FILES['verify.mjs'].replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  expect(code).not.toMatch(/\bimport\s*[({'"*]|\bfrom\s*['"]|\bfetch\b|XMLHttpRequest|WebSocket/)
})
