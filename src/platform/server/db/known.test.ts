import { expect, test } from 'vitest'
import { keepKnown } from './known.ts'

test('a slow read that began before a change does not hide the change', async () => {
  const loads: ((value: string) => void)[] = []
  const starting = keepKnown(() => new Promise<string>((resolve) => void loads.push(resolve)))
  loads[0]!('at the start')
  const known = await starting
  known.at(60_000)
  const changed = known.read()
  loads[2]!('after the change')
  await changed
  loads[1]!('before the change')
  await new Promise(setImmediate)
  expect(known.at(60_000)).toBe('after the change')
})
