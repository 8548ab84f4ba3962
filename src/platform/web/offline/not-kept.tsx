import type { ReactNode } from 'react'
import { MESSAGES } from '../../rules/base/messages.ts'
import { SCREENS } from '../../rules/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { OFFLINE } from '../ui/more-icons.ts'
import { Empty } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'

/** A screen that this phone does not keep, with what to do. */
export function NotKept({
  title,
  onRetry,
  children,
}: {
  title: string
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <>
      <Title>{title}</Title>
      <Empty icon={<IconPath path={OFFLINE} />} text="This screen needs a network.">
        <p className="mt-1">{MESSAGES.noNetwork}</p>
        <p className="mt-1">{children ?? <KeptScreens />}</p>
        <Button kind="plain" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </Empty>
    </>
  )
}

/** What opens without a network. */
function KeptScreens() {
  return (
    <>
      It is not on this phone. Without a network you can open{' '}
      <a className="link" href={SCREENS.pastResults.path}>
        Games Results
      </a>
      , the{' '}
      <a className="link" href={SCREENS.classification.path}>
        chart
      </a>
      , and what you have opened here before.
    </>
  )
}
