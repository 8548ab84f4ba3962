import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/**
 * The address that a request comes from: the socket's, or, behind our own proxies, the address that the outermost of
 * them saw. Each proxy appends the address it saw to X-Forwarded-For; anybody can write the entries further left. A
 * proxy that writes something other than an address counts as the client itself, so that no limit can be avoided.
 *
 * @param proxies how many proxies are in front (TRUSTED_PROXIES)
 */
export function clientAddress(incoming: IncomingMessage | undefined, proxies: number): string {
  const socket = plain(incoming?.socket.remoteAddress ?? '')
  if (proxies === 0) return socket
  const seen = String(incoming?.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const address = plain(withoutPort(seen[seen.length - proxies] ?? ''))
  return isIP(address) ? address : socket
}

/** Some proxies write `192.0.2.1:50123` or `[2001:db8::1]:50123`; the port is new for each connection. */
const withoutPort = (address: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')

/** An IPv4 address that came over IPv6 is the IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * The part of an address by which tries are counted: of IPv6 the first 64 bits, because every subscriber has so many
 * addresses that each try could come from a different one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
