import { useId } from 'react'
import { PageLink } from './page-link.tsx'

interface Props {
  /** The group's name, shown above it. */
  legend: string
  /** Only screen readers need the name. */
  isPlain?: boolean
  name: string
  options: readonly {
    value: string
    /** The short text on the segment. */
    text: string
    /** The accessible name, where the text is an abbreviation. */
    label?: string
  }[]
  /** The value that is checked at the start. */
  defaultValue?: string | undefined
  onChange?: (value: string) => void
  error?: string | undefined
  /** The id of an error that is elsewhere. */
  describedBy?: string | undefined
}

/** Joined radio buttons: every choice is visible, and one tap chooses. */
export function Segments({
  legend,
  isPlain = false,
  name,
  options,
  defaultValue,
  onChange,
  error,
  describedBy,
}: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : describedBy} className="min-w-0">
      <legend className={isPlain ? 'visually-hidden' : 'mb-1 text-label font-bold'}>{legend}</legend>
      <div className="segments">
        {options.map(({ value, text, label }) => (
          <label key={value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-label={label}
              onChange={() => onChange?.(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-sm font-bold text-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface LinksProps {
  /** The accessible name of the group. */
  label: string
  options: readonly { to: string; text: string; isCurrent: boolean }[]
}

/** Joined links that look like `Segments`. Each choice is an address, so it works without script. */
export function SegmentLinks({ label, options }: LinksProps) {
  return (
    <nav aria-label={label} className="segments min-w-[min(15rem,100%)]">
      {options.map(({ to, text, isCurrent }) => (
        <PageLink key={to} to={to} aria-current={isCurrent ? 'true' : undefined}>
          <span>{text}</span>
        </PageLink>
      ))}
    </nav>
  )
}
