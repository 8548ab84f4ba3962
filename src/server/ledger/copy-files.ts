import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const row = z.record(z.string(), z.unknown())

/** The copy of one leaf: its row, and the rows that it needs. Each is a row of a table as JSON. */
const copiedEntry = z.strictObject({
  entry: row,
  authors: z.array(row),
  predictions: z.array(row),
  versions: z.array(row),
  texts: z.array(row),
})
export type CopiedEntry = z.infer<typeof copiedEntry>

/** The name of the file of a leaf of the real log: `000214-9f2c01ab34cd56ef.json`, by index and leaf hash. */
export const copyName = (entry: number, hash: string): string =>
  `${String(entry).padStart(6, '0')}-${hash.slice(0, 16)}.json`

const NAME = /^(\d{6,})-[0-9a-f]{16}\.json$/

/** The files of a folder by the index of their leaf, in ascending order. */
export async function copiedFiles(folder: string): Promise<{ entry: number; name: string }[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => {
      const [, number] = NAME.exec(name) ?? []
      return number === undefined ? [] : [{ entry: Number(number), name }]
    })
    .sort((a, b) => a.entry - b.entry)
}

/** Writes a file and waits until the disk has it and its name. Several processes may write the same file. */
export const writeCopy = (folder: string, name: string, copy: CopiedEntry): Promise<void> =>
  writeDurably(folder, name, JSON.stringify(copy))

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  // Processes in two containers often have the same id.
  const draft = join(folder, `.${name}.${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const parent = await open(folder, 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

/** Reads a file; null if it is damaged. */
export async function readCopy(folder: string, name: string): Promise<CopiedEntry | null> {
  try {
    return copiedEntry.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

/** Moves the copies of a log that ended to a folder of their own, so that no restore takes them for the next one's. */
export async function closeCopies(folder: string, origin: string): Promise<void> {
  const closed = join(folder, `ended-${origin.replaceAll('/', '-')}`)
  await mkdir(closed, { recursive: true, mode: 0o700 })
  for (const { name } of await copiedFiles(folder)) await rename(join(folder, name), join(closed, name))
}

const checkpointName = (origin: string) => `checkpoint-${origin.replaceAll('/', '-')}`

/** Keeps the newest signed checkpoint of a log beside its copies. */
export async function keepCheckpoint(folder: string, origin: string, note: string): Promise<void> {
  const kept = await keptCheckpoint(folder, origin)
  const sizeOf = (text: string) => Number(text.split('\n')[1])
  if (kept === null || sizeOf(kept) < sizeOf(note)) await writeDurably(folder, checkpointName(origin), note)
}

export async function keptCheckpoint(folder: string, origin: string): Promise<string | null> {
  try {
    return await readFile(join(folder, checkpointName(origin)), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
