import pg from 'pg'
import { type Address, clientConfig } from './connect.ts'

/** Runs work on one connection of its own, which it closes. */
export async function withClient<T>(address: Address, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(address))
  // The statements reject too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
