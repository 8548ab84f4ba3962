import type { ReactNode } from 'react'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { TABLE } from '../../../platform/web/ui/more-icons.ts'
import { CallError } from '../../../platform/web/api/call.ts'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { Failure } from '../../../platform/web/ui/states.tsx'
import type { LabMark } from '../../rules/lab/figure.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import {
  FEWEST_EXPECTED,
  type LuckFigure,
  type LuckScale,
  luckScale,
} from '../../../draws/rules/luck/luck-bar.ts'
import { LuckBar } from '../../../draws/web/luck-bar.tsx'
import type { PathOf } from './charts/columns.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'

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

interface FailureProps {
  /** What could not be loaded. */
  text: string
  error: Error
  onRetry: () => void
}

/** Why a figure or its draws cannot be shown. The forms beside it keep what was typed. */
export function LabFailure({ text, error, onRetry }: FailureProps) {
  const problem = error instanceof CallError ? error.problem : null
  if (problem && BUSY.has(problem.code)) return <Failure text={problem.title} onRetry={onRetry} />
  return <Failure text={text} detail={<Cause error={error} />} onRetry={onRetry} />
}

interface LuckRowsProps {
  marks: readonly LabMark[]
  pathOf: PathOf
  /** Each count as a multiple of luck, so that rows of different luck share a scale. */
  asTimes?: boolean
}

/** Rows of counts beside luck. */
export function LuckRows({ marks, pathOf, asTimes = false }: LuckRowsProps) {
  const rows = marks.map((mark) => ({ mark, bar: barOf(mark, asTimes) }))
  const scale = luckScale(rows.map(({ bar }) => bar))
  return (
    <ol className="rows">
      {rows.map(({ mark, bar }) => (
        <li key={mark.key} className="not-first:border-t not-first:border-line">
          <RowLink to={pathOf(mark)} className="luck-row">
            <Row mark={mark} bar={bar} scale={scale} words={asTimes ? ratio : undefined} />
          </RowLink>
        </li>
      ))}
    </ol>
  )
}

const ratio = (value: number) => value.toFixed(2)

function Row({
  mark,
  bar,
  scale,
  words = formatCount,
}: {
  mark: LabMark
  bar: LuckFigure
  scale: LuckScale
  words: ((value: number) => string) | undefined
}) {
  const value = words(bar.value)
  return (
    <>
      <span>{mark.label}</span>
      <LuckBar
        {...bar}
        scale={scale}
        few={mark.expected < FEWEST_EXPECTED}
        {...(words === ratio && { words, said: `${value} times luck` })}
      />
      <b aria-hidden="true">{value}</b>
    </>
  )
}

function barOf({ count, expected, usual: range }: LabMark, asTimes: boolean): LuckFigure {
  const unit = asTimes ? expected : 1
  return { value: count / unit, mean: expected / unit, low: range.low / unit, high: range.high / unit }
}

/** A row of a picture: its name, drawing and value. It opens the draws behind it, if they can be opened. */
export function RowLink({
  to,
  className,
  children,
}: {
  to: string | null
  className: string
  children: ReactNode
}) {
  if (to === null) return <div className={className}>{children}</div>
  return (
    <PageLink to={to} className={className}>
      {children}
    </PageLink>
  )
}
