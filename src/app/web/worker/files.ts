import { FILES_CACHE, put, read } from '../../../platform/web/api/kept.ts'
import { addressesIn, remove } from './stores.ts'

/** The files of this build, written into the worker by the build. */
export interface FileList {
  /** The document that opens the app without a network. */
  shell: string
  /** Without these no screen opens. */
  needed: string[]
  /** The other screens: kept from the second visit on. */
  later: string[]
}

/** A {@link FileList} as JSON. */
declare const OFFLINE_FILES: string
const FILES = JSON.parse(OFFLINE_FILES) as FileList

const NEEDED = [FILES.shell, ...FILES.needed]
const ALL = new Set([...NEEDED, ...FILES.later])

/** @throws when a file without which no screen opens cannot be fetched or stored: the worker is then not installed */
export async function keepNeededFiles(): Promise<void> {
  const kept = await addressesIn(FILES_CACHE)
  const cache = await caches.open(FILES_CACHE)
  await cache.addAll(NEEDED.filter((address) => !kept.includes(address)))
}

/**
 * Keeps files of the other screens, one after the other, until one fails.
 * @param isMeant whether a file is wanted, by its path
 */
export async function keepLaterFiles(isMeant: (path: string) => boolean): Promise<void> {
  const kept = await addressesIn(FILES_CACHE)
  for (const address of FILES.later) {
    if (kept.includes(address) || !isMeant(address)) continue
    const response = await fetch(address)
    if (!response.ok || !(await put(FILES_CACHE, address, response))) return
  }
}

/** Where earlier releases kept draws, in another form. */
const OLD_DRAWS = 'lotto-public-1'

/** Removes the files of earlier builds. */
export async function removeOldFiles(): Promise<void> {
  await caches.delete(OLD_DRAWS)
  const kept = await addressesIn(FILES_CACHE)
  await remove(
    FILES_CACHE,
    kept.filter((address) => !ALL.has(address)),
  )
}

/** Opened once, because a screen asks for many files at once. */
const opened: { files?: Promise<Cache> } = {}

/** A hashed file never changes, so a kept one needs no network. */
export async function answerFile(request: Request): Promise<Response> {
  opened.files ??= caches.open(FILES_CACHE)
  const kept = await opened.files.then((cache) => cache.match(request.url)).catch(() => undefined)
  return kept ?? fetch(request)
}

/** The document that opens the app without a network. */
export async function shell(): Promise<Response> {
  return (await read(FILES_CACHE, FILES.shell)) ?? Response.error()
}
