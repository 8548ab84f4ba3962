import type { ButtonHTMLAttributes } from 'react'

const KINDS = {
  main: 'bg-action text-on-action border-action',
  plain: 'bg-sheet text-ink border-edge',
  danger: 'bg-sheet text-error border-error',
} as const

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 font-semibold no-underline disabled:opacity-60'

/** The classes of a button, for links that look like one. */
export function buttonClasses(kind: keyof typeof KINDS): string {
  return `${BASE} ${KINDS[kind]}`
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { kind?: keyof typeof KINDS }

export function Button({ kind = 'main', type = 'button', className = '', ...rest }: Props) {
  return <button {...rest} type={type} className={`${buttonClasses(kind)} ${className}`} />
}
