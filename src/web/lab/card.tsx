import type { ReactNode } from 'react'
import { IconPath } from '../ui/icon-path.tsx'
import { TABLE } from '../ui/more-icons.ts'
import { CallError } from '../api/call.ts'
import { Cause } from '../layout/cause.tsx'
import { Failure } from '../ui/states.tsx'

interface CardProps {
  /** The question that the figure answers. */
  title: string
  children: ReactNode
}

/** One figure: its question, its answer, the picture and what belongs to it. */
export function Card({ title, children }: CardProps) {
  return (
    <section className="mb-3 rounded-lg border border-line bg-sheet p-3 md:p-4">
      <h2 className="leading-tight font-bold">{title}</h2>
      {children}
    </section>
  )
}

/** The same figures as in the picture, as tables that open. */
export function ShowTable({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="link inline-flex min-h-11 items-center gap-2 text-sm">
        <IconPath path={TABLE} />
        Show the table
      </summary>
      {children}
    </details>
  )
}

interface TableProps {
  /** What the rows are, for screen readers. */
  caption: string
  /** The columns after the first, whose cells name the rows. */
  head: readonly string[]
  /** Each row with its name first. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** Figures as a table, in a box of its own if it is long. */
export function FigureTable({ caption, head, rows }: TableProps) {
  return (
    <div className="scroller scroller-tall" role="region" aria-label={caption} tabIndex={0}>
      <table className="table-ruled whitespace-nowrap">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Name</span>
            </th>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={head[i]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The refusals whose sentence is all that a player needs: the limit of one user, and a full queue. */
const BUSY: ReadonlySet<string> = new Set(['too-many', 'unavailable'])

interface Props {
  /** What could not be loaded. */
  text: string
  error: Error
  onRetry: () => void
}

/** Why a figure or its draws cannot be shown. The forms beside it keep what was typed. */
export function LabFailure({ text, error, onRetry }: Props) {
  const problem = error instanceof CallError ? error.problem : null
  if (problem && BUSY.has(problem.code)) return <Failure text={problem.title} onRetry={onRetry} />
  return <Failure text={text} detail={<Cause error={error} />} onRetry={onRetry} />
}
