import { useId } from 'react'
import { DataTable } from '../../ui/data-table.tsx'

interface Bar {
  /** The heading of the table row. */
  name: string
  value: number
  /** The formatted values of the table's other columns. */
  cells: readonly string[]
}

const CHART_HEIGHT = 60
const BAR_PITCH = 10
const BAR_WIDTH = 7
/** Values above 0 stay visible. */
const MIN_BAR_HEIGHT = 1.5

/** A small bar chart with the same figures in a table below, for screen readers. */
export function Bars({
  title,
  summary,
  columns,
  bars,
}: {
  title: string
  /** The chart's content in a sentence. */
  summary: string
  /** The table's headings: for the names and for each cell. */
  columns: readonly string[]
  bars: readonly Bar[]
}) {
  const id = useId()
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const heightOf = (value: number) =>
    value <= 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (value / highest) * CHART_HEIGHT)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet p-3">
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      <p className="text-sm text-quiet">{summary}</p>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${bars.length * BAR_PITCH} ${CHART_HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="mt-3 block h-24 w-full"
      >
        {bars.map(({ name, value }, i) => (
          <rect
            key={name}
            x={i * BAR_PITCH + (BAR_PITCH - BAR_WIDTH) / 2}
            y={CHART_HEIGHT - heightOf(value)}
            width={BAR_WIDTH}
            height={heightOf(value)}
            className="fill-brand"
          />
        ))}
        <rect x={0} y={CHART_HEIGHT} width={bars.length * BAR_PITCH} height={1} className="fill-edge" />
      </svg>
      <p className="flex justify-between gap-3 text-xs text-quiet" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars[bars.length - 1]?.name}</span>
      </p>
      <details className="mt-2">
        <summary className="flex min-h-11 items-center text-sm text-brand underline">
          As a table<span className="visually-hidden">: {title}</span>
        </summary>
        <DataTable caption={title} captionHidden label={`${title}, table`} columns={columns}>
          {bars.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((text, at) => (
                <td key={columns[at + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </section>
  )
}
