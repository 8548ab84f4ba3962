// Mails as their recipients see them.
import type { Mail } from '../../src/stand-ins/mailbox.ts'
import type { TestServer } from './test-server.ts'

/** All mails to an address, newest first. Sends the queued ones first. */
export async function mailsTo(server: TestServer, to: string): Promise<Mail[]> {
  await server.runJobs()
  return server.mailbox(to)
}

/** The newest mailed link to a path. */
export async function linkTo(server: TestServer, to: string, path: string): Promise<URL> {
  const links = (await mailsTo(server, to)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
  const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname === path)
  if (!found) throw new Error(`no mail to ${to} links to ${path}`)
  return found
}

/** The token of the newest mailed link to a path. */
export async function tokenFor(
  server: TestServer,
  to: string,
  path: '/verify-email' | '/reset-password',
): Promise<string> {
  return (await linkTo(server, to, path)).searchParams.get('token')!
}
