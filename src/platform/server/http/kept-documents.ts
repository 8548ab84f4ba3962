import { LRUCache } from 'lru-cache'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import type { Reply } from './reply.ts'

/** A page as it is sent. */
export interface Document {
  reply: Reply
  status: number
  /** Whether the page could be rendered. */
  isWhole: boolean
}

/**
 * The documents of public pages whose answers have a version, which are those of the record, and of pages without answers.
 * Each is rendered and compressed once for the same address and the same version, without making its calls. The least
 * recently used are dropped. Measured without them: a request takes twice (login) to ten times
 * (record) the processor time.
 */
export class KeptDocuments {
  readonly #known = new LRUCache<string, Promise<Document>>({ max: SERVER_LIMITS.keptDocuments })

  /**
   * The document of a page. Concurrent requests share one rendering.
   * @param key everything that the document is made from, besides the build
   * @param make is called for an unknown key. A failure, or a page that could not be rendered, is not kept
   */
  find(key: string, make: () => Promise<Document>): Promise<Document> {
    const known = this.#known.get(key)
    if (known) return known
    const made = make()
    this.#known.set(key, made)
    const forget = () => this.#known.get(key) === made && this.#known.delete(key)
    made.then(({ isWhole }) => isWhole || forget(), forget)
    return made
  }
}
