import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { LRUCache } from 'lru-cache'

const MAX_REMEMBERED = 500
/** The longest paths that people open have some 60 characters. */
const LONGEST_REMEMBERED = 100

/**
 * Hono's router for any kind of path, and what it found for the latest paths. The rules of this server overlap, which its
 * faster routers refuse, and a search took a thirtieth of a small answer.
 */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #router = new TrieRouter<T>()
  readonly #known = new LRUCache<string, Result<T>>({ max: MAX_REMEMBERED })

  add(method: string, path: string, handler: T): void {
    this.#router.add(method, path, handler)
    this.#known.clear()
  }

  match(method: string, path: string): Result<T> {
    if (path.length > LONGEST_REMEMBERED) return this.#router.match(method, path)
    const key = `${method} ${path}`
    const known = this.#known.get(key)
    if (known) return known
    const found = this.#router.match(method, path)
    this.#known.set(key, found)
    return found
  }
}
