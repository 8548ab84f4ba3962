import { capitalised, formatDate, formatInstant } from '../../domain/base/calendar.ts'
import type { Draw } from '../../domain/draws/draw.ts'
import { DRAW_TYPES } from '../../domain/base/balls.ts'
import { drawShareText } from '../../domain/share/share-text.ts'
import { publicDrawPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { ShareButton } from '../share/share-button.tsx'
import { BallSet } from '../ui/ball.tsx'
import { stripeOf } from './operator.tsx'

export type PublicDraw = AnswerOf<'GET /api/public/draws/:publicId'>
type SharedDraw = Omit<PublicDraw, 'picture' | 'corrections'>
/** Players see the reason too. */
type Correction = PublicDraw['corrections'][number] & { reason?: string }

/** `Diamond, Mon 23 Jun 2025`: the title of a draw's pages. */
export const drawTitle = ({ game, date }: Pick<SharedDraw, 'game' | 'date'>) =>
  `${game.name}, ${formatDate(date)}`

/** Both sets of a draw in large balls. @param unlinked for visitors who may be signed out */
export function DrawSets({
  draw,
  came,
  unlinked = false,
}: {
  draw: SharedDraw
  /** Winning numbers to ring. */
  came?: ReadonlySet<number>
  unlinked?: boolean
}) {
  return (
    <div
      className={`stripe relative overflow-hidden rounded-lg border border-line bg-sheet p-[min(1rem,4vw)] pl-[min(1.25rem,5vw)] ${stripeOf(draw.game.operator)}`}
    >
      {draw.state === 'no_draw' ? (
        <p className="font-bold">No draw on this day.</p>
      ) : (
        DRAW_TYPES.map((type) => (
          <DrawSet
            key={type}
            type={type}
            numbers={draw[type]}
            came={type === 'winning' ? came : undefined}
            unlinked={unlinked}
          />
        ))
      )}
      {draw.state === 'unconfirmed' && (
        <p className="mt-3 text-sm font-bold text-warn">
          Unconfirmed: a second person still checks these numbers.
        </p>
      )}
    </div>
  )
}

function DrawSet({
  type,
  numbers,
  came,
  unlinked,
}: {
  type: (typeof DRAW_TYPES)[number]
  numbers: Draw['winning']
  came: ReadonlySet<number> | undefined
  unlinked: boolean
}) {
  return (
    <div className="not-first:mt-3">
      <p className="mb-1 text-label text-quiet" aria-hidden="true">
        {capitalised(type)}
      </p>
      {numbers.length > 0 ? (
        <BallSet
          type={type}
          numbers={numbers}
          size={40}
          unlinked={unlinked}
          isHit={(place) => came?.has(numbers[place]!) ?? false}
        />
      ) : (
        <p>
          <span className="visually-hidden">{capitalised(type)} numbers: </span>Not in yet
        </p>
      )}
    </div>
  )
}

/** `Premier Lotto, draw 49` */
export function DrawSource({ draw }: { draw: SharedDraw }) {
  const serial = draw.serial === null ? '' : `, draw ${draw.serial}`
  return <p className="mt-2 text-sm text-quiet">{`Drawn by ${draw.game.operator}${serial}`}</p>
}

/** Shares a draw with its picture and the address of its public page. */
export function ShareDraw({ draw }: { draw: SharedDraw }) {
  const text = () =>
    drawShareText({ ...draw, game: draw.game.name }, location.origin + publicDrawPath(draw.publicId))
  return <ShareButton label="Share this draw" text={text} picture={`/api/public/draws/${draw.publicId}`} />
}

/** The corrections of a draw, each with the earlier values. */
export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-bold">Corrections</h2>
      <ul className="space-y-3">
        {corrections.map(({ at, reason, changes }) => (
          <li key={at} className="rounded-lg border border-line bg-sheet p-3 text-sm">
            <p>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at)}</time>
              {reason && `: ${reason}`}
            </p>
            <dl className="mt-1">
              {changes.map(({ what, old, new: now }) => (
                <div key={what}>
                  <dt className="inline text-quiet">{`${capitalised(what)}:`}</dt>{' '}
                  <dd className="inline">
                    <del>{old}</del> became <ins className="no-underline">{now}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
