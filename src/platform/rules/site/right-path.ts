/** What letters, messengers and sentences leave behind an address: spaces, brackets, quotes, full stops. */
const LEFT_BEHIND = /[\s()[\]{}<>.,;:!?'"“”‘’«»*~|\\…/]+$/u

/** Marks that nobody sees. */
const INVISIBLE = /\p{Cf}/gu

/** What is left of a word that is compared without capitals, hyphens and blanks. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Parts of an address that pages have: nothing else can become a redirect. */
const PART = /^[\w-][\w.-]*$/

interface NamedGame {
  key: string
  name: string
}

/**
 * The address that a visitor meant: without what was copied behind it, with the product's own spelling of pages and games.
 * It is always a page of `pages`, so a redirect stays on this host.
 * @param path as it came, encoded
 * @param pages the paths of all pages; `:name` stands for a subject, which is that of a game in `:game`, `:subject`, `:draw`
 * @returns null for a path that is right, or that cannot be meant
 */
export function rightPath(
  path: string,
  pages: readonly string[],
  games: readonly NamedGame[],
): string | null {
  const parts = decoded(path).replace(INVISIBLE, '').replace(LEFT_BEHIND, '').split('/').filter(Boolean)
  for (const page of pages) {
    const right = matched(parts, page.split('/').filter(Boolean), games)
    if (right) return right === path ? null : right
  }
  return null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function matched(
  parts: readonly string[],
  pattern: readonly string[],
  games: readonly NamedGame[],
): string | null {
  if (parts.length !== pattern.length || parts.length === 0) return null
  const right = pattern.map((own, i) => {
    const part = parts[i] ?? ''
    if (!own.startsWith(':')) return squeezed(part) === squeezed(own) ? own : null
    const subject = NAMES_GAME.has(own) ? gameSubject(part, games) : part
    return PART.test(subject) ? subject : null
  })
  return right.includes(null) ? null : `/${right.join('/')}`
}

const NAMES_GAME = new Set([':game', ':subject', ':draw'])

/** A game by its key, its name or the name without its bracket; `GAME.DATE` of a draw; otherwise the text as it is. */
function gameSubject(text: string, games: readonly NamedGame[]): string {
  const [, word = text, rest = ''] = /^(.*?)(\.\d{4}-\d\d-\d\d)?$/.exec(text) ?? []
  const names = ({ key, name }: NamedGame) => [key, name, name.replace(/\s*\(.*\)/, '')].map(squeezed)
  const isExact = games.some(({ key }) => key === word)
  const found = games.filter((game) => names(game).includes(squeezed(word)))
  return !isExact && found.length === 1 ? `${found[0]?.key}${rest}` : text
}
