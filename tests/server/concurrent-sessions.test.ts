import { expect, test } from 'vitest'
import { newPerson } from '../support/people.ts'
import { testServer } from '../support/test-server.ts'

// Requests of the same moment are looked up in one query.
const server = testServer()

test('each of many concurrent requests is answered for its own session', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server())))
  const left = await server().as('basic')
  await left.post('/api/auth/sign-out')
  const visitors = [...people.map(({ visitor }) => visitor), server().anonymous(), left]
  const expected = [...people.map(({ uid }) => uid), undefined, undefined]
  for (let round = 0; round < 5; round++) {
    // Twice each, in another order each time.
    const turns = [...visitors.keys(), ...visitors.keys()].map((_, i) => (i * 5 + round) % visitors.length)
    const answers = await Promise.all(turns.map((turn) => visitors[turn]!.get('/api/me')))
    expect(answers.map(({ body }) => body.uid)).toEqual(turns.map((turn) => expected[turn]))
  }
})
