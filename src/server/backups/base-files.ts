import { createReadStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { Refusal } from '../http/refusal.ts'

// The copy of a data folder as one stream, compressed by zstd. Each part is one line of JSON, followed by as many bytes as
// the line names. The parts of a long file follow each other.

const FORMAT = 'lotto-forecast base backup'
const part = z.union([
  z.strictObject({ format: z.literal(FORMAT), version: z.literal(1), major: z.string() }),
  z.strictObject({ folder: z.string() }),
  z.strictObject({ file: z.string(), bytes: z.int().min(0) }),
  z.strictObject({ files: z.int() }),
])
type Part = z.infer<typeof part>

const CHUNK_BYTES = 1 << 20
const NOTHING = Buffer.alloc(0)
/** Folders whose content Postgres creates again. The write-ahead log comes from the archive. */
const EMPTIED =
  /^(pg_wal|pg_wal\/.*|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|.*\/pg_internal\.init(\..*)?|(.*\/)?pgsql_tmp.*)$/
/** It names the end of the log, so it is copied after all other files. */
const CONTROL = 'global/pg_control'

const line = (value: Part) => Buffer.from(`${JSON.stringify(value)}\n`)

/**
 * The copy of a cluster between the start and the stop of a backup of Postgres. Files may change meanwhile: the
 * write-ahead log repeats the changes.
 *
 * @param stop ends the backup. @returns the content of `backup_label`
 */
export async function* baseText(
  cluster: string,
  major: string,
  stop: () => Promise<string>,
): AsyncGenerator<Buffer> {
  yield line({ format: FORMAT, version: 1, major })
  const files = ['']
  for (let at = 0; at < files.length; at++) {
    const path = files[at]!
    const entries = await readdir(join(cluster, path), { withFileTypes: true }).catch(unlessMissing)
    for (const entry of entries ?? []) {
      const name = path ? `${path}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        yield line({ folder: name })
        if (!EMPTIED.test(name) || name === 'pg_wal') files.push(name)
      } else if (!EMPTIED.test(path) && !LEFT_OUT.test(name) && name !== CONTROL)
        yield* fileText(cluster, name)
    }
  }
  yield* fileText(cluster, CONTROL)
  const label = Buffer.from(await stop())
  yield line({ file: 'backup_label', bytes: label.length })
  yield label
  yield line({ files: files.length })
}

/** Nothing for a file that Postgres deleted meanwhile. */
async function* fileText(cluster: string, name: string): AsyncGenerator<Buffer> {
  const file = await open(join(cluster, name)).catch(unlessMissing)
  if (!file) return
  try {
    for (let isFirst = true; ; isFirst = false) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null)
      if (bytesRead === 0 && !isFirst) return
      yield line({ file: name, bytes: bytesRead })
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

/**
 * Writes the files of a base backup into a new folder.
 *
 * @returns the major version of the Postgres that wrote them
 * @throws Refusal invalid-input when the backup is damaged
 */
export async function extractBase(file: string, cluster: string): Promise<string> {
  const source = createReadStream(file)
  const text = createZstdDecompress()
  // pipe() does not pass on errors.
  source.on('error', (error) => text.destroy(error))
  source.pipe(text)
  await mkdir(cluster, { mode: 0o700 })
  let major: string | null = null
  let isWhole = false
  try {
    for await (const { head, bytes } of partsOf(text as AsyncIterable<Buffer>)) {
      if ('major' in head) major = head.major
      else if ('folder' in head) await mkdir(placeOf(cluster, head.folder), { mode: 0o700 })
      else if ('file' in head) await append(placeOf(cluster, head.file), bytes)
      else isWhole = true
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ZSTD_') && code !== 'Z_BUF_ERROR' && !(error instanceof z.ZodError)) throw error
    throw new Refusal('invalid-input', `${file} is damaged: ${message}.`)
  }
  if (!isWhole || major === null)
    throw new Refusal('invalid-input', `${file} is damaged: its end is missing.`)
  return major
}

function placeOf(cluster: string, name: string): string {
  const path = join(cluster, name)
  if (!path.startsWith(`${cluster}/`)) throw new Error(`a base backup names ${name}`)
  return path
}

async function append(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(bytes)
  } finally {
    await file.close()
  }
}

async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<{ head: Part; bytes: Buffer }> {
  let rest: Buffer = NOTHING
  let head: Part | null = null
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    for (;;) {
      if (!head) {
        const end = rest.indexOf('\n')
        if (end === -1) break
        head = part.parse(JSON.parse(rest.toString('utf8', 0, end)))
        rest = rest.subarray(end + 1)
      }
      const length: number = 'bytes' in head ? head.bytes : 0
      if (rest.length < length) break
      yield { head, bytes: rest.subarray(0, length) }
      rest = rest.subarray(length)
      head = null
    }
  }
}
