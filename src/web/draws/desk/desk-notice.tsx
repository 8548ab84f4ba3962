import { useEffect, useRef } from 'react'
import { PATHS } from '../../../domain/site/paths.ts'
import { IconPath, WARN } from '../../ui/icon-path.tsx'
import { CHECK } from '../../ui/more-icons.ts'
import { CLOCK } from '../../admin/staff-icons.ts'
import type { Desk } from './use-desk.ts'

const LOOKS = {
  good: { classes: 'bg-soft', icon: CHECK, iconClasses: 'text-brand' },
  warn: { classes: 'bg-warn-soft text-warn', icon: CLOCK, iconClasses: '' },
  bad: { classes: 'bg-error-soft text-error', icon: WARN, iconClasses: '' },
}

const LINK = '-my-3 inline-block py-3 underline underline-offset-2'

/** The outcome of the last step, directly below the buttons. After a save: the numbers, a correction and the next game. */
export function DeskNotice({ desk }: { desk: Desk }) {
  const { notice } = desk
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) place.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  if (!notice) return null
  const { text, saved, login, kind, instead } = notice
  const { classes, icon, iconClasses } = LOOKS[kind]
  return (
    <div ref={place} role="alert" className={`mt-3 flex gap-2.5 rounded-lg p-3 text-sm ${classes}`}>
      <span className={iconClasses}>
        <IconPath path={icon} />
      </span>
      <div className="min-w-0">
        <p>
          <span className={saved ? 'font-bold' : ''}>{text}</span>{' '}
          {login && (
            <a className={LINK} href={PATHS.login}>
              Login
            </a>
          )}
          {saved && (
            <>
              <span className="whitespace-nowrap">{saved.numbers}.</span>{' '}
              {saved.entry && (
                <button
                  type="button"
                  className={`${LINK} text-brand`}
                  onClick={() => desk.choose(saved.entry!)}
                >
                  Correct
                </button>
              )}
            </>
          )}
          {instead && (
            <button type="button" className={LINK} onClick={() => desk.open(instead)}>
              Discard it and open {desk.nameOf(instead.game)}
            </button>
          )}
        </p>
        {saved && (
          <p className="text-xs text-quiet">
            {saved.next === null ? 'Every draw of today has a result.' : `Next: ${saved.next}`}
          </p>
        )}
      </div>
    </div>
  )
}
