import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { MESSAGES } from '../../rules/base/messages.ts'
import { type Screen, SCREENS } from '../../rules/site/paths.ts'
import { noteFailure } from '../api/answer-age.ts'
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
  useEffect(noteFailure, [])
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

/** The screens that open without a network, each with the call that it needs from the phone. */
const KEPT = [
  [SCREENS.pastResults, '/api/history'],
  [SCREENS.ticket, '/api/history'],
  [SCREENS.slip, '/api/slip'],
] as const

/** What opens without a network. */
function KeptScreens() {
  const [kept, setKept] = useState<Screen[]>([])
  useEffect(() => {
    const found = KEPT.map(async ([screen, call]) => ((await caches.match(call)) ? [screen] : []))
    Promise.all(found).then((screens) => setKept(screens.flat()), noop)
  }, [])
  return (
    <>
      It is not on this phone. Without a network you can open{' '}
      {[SCREENS.classification, ...kept].map(({ path, title }) => (
        <Fragment key={path}>
          <a className="link" href={path}>
            {title}
          </a>
          ,{' '}
        </Fragment>
      ))}
      and what you have opened here before.
    </>
  )
}

const noop = () => undefined
