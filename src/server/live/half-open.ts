import { createReadStream, existsSync } from 'node:fs'
import { isIPv4, type Socket } from 'node:net'
import { endianness } from 'node:os'

/**
 * The kernel's lists of connections. A client that vanished leaves its connection open for about 15 minutes: heartbeats
 * that are not acknowledged switch TCP keep-alive off, and Node shows nothing of it.
 */
const FILES = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => existsSync(file))

/** Whether the system lists its connections. Linux does. */
export const listsConnections = FILES.length > 0

/** A line with bytes that the other side has not acknowledged: ports and the other address in hexadecimal. */
const UNACKNOWLEDGED =
  /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]{2} (?!00000000)[0-9A-F]{8}:/gm

/** The keys of all connections with unacknowledged bytes. Reads asynchronously: the lists may have megabytes. */
export async function unacknowledged(files = FILES): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const file of files) {
    let rest = ''
    for await (const part of createReadStream(file, 'latin1')) {
      const text = rest + (part as string)
      const end = text.lastIndexOf('\n') + 1
      for (const [, local, address, remote] of text.slice(0, end).matchAll(UNACKNOWLEDGED))
        keys.add(`${local} ${address}:${remote}`)
      rest = text.slice(end)
    }
  }
  return keys
}

/** The key of a connection in {@link unacknowledged}. */
export function keyOf({ localPort, remoteAddress, remotePort }: Socket): string {
  return `${hex(localPort ?? 0, 4)} ${kernelAddress(remoteAddress ?? '')}:${hex(remotePort ?? 0, 4)}`
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** An address as the kernel prints it: words of four bytes, each in the byte order of the machine. */
export function kernelAddress(address: string, order = endianness()): string {
  const bytes = isIPv4(address) ? address.split('.').map(Number) : bytesOfV6(address)
  const words = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.slice(4 * i, 4 * i + 4))
  return words
    .map((word) => (order === 'LE' ? word.reverse() : word).map((byte) => hex(byte, 2)).join(''))
    .join('')
}

/** The 16 bytes of an IPv6 address: `::1`, `fe80::1%eth0`, `::ffff:127.0.0.1`. */
function bytesOfV6(address: string): number[] {
  const [head = [], tail = []] = address.split('%')[0]!.split('::').map(bytesOfGroups)
  return [...head, ...Array.from({ length: 16 - head.length - tail.length }, () => 0), ...tail]
}

function bytesOfGroups(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}
