import type { ReactNode } from 'react'
import { MESSAGES } from '../../rules/base/messages.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Title } from '../ui/title.tsx'

interface Props {
  title?: ReactNode
  children?: ReactNode
}

/** The card in the place of what does not exist, or may not be seen. */
export function NotFound({
  title = MESSAGES.notFound,
  children = 'The address may be mistyped, or the page has moved.',
}: Props) {
  return (
    <div className="mx-auto my-4 max-w-[25rem] rounded-2xl border border-line bg-sheet p-4">
      <Title>{title}</Title>
      {children && <p className="mt-1 text-quiet">{children}</p>}
      <a href={PATHS.start} className={`${buttonClasses('plain')} mt-4 w-full`}>
        Go home
      </a>
    </div>
  )
}
