import { LAB_FIGURE_KEYS, type LabFigureKey } from '../../rules/lab/figures.ts'
import { LAB_FIELDS, type TypedLabQuery, usedFields, labFigurePath } from '../../rules/lab/query.ts'

/** A figure and the choice of its draws. */
export interface LabPlace {
  figure: LabFigureKey
  typed: TypedLabQuery
}

/** A mark whose draws are opened, a page at a time, from 1. */
export interface Opened {
  mark: string
  page: number
}

/** The figure of an address that names none. */
const FIRST_FIGURE: LabFigureKey = 'chart-test'

/**
 * Reads an address such as `?figure=frequency&games=diamond&set=both`. Repeated games are joined. Two dates need no
 * further choice. Values without effect, which links to other figures keep, are left out.
 */
export function placeOf(search: URLSearchParams): LabPlace {
  const named = search.get('figure')
  const typed: TypedLabQuery = {}
  for (const field of LAB_FIELDS) {
    const text = search.getAll(field).filter(Boolean).join(',')
    if (text) typed[field] = text
  }
  if (!typed.window && (typed.from || typed.to)) typed.window = 'dates'
  const figure = LAB_FIGURE_KEYS.find((key) => key === named) ?? FIRST_FIGURE
  const used = usedFields(figure, typed)
  for (const field of LAB_FIELDS) if (!used.includes(field)) delete typed[field]
  return { figure, typed }
}

/** The opened mark of an address: `?figure=frequency&mark=20&page=2`; null for the figure itself. */
export function openedOf(search: URLSearchParams): Opened | null {
  const mark = search.get('mark')
  return mark ? { mark, page: Math.max(1, Math.floor(Number(search.get('page'))) || 1) } : null
}

/** The address of a figure, of a part of its picture from 0, or of the draws behind one of its marks. */
export const labPath = ({ figure, typed }: LabPlace, opened: Opened | null = null, part = 0): string =>
  labFigurePath(figure, typed, { ...fieldsOf(opened), ...(part > 0 && { part: String(part) }) })

function fieldsOf(opened: Opened | null): Record<string, string> {
  if (!opened) return {}
  return { mark: opened.mark, ...(opened.page > 1 && { page: String(opened.page) }) }
}

/** The call behind a figure. */
export function figureAddress({ figure, typed }: LabPlace): string {
  const query = new URLSearchParams(typed).toString()
  return `/api/lab/${figure}${query && `?${query}`}`
}

/** The call behind the draws of a mark. */
export const drawsAddress = ({ figure, typed }: LabPlace, opened: Opened): string =>
  `/api/lab/${figure}/draws?${new URLSearchParams({ ...typed, ...fieldsOf(opened) })}`

/** The call that lists the games of the form. */
export const CHOICES = '/api/lab'
