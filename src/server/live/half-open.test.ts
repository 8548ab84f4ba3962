import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../../tests/support/programs.ts'
import { kernelAddress, unacknowledged } from './half-open.ts'

const folder = newFolder()
afterAll(() => folder.remove())

test.each([
  ['127.0.0.1', 'LE', '0100007F'],
  ['127.0.0.1', 'BE', '7F000001'],
  ['10.1.2.3', 'LE', '0302010A'],
  ['::1', 'LE', '00000000000000000000000001000000'],
  ['::', 'LE', '00000000000000000000000000000000'],
  ['::ffff:127.0.0.1', 'LE', '0000000000000000FFFF00000100007F'],
  ['2001:db8:0:1::abcd', 'LE', 'B80D01200100000000000000CDAB0000'],
  ['fe80::1%eth0', 'LE', '000080FE000000000000000001000000'],
] as const)('%s is printed on a %s machine as %s', (address, order, printed) => {
  expect(kernelAddress(address, order)).toBe(printed)
})

describe('the list of connections', () => {
  const line = (i: number, remote: string, queue: string) =>
    `${String(i).padStart(4)}: 0100007F:1092 ${remote} 01 ${queue}:00000000 01:00000014 00000000     0        0 1 1 0000\n`

  test('has the connections with unacknowledged bytes, however it is cut into parts', async () => {
    const file = join(folder.path, 'tcp')
    const head =
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
    const many = Array.from({ length: 3000 }, (_, i) =>
      line(i, `0200007F:${(4096 + i).toString(16).toUpperCase()}`, i % 10 === 0 ? '0000001F' : '00000000'),
    )
    writeFileSync(file, head + many.join(''))
    const keys = await unacknowledged([file])
    expect(keys.size).toBe(300)
    expect(keys.has('1092 0200007F:1000')).toBe(true)
    expect(keys.has('1092 0200007F:1001')).toBe(false)
  })
})
