import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Sandbox, startSandbox } from '../../src/stand-ins/start.ts'

/** A webhook as the app received it. */
export interface Received {
  body: string
  signature: string | undefined
  event: string
  data: any
}

/** Starts an app that receives events, and the sandbox that sends them to it. */
export async function startWithApp(stateDir?: string) {
  const received: Received[] = []
  const answers: number[] = []
  const app = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = request.headers['x-paystack-signature'] as string | undefined
      received.push({ body, signature, ...(JSON.parse(body) as { event: string; data: any }) })
      response.statusCode = request.url === '/api/webhooks/paystack' ? (answers.shift() ?? 200) : 404
      response.end()
    })
  })
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  const sandbox = await startSandbox({ port: 0, appUrl, stateDir })
  return {
    sandbox,
    received,
    /** Statuses of the next answers to events; 200 when empty. */
    answers,
    ...client(sandbox),
    async stop() {
      await sandbox.stop()
      app.closeAllConnections()
      app.close()
    },
  }
}

/** Calls of a shop's server and of its customers, over HTTP. */
export function client({ url, paystack }: Sandbox) {
  const headers = { authorization: `Bearer ${paystack.secretKey}`, 'content-type': 'application/json' }
  let made = 0
  const call = async (method: string, path: string, body?: object, more: object = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return {
    call,
    setMode: async (mode: object) => {
      const response = await fetch(`${url}/paystack/mode`, { method: 'PUT', body: JSON.stringify(mode) })
      if (!response.ok) throw new Error(await response.text())
    },
    /** A new transaction of ₦2,000. */
    async initialize(more: object = {}) {
      const reference = `lf${Date.now()}x${++made}`
      const parameters = { email: 'ada@lotto.test', amount: 200_000, reference, ...more }
      const { status, body } = await call('POST', '/transaction/initialize', parameters)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data as { authorization_url: string; access_code: string; reference: string }
    },
    /** Runs a customer's action in the checkout. */
    attempt: async (accessCode: string, attempt: object) => {
      const { body } = await call('POST', `/checkout/attempt/${accessCode}`, attempt)
      return body as Record<string, unknown>
    },
    verify: async (reference: string) => (await call('GET', `/transaction/verify/${reference}`)).body.data,
    /** Runs an action of the dashboard. @returns the HTTP status */
    act: async (reference: string, action: string) =>
      (await fetch(`${url}/paystack/transactions/${reference}/${action}`, { method: 'POST' })).status,
  }
}

/** A card payment, by default with the card that the checkout offers. */
export const card = (number = '4084084084084081') => ({ action: 'pay', number })
