import { readFileSync } from 'node:fs'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { paystackHosts, redirectPaystack } from './paystack-hosts.ts'

const HOSTS = ['https://checkout.paystack.com/', 'https://standard.paystack.co/', 'https://api.paystack.co/']
const LIBRARY = readFileSync(new URL('../es/inline.js', import.meta.resolve('@paystack/inline-js')), 'utf8')

/** Evaluates the replaced hosts on a page that sets a stand-in. */
function hostsWith(standIn: unknown): unknown {
  const expressions = redirectPaystack(HOSTS.map((host) => JSON.stringify(host)).join(','))
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- runs the code as browsers do
  return new Function('globalThis', `return [${expressions}]`)({ paystackStandIn: standIn })
}

test('uses the stand-in for all three hosts on a page of the demo, and Paystack on every other page', () => {
  const standIn = 'http://127.0.0.1:3001/'
  expect(hostsWith(standIn)).toEqual([standIn, standIn, standIn])
  for (const other of [
    undefined,
    '',
    'https://evil.example/',
    'http://127.0.0.1:3001',
    'http://127.0.0.1:1@evil/',
  ])
    expect(hostsWith(other)).toEqual(HOSTS)
})

test('throws when an update of the library contains a host twice or not at all', () => {
  expect(() => redirectPaystack(LIBRARY.replaceAll(HOSTS[2]!, 'https://api.example/'))).toThrow(HOSTS[2])
  expect(() => redirectPaystack(LIBRARY + JSON.stringify(HOSTS[0]))).toThrow(HOSTS[0])
})

test('the build contains the pinned library with configurable hosts', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      paystackHosts(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) =>
          id === '\0entry' ? "import Pop from '@paystack/inline-js'; globalThis.Pop = Pop" : null,
      },
    ],
    build: { write: false, rolldownOptions: { input: 'entry' } },
  })
  const [{ code }] = (output as Rolldown.RolldownOutput).output
  expect(code.match(/paystackStandIn/g)).toHaveLength(6)
  for (const host of HOSTS) expect(code).toContain(host)
})
