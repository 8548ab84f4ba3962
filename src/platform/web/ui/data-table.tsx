import type { ReactNode } from 'react'

interface Props {
  caption: string
  captionHidden?: boolean
  /** The accessible name of the scrolling region; the caption by default. */
  label?: string
  columns: readonly string[]
  /** A long table scrolls in a box of its own, and its head stays. */
  tall?: boolean
  className?: string
  /** The rows. */
  children: ReactNode
}

/** A table that scrolls in its own box where it is too wide, also by keyboard. */
export function DataTable({
  caption,
  captionHidden = false,
  label = caption,
  columns,
  tall = true,
  className = '',
  children,
}: Props) {
  return (
    <div
      className={`scroller ${tall ? 'scroller-tall' : ''} ${className}`}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table className="table-ruled">
        <caption className={captionHidden ? 'visually-hidden' : 'pb-1 text-left text-sm font-bold'}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
