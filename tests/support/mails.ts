// Mail as people get it.
import type { Mail } from '../../src/sandbox/mailbox.ts'
import type { TestServer } from './test-server.ts'

/** Everything that has come to somebody, newest first, after what waits has been sent. */
export async function mailsTo(server: TestServer, to: string): Promise<Mail[]> {
  await server.runJobs()
  return server.mailbox(to)
}

/** The link of somebody's newest mail that leads to a path. */
export async function linkTo(server: TestServer, to: string, path: string): Promise<URL> {
  const links = (await mailsTo(server, to)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
  const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname === path)
  if (!found) throw new Error(`no mail to ${to} leads to ${path}`)
  return found
}

/** The token that a link of the newest such mail carries. */
export async function tokenFor(
  server: TestServer,
  to: string,
  path: '/verify-email' | '/reset-password',
): Promise<string> {
  return (await linkTo(server, to, path)).searchParams.get('token')!
}
