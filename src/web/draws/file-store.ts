/** Stores the files of the years on the phone between visits. */
export interface FileStore {
  names(): Promise<string[]>
  read(name: string): Promise<Uint8Array | null>
  write(name: string, bytes: Uint8Array): Promise<void>
  remove(name: string): Promise<void>
  /** The `seq` that the stored files include; null when it is not known. */
  readSeq(): Promise<number | null>
  writeSeq(seq: number): Promise<void>
}

/** Holds public data only, so it survives a logout. The screens show it to signed-in users only. */
export const PUBLIC_CACHE = 'lotto-public-1'
const FILES = '/kept/history/'
const SEQ = '/kept/history-seq'

/** A store in the browser's cache storage. Where that is missing, full or forbidden, nothing is stored. */
export function browserFileStore(): FileStore {
  const open = async () => ('caches' in globalThis ? caches.open(PUBLIC_CACHE).catch(() => null) : null)
  const put = async (path: string, body: BodyInit) => {
    const cache = await open()
    await cache?.put(path, new Response(body)).catch(() => undefined)
  }
  return {
    async names() {
      const requests = (await (await open())?.keys()) ?? []
      const paths = requests.map((request) => new URL(request.url).pathname)
      return paths.filter((path) => path.startsWith(FILES)).map((path) => path.slice(FILES.length))
    },
    async read(name) {
      const found = await (await open())?.match(FILES + name)
      return found ? new Uint8Array(await found.arrayBuffer()) : null
    },
    write: (name, bytes) => put(FILES + name, bytes as Uint8Array<ArrayBuffer>),
    async remove(name) {
      await (await open())?.delete(FILES + name)
    },
    async readSeq() {
      const found = await (await open())?.match(SEQ)
      return found ? Number(await found.text()) : null
    },
    writeSeq: (seq) => put(SEQ, String(seq)),
  }
}
