import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * The address that a request comes from: the socket's, or, behind proxies of ours, the one that the outermost of them
 * saw. Each proxy adds the address it saw to the right of X-Forwarded-For; what stands further left anybody can write.
 *
 * @param proxies how many proxies stand in front (TRUSTED_PROXIES)
 */
export function clientAddress(incoming: IncomingMessage | undefined, proxies: number): string {
  const socket = plain(incoming?.socket.remoteAddress ?? '')
  if (proxies === 0) return socket
  const seen = String(incoming?.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
    .filter((part) => part !== '')
  return seen[seen.length - proxies] ?? socket
}

/** An IPv4 address that came over IPv6 is the IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * What an address counts as where tries are counted: of IPv6 the first 64 bits, because every line gets at least so many
 * addresses that each try could come from another one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
