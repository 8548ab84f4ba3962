import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { FEWEST_EXPECTED, luckScale, type LuckFigure } from '../../draws/rules/luck/luck-bar.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { formatDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { allDraws } from '../../platform/rules/base/words.ts'
import { drawOfDay, drawPath } from '../../platform/rules/site/paths.ts'
import { LockedPlan } from '../../money/web/locked.tsx'
import { DrawList } from '../../draws/web/draw-list.tsx'
import { Ball, BallSet } from '../../platform/web/ui/ball.tsx'
import { LuckBar } from '../../draws/web/luck-bar.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CROSS } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { askedPath } from './address.ts'
import { type List, Questions } from './question-field.tsx'

type Answer = Extract<AnswerOf<'GET /api/assistant'>, { reading: string }>

/** An answer below its full question; a locked one has a box of its own. Below are what it keeps and other questions. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { plan, reading, suggestions, things } = answer
  return (
    <>
      <div role="status">
        <h2 className="asked">{reading}</h2>
        {plan ? (
          <LockedPlan plan={plan}>{`Your plan does not answer “${reading}”`}</LockedPlan>
        ) : (
          <article className="ans">
            <Figure answer={answer} />
            <Details answer={answer} />
          </article>
        )}
      </div>
      <Chips things={things} />
      <Questions title="Or did you mean" questions={suggestions} />
    </>
  )
}

/** The things of a question. A tap leaves one out. */
export function Chips({ things }: Pick<List, 'things'>) {
  if (things.length === 0) return null
  return (
    <p className="kept no-print">
      Keeps
      {things.map(({ name, address, isQuestion }) => (
        <PageLink
          key={name}
          className="kept-thing"
          to={askedPath(isQuestion ? { chosen: address } : { kept: address })}
          aria-label={`Leave out ${name}`}
        >
          {name} <IconPath path={CROSS} size={16} />
        </PageLink>
      ))}
    </p>
  )
}

/** The figure beside luck. One draw is its balls. */
function Figure({ answer }: { answer: Answer }) {
  const { ball, figure, basis, luck, facts, query, draws } = answer
  const [only, ...others] = draws
  if (query.intent === 'draw' && only && others.length === 0) return <OneDraw draw={only} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        {ball && <Ball number={ball.number} look={ball.type} size={40} />}
        <p className={figure.length > 24 ? 'text-lg leading-tight font-bold' : 'figure'}>{figure}</p>
        {basis && <p className="text-sm text-quiet"> {basis}</p>}
      </div>
      {luck && (
        <div className="mt-2.5">
          <LuckBar {...luck} said={`${figure} ${basis}`} ends />
          {luck.mean >= FEWEST_EXPECTED && <p className="text-sm">{besideLuck(luck)}</p>}
        </div>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function besideLuck({ value, low, high }: LuckFigure): string {
  if (value < low) return 'Fewer than luck usually gives.'
  return value > high ? 'More than luck usually gives.' : 'As many as luck usually gives.'
}

type Draw = Answer['draws'][number]

function OneDraw({ draw: { game, name, operator, date, serial, winning, machine } }: { draw: Draw }) {
  const day = parseDate(date)
  const facts = [name, day && formatDate(day), serial !== null && `S/N ${serial}`, operator]
  return (
    <>
      <p className="text-sm text-quiet">{facts.filter(Boolean).join(', ')}</p>
      <div className="one-draw">
        <BallSet type="winning" numbers={winning} size={52} />
        {machine.length > 0 && <BallSet type="machine" numbers={machine} size={36} letter />}
      </div>
      <p className="flex gap-4 text-sm">
        <PageLink to={drawPath(drawOfDay(game, date))} className="link py-3">
          The draw
        </PageLink>
        <PageLink to={askedPath({ chosen: `ask=draw&games=${game}&period=last:5` })} className="link py-3">
          Last five of {name}
        </PageLink>
      </p>
    </>
  )
}

/** The figures of a list, and the draws behind an answer. */
function Details({ answer }: { answer: Answer }) {
  const { lines, notes, draws, marked, total, screen, query } = answer
  const isList = query.intent === 'draw'
  return (
    <>
      <Lines lines={lines} />
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm text-quiet">
          {note}
        </p>
      ))}
      {!(isList && draws.length === 1) && draws.length > 0 && (
        <DrawList
          rows={isList ? draws : draws.slice(0, SEARCH_LIMITS.answerDraws)}
          search={marked}
          named={query.slots.games?.length !== 1}
        />
      )}
      {screen && (
        <PageLink to={screen} className="link inline-block py-3 text-sm">
          {allDraws(total)}
        </PageLink>
      )}
    </>
  )
}

/** Figures of one kind; their bars share a scale. */
function Lines({ lines }: Pick<Answer, 'lines'>) {
  if (lines.length === 0) return null
  const scale = luckScale(lines.flatMap(({ luck }) => luck ?? []))
  return (
    <ol className="mt-2">
      {lines.map(({ ball, name, value, note, luck }) => (
        <li
          key={`${ball?.number} ${name}`}
          className="flex min-h-11 flex-wrap items-center gap-x-3 border-t border-line py-1.5"
        >
          {ball && <Ball number={ball.number} look={ball.type} />}
          {name}
          <b>{value}</b>
          <span className="text-sm text-quiet">{note}</span>
          {luck && (
            <span className="min-w-24 flex-1">
              <LuckBar {...luck} scale={scale} said={value} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
