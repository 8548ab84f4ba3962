/** The heads of the record: head n is the SHA-256 of the file's first n lines, each with its line feed. */
import { bytesToHex, sha256, utf8ToBytes } from './bytes.ts'

/** What a reader keeps. It covers the first `size` lines. */
export interface Head {
  size: number
  /** 64 lower-case hexadecimal digits. */
  head: string
}

/** The heads of a growing file. Feed it only committed lines: no line can be taken back. */
export class Heads {
  readonly #hash = sha256.create()
  readonly #heads = [bytesToHex(this.#hash.clone().digest())]

  constructor(lines: Iterable<string> = []) {
    for (const line of lines) this.append(line)
  }

  /** How many lines it was fed. */
  get size(): number {
    return this.#heads.length - 1
  }

  /** @param line without its line feed */
  append(line: string): void {
    this.#hash.update(utf8ToBytes(`${line}\n`))
    this.#heads.push(bytesToHex(this.#hash.clone().digest()))
  }

  /** The head of the first `size` lines; null for more lines than it was fed. */
  head(size = this.size): string | null {
    return this.#heads[size] ?? null
  }
}

/** `7 8f99c7…`, as mails and posts show it. */
export const headText = ({ size, head }: Head): string => `${size} ${head}`

/** The heads in any text, such as a mail. */
export const headsIn = (text: string): Head[] =>
  [...text.matchAll(/\b(\d{1,9}) ([0-9a-f]{64})\b/g)].map(([, size, head]) => ({
    size: Number(size),
    head: head!,
  }))
