import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { desc, eq, notInArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { buildFiles, builds } from '../tables/builds.ts'
import type { Build } from './build.ts'
import { CACHE, Reply } from './reply.ts'

/** This build and the two before it. */
const KEPT_BUILDS = 3
/** The files of earlier builds that a process keeps in memory. */
const MOST_REPLIES = 50

/** The addresses whose content never changes. */
const HASHED = /^\/assets\/[\w.-]{1,120}$/

const hashedPaths = ({ files }: Pick<Build, 'files'>) =>
  [...files.keys()].filter((path) => HASHED.test(path)).toSorted()

/** Identifies a build by the names of its hashed files. */
export const idOfBuild = (build: Pick<Build, 'files'>): string =>
  createHash('sha256').update(hashedPaths(build).join()).digest('base64url')

/**
 * Stores the hashed files of the build that starts, so that other processes, and this one after the next release, serve
 * them to the tabs and service workers of this build.
 */
export async function keepBuild(db: Db, now: number, build: Pick<Build, 'files'>): Promise<void> {
  const paths = hashedPaths(build)
  const id = idOfBuild(build)
  const startedAt = new Date(now)
  const known = await db
    .update(builds)
    .set({ startedAt })
    .where(eq(builds.id, id))
    .returning({ id: builds.id })
  if (known.length > 0) return
  const rows = await Promise.all(
    paths.map(async (path) => ({ path, ...(await storedForm(build.files.get(path)!)) })),
  )
  await db.transaction(async (tx) => {
    if (rows.length > 0) await tx.insert(buildFiles).values(rows).onConflictDoNothing()
    await tx.insert(builds).values({ id, paths, startedAt }).onConflictDoNothing()
  })
}

async function storedForm(reply: Reply) {
  const { encoding, bytes } = await reply.encoded('br', 11)
  return { type: reply.options.type, bytes, brotli: encoding === 'br' }
}

/** Deletes the builds before the newest three, and the files that only they have. */
export async function deleteOldBuilds(db: Db): Promise<void> {
  const newest = db.select({ id: builds.id }).from(builds).orderBy(desc(builds.startedAt)).limit(KEPT_BUILDS)
  const old = await db.delete(builds).where(notInArray(builds.id, newest)).returning({ id: builds.id })
  if (old.length === 0) return
  await db
    .delete(buildFiles)
    .where(sql`not exists (select from ${builds} where ${buildFiles.path} = any(${builds.paths}))`)
}

/** Finds the files of earlier builds by their address. */
export function createEarlierFiles(db: Db) {
  const replies = new LRUCache<string, Reply>({ max: MOST_REPLIES })
  return {
    /** @returns null for an address that no stored build has */
    async find(path: string): Promise<Reply | null> {
      if (!HASHED.test(path)) return null
      const known = replies.get(path)
      if (known) return known
      const [row] = await db.select().from(buildFiles).where(eq(buildFiles.path, path))
      if (!row) return null
      const { type, bytes, brotli } = row
      const options = { type, cache: CACHE.publicForever, etag: `"${path.slice(-16)}"` }
      const reply = brotli
        ? new Reply(brotliDecompressSync(bytes), options, bytes)
        : new Reply(bytes, options)
      replies.set(path, reply)
      return reply
    },
  }
}
