/** The requested part of a list: a page, or the rows after or before a known row. */
export type Paging = { perPage: number } & (
  { page: number } | { cursor: { side: 'after' | 'before'; id: string } | null }
)

/** Reads `perPage` (documentation) or `per_page` (OpenAPI description): at most 100 rows, 50 by default. */
export function readPaging(query: Record<string, string>): Paging {
  const perPage = integerOr(query.perPage ?? query.per_page, 50, 100)
  if (query.use_cursor !== 'true') return { perPage, page: integerOr(query.page, 1, 1_000_000) }
  const [, side, id] =
    /^(after|before):(\d+)$/.exec(Buffer.from(query.next ?? query.previous ?? '', 'base64url').toString()) ??
    []
  return { perPage, cursor: id ? { side: side as 'after' | 'before', id } : null }
}

interface Meta {
  total: number
  skipped: number
  perPage: number
  page: number
  pageCount: number
  /** Cursors of the neighbouring parts, in a cursor request only. They stay valid when rows are added. */
  next?: string | null
  previous?: string | null
}

/** Returns the requested part of rows, newest first, with Paystack's paging metadata. */
export function pageOf<T extends { id: string }>(
  rows: readonly T[],
  paging: Paging,
): { rows: T[]; meta: Meta } {
  const { perPage } = paging
  const skipped = Math.max(0, 'page' in paging ? (paging.page - 1) * perPage : startOf(rows, paging))
  const part = rows.slice(skipped, skipped + perPage)
  const meta = {
    total: rows.length,
    skipped,
    perPage,
    page: Math.floor(skipped / perPage) + 1,
    pageCount: Math.ceil(rows.length / perPage),
  }
  if ('page' in paging) return { rows: part, meta }
  const next = skipped + perPage < rows.length ? encode('after', part.at(-1)) : null
  return { rows: part, meta: { ...meta, next, previous: skipped > 0 ? encode('before', part[0]) : null } }
}

function startOf(
  rows: readonly { id: string }[],
  { cursor, perPage }: Extract<Paging, { cursor: unknown }>,
): number {
  if (!cursor) return 0
  const at = rows.findIndex(({ id }) => id === cursor.id)
  return cursor.side === 'after' ? at + 1 : at - perPage
}

const encode = (side: 'after' | 'before', row: { id: string } | undefined) =>
  row ? Buffer.from(`${side}:${row.id}`).toString('base64url') : null

function integerOr(text: string | undefined, fallback: number, max: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, max) : fallback
}
