import type { LabMark } from '../../../domain/lab/answer.ts'
import { formatCount } from '../../../domain/base/words.ts'
import { FEWEST_EXPECTED, type LuckFigure, type LuckScale, luckScale } from '../../../domain/luck/luck-bar.ts'
import { LuckBar } from '../../ui/luck-bar.tsx'
import type { PathOf } from './mark-link.tsx'
import type { ReactNode } from 'react'
import { PageLink } from '../../ui/page-link.tsx'

interface Props {
  marks: readonly LabMark[]
  pathOf: PathOf
  /** Each count as a multiple of luck, so that rows of different luck share a scale. */
  asTimes?: boolean
}

/** Rows of counts beside luck. */
export function LuckRows({ marks, pathOf, asTimes = false }: Props) {
  const rows = marks.map((mark) => ({ mark, bar: barOf(mark, asTimes) }))
  const bars = rows.flatMap(({ bar }) => bar ?? [])
  const scale = luckScale(bars)
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
  bar: LuckFigure | null
  scale: LuckScale
  words: ((value: number) => string) | undefined
}) {
  const value = words(bar ? bar.value : mark.count)
  return (
    <>
      <span>{mark.label}</span>
      {bar ? (
        <LuckBar
          {...bar}
          scale={scale}
          few={mark.expected! < FEWEST_EXPECTED}
          {...(words === ratio && { words, said: `${value} times luck` })}
        />
      ) : (
        <span />
      )}
      <b aria-hidden={bar !== null}>{value}</b>
    </>
  )
}

function barOf({ count, expected, usual: range }: LabMark, asTimes: boolean): LuckFigure | null {
  if (expected === null || !range) return null
  const unit = asTimes ? expected : 1
  return { value: count / unit, mean: expected / unit, low: range.low / unit, high: range.high / unit }
}

/** A row of a picture: its name, drawing and value. It opens the draws behind it, if they can be opened. */
function RowLink({ to, className, children }: { to: string | null; className: string; children: ReactNode }) {
  if (to === null) return <div className={className}>{children}</div>
  return (
    <PageLink to={to} className={className}>
      {children}
    </PageLink>
  )
}
