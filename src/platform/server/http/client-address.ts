import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/**
 * The client's address: the socket's, or behind trusted proxies the address that the outermost proxy saw. Each proxy
 * appends an address to X-Forwarded-For; entries further left can be forged. If a proxy writes something else than an
 * address, the socket's address counts, so that no client avoids the rate limits.
 *
 * @param proxies number of trusted proxies (TRUSTED_PROXIES)
 */
export function clientAddress(incoming: IncomingMessage | undefined, proxies: number): string {
  const socket = withoutIpv4Prefix(incoming?.socket.remoteAddress ?? '')
  if (proxies === 0) return socket
  const seen = String(incoming?.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const address = withoutIpv4Prefix(withoutPort(seen[seen.length - proxies] ?? ''))
  return isIP(address) ? address : socket
}

/** Some proxies write `192.0.2.1:50123` or `[2001:db8::1]:50123`; the port differs for each connection. */
const withoutPort = (address: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')

/** `::ffff:192.0.2.1` is the IPv4 address 192.0.2.1. */
const withoutIpv4Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * The rate-limit key of an address. IPv6 addresses are cut to their /64, because each subscriber has at least one whole
 * /64 and could send every request from a new address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
