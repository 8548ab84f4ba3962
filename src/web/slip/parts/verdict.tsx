import type { ReactNode } from 'react'

interface Props {
  isWin: boolean
  title: string
  text: string
  /** `status` for the answer to a form. A result that arrives is announced with its verdict. */
  role?: 'status'
  /** Share, or Save. */
  children?: ReactNode
}

/** The answer to "did I win?": a gold band for a win. */
export function Verdict({ isWin, title, text, role, children }: Props) {
  return (
    <section role={role} className={`verdict ${isWin ? 'verdict-won' : ''}`}>
      <div className="min-w-0 flex-1">
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}
