import type { ButtonHTMLAttributes } from 'react'

const KINDS = {
  main: 'bg-brand text-on-brand border-brand',
  plain: 'bg-sheet text-ink border-edge',
  danger: 'bg-sheet text-error border-error',
  /** Only for buying, on a deep ground. */
  gold: 'bg-gold text-on-gold border-gold',
  quiet: 'border-transparent text-brand',
} as const

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md border-[1.5px] px-4 text-center font-bold wrap-break-word no-underline disabled:opacity-60'

/** The classes of a button, for links that look like one. */
export const buttonClasses = (kind: keyof typeof KINDS): string => `${BASE} ${KINDS[kind]}`

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { kind?: keyof typeof KINDS }

export const Button = ({ kind = 'main', type = 'button', className = '', ...rest }: Props) => (
  <button {...rest} type={type} className={`${buttonClasses(kind)} ${className}`} />
)

/** The look of a field, for controls whose label or error is elsewhere. */
export const CONTROL = 'block w-full min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-3 text-base'
