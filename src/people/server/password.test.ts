import { expect, test } from 'vitest'
import { hashPassword, refuseWhenBusy } from './password.ts'

test('four passwords are hashed at once and a hundred wait; one more is refused with the time to try again', async () => {
  const hash = () => hashPassword({ memory: 8, passes: 1 }, 'four good words')
  const hashes = Array.from({ length: 103 }, hash)
  refuseWhenBusy()
  hashes.push(hash())
  expect(refuseWhenBusy).toThrow(
    expect.objectContaining({ code: 'unavailable', headers: { 'retry-after': '5' } }),
  )
  await Promise.all(hashes)
  refuseWhenBusy()
})
