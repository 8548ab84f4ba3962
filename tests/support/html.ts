// Reads as much of an HTML page as the tests need.

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const plain = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

export interface Tag {
  name: string
  attributes: Record<string, string>
}

/** Every start tag with its attributes. The content of scripts and styles is skipped. */
export function tagsOf(html: string): Tag[] {
  const bare = html.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3')
  return [...bare.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)].map(([, name, rest]) => ({
    name: name!.toLowerCase(),
    attributes: Object.fromEntries(
      [...rest!.matchAll(/([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)].map(([, key, a, b, c]) => [
        key!.toLowerCase(),
        plain(a ?? b ?? c ?? ''),
      ]),
    ),
  }))
}

/** The addresses of a document's links. */
export const linksOf = (html: string): string[] =>
  tagsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []))

/** The scripts with their content. */
export function scriptsOf(html: string): { attributes: string; content: string }[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].map(([, attributes, content]) => ({
    attributes: attributes!,
    content: content!,
  }))
}

/** The API answers embedded in a page. */
export function answersOf(html: string): {
  now: number
  calls: Record<string, { status: number; body: any }>
  form?: { message: string | null; fields: Record<string, string>; values: Record<string, string> }
} {
  const data = scriptsOf(html).find(({ attributes }) => attributes.includes('id="answers"'))
  return JSON.parse(data!.content) as ReturnType<typeof answersOf>
}

/** The body's text without tags. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const text = body.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' ')
  return plain(text).replace(/\s+/g, ' ').trim()
}
