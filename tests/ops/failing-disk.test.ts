// A disk that reports an error when data must reach it: strace makes fsync and fdatasync fail with EIO (DB-07). Needs
// Linux, strace and the right to trace other processes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { picture, upload } from '../support/pictures.ts'
import { newFolder, type ServerProgram, startProgram } from '../support/programs.ts'
import { type Answer, Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const FAILING = ['-f', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
const canTrace = spawnSync('strace', [...FAILING, 'true']).status === 0

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // The parent follows the name in brackets and the state.
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

describe.skipIf(!canTrace)('DB-07: a disk that fails, with strace', { timeout: 120_000 }, () => {
  const data = newFolder()
  let program: ServerProgram
  let admin: Visitor
  let days = 0

  beforeAll(async () => {
    program = await startProgram({ DATA_DIR: data.path })
    admin = new Visitor(program.url)
    await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  })
  afterAll(async () => {
    program.child.kill('SIGTERM')
    await program.ended
    data.remove()
  })

  const record = () => {
    const date = new Date(Date.UTC(2001, 0, ++days)).toISOString().slice(0, 10)
    return admin.post('/api/admin/draws', { game: 'diamond', date, winning: [1, 2, 3, 4, 5] })
  }
  const uploadPicture = async () =>
    admin.request('POST', '/api/admin/images', { raw: upload(await picture()) })

  /** Makes every write of the database's processes fail until `mend`. @returns also what strace noted */
  async function breakDisk() {
    const notes = join(data.path, 'strace.txt')
    const file = readFileSync(join(data.path, 'postgres/cluster/postmaster.pid'), 'utf8')
    const pids = familyOf(Number(file.split('\n')[0])).flatMap((pid) => ['-p', String(pid)])
    const strace: ChildProcess = spawn('strace', [...FAILING, '-o', notes, ...pids], { stdio: 'pipe' })
    let said = ''
    strace.stderr!.on('data', (text: Buffer) => (said += text.toString()))
    const ended = new Promise((resolve) => strace.on('close', resolve))
    await waitFor('strace traces the database', () => said.split(' attached').length > pids.length / 2)
    return {
      notes: () => readFileSync(notes, 'utf8'),
      async mend() {
        strace.kill('SIGTERM')
        await ended
      },
    }
  }

  test('no write succeeds that did not reach the disk, and the next start recovers', async () => {
    expect([(await record()).status, (await uploadPicture()).status]).toEqual([201, 200])
    const disk = await breakDisk()
    const answers: Answer[] = []
    try {
      for (let i = 0; i < 3; i++) answers.push(await record(), await uploadPicture())
    } finally {
      await disk.mend()
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    expect(disk.notes()).toContain('EIO (Input/output error) (INJECTED)')

    program.child.kill('SIGTERM')
    await program.ended
    program = await startProgram({ DATA_DIR: data.path })
    admin = new Visitor(program.url)
    await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
    expect([(await record()).status, (await uploadPicture()).status]).toEqual([201, 200])
  })
})
