import { LRUCache } from 'lru-cache'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { Reply, type ReplyOptions } from '../http/reply.ts'
import type { Packed } from './pack.ts'
import { versionOf } from './version-of.ts'

/**
 * Documents of a whole record or of a range, which the worker thread writes and compresses: each once for a version, also for
 * requests at the same time. The least recently used are dropped.
 */
export class Documents {
  readonly #kept = new LRUCache<string, Reply, () => Promise<Reply>>({
    maxSize: SERVER_LIMITS.documentsBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    fetchMethod: (_key, _stale, { context }) => context(),
    // A document that loses its place while it is written is still an answer.
    ignoreFetchAbort: true,
  })

  /**
   * @param of what the document is made from, which never changes: a snapshot of the draws or of the log
   * @param name what makes it another one than the others of the same snapshot
   * @throws what `build` throws; a failure is not kept
   */
  async find(
    of: object,
    name: string,
    options: Omit<ReplyOptions, 'etag'>,
    build: () => Promise<Packed>,
  ): Promise<Reply> {
    return this.#kept.forceFetch(`${versionOf(of)} ${name}`, {
      context: async () => {
        const { bytes, brotli, etag } = await build()
        return new Reply(bytes, { ...options, etag }, brotli)
      },
    })
  }
}
