import type { ReactNode } from 'react'
import { luckScale } from '../../draws/rules/luck/luck-bar.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { formatCount } from '../../platform/rules/base/words.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { LockedPlan } from '../../money/web/locked.tsx'
import { DrawList } from '../../draws/web/draw-list.tsx'
import { Ball } from '../../platform/web/ui/ball.tsx'
import { LuckBar } from '../../draws/web/luck-bar.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { questionPath } from './address.ts'

export type Answer = AnswerOf<'GET /api/assistant'>

/** The figure of an answer beside luck, or why there is none. A locked one has a box of its own. */
export function Outcome({ answer, question }: { answer: Answer; question: string }) {
  const { plan, reading, refusal, status } = answer
  if (plan) return <LockedPlan plan={plan}>{`Your plan does not answer “${reading}”`}</LockedPlan>
  if (status === 'answered') return <Figure answer={answer} question={question} />
  const [first, ...rest] = refusal.split(/(?<=[.?]) /)
  return (
    <>
      <h2>{first}</h2>
      {rest.length > 0 && <p className="text-sm text-quiet">{rest.join(' ')}</p>}
    </>
  )
}

/** The card around an outcome. */
const CHIP =
  'inline-flex min-h-11 items-center rounded-[1.375rem] border-[1.5px] border-edge px-3.5 py-1 text-sm'

export const cardOf = (answer: Answer | undefined): string => (answer && !answer.plan ? 'ans' : '')

interface FigureProps {
  answer: Answer
  question: string
}

function Figure({ answer: { ball, figure, luck, facts, reading }, question }: FigureProps) {
  return (
    <>
      <div className="flex items-center gap-2.5">
        {ball && <Ball number={ball.number} look={ball.type} size={36} />}
        <h2>{figure}</h2>
      </div>
      {luck && (
        <div className="mt-2.5">
          <LuckBar {...luck} said={figure} ends />
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
      {reading && !isSaid(reading, question) && (
        <p className="mt-1 text-xs text-quiet">Understood as: {reading}</p>
      )}
    </>
  )
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isSaid = (reading: string, question: string) => plain(reading) === plain(question)

/** The figures of a list, the draws behind an answer, other questions, and where to read on. */
export function Details({ answer }: { answer: Answer }) {
  const { status, lines, notes, draws, total, marked, links, suggestions } = answer
  return (
    <>
      <Lines lines={lines} />
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm text-quiet">
          {note}
        </p>
      ))}
      {draws.length > 0 && (
        <Fold text={seeWords(draws.length, total, 'draw')}>
          <DrawList rows={draws} search={marked} named />
        </Fold>
      )}
      <Steps answer={answer} />
      <Questions title={status === 'declined' ? 'You can ask' : 'Did you mean'} questions={suggestions} />
      <Links links={links} />
    </>
  )
}

/** `See the 7 draws`, `See the newest 6 of 40 draws` */
function seeWords(shown: number, all: number, what: string): string {
  const words = shown < all ? `newest ${shown} of ${formatCount(all)} ` : all === 1 ? '' : `${all} `
  return `See the ${words}${what}${all === 1 ? '' : 's'}`
}

function Fold({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="link inline-block py-3 text-sm">{text}</summary>
      {children}
    </details>
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

/** The draws that followed each other, a case each. */
function Steps({ answer: { steps, cases } }: { answer: Answer }) {
  if (steps.length === 0) return null
  return (
    <Fold text={seeWords(steps.length, cases, 'time')}>
      <ol>
        {steps.map((draws) => (
          <li key={draws.map(keyOf).join()} className="mb-3">
            {draws.map((draw) => (
              <DrawList key={keyOf(draw)} rows={[draw]} search={draw.marked} named />
            ))}
          </li>
        ))}
      </ol>
    </Fold>
  )
}

const keyOf = ({ game, date, marked }: Answer['steps'][number][number]) =>
  [game, date, ...marked.map(({ number }) => number)].join(' ')

/** Where to read on. */
function Links({ links }: Pick<Answer, 'links'>) {
  if (links.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      {links.map(({ path, text }) =>
        path === PATHS.record || path.startsWith(PATHS.methods) ? (
          // A page without script, outside the app.
          <a key={path} href={path} className={CHIP}>
            {text}
          </a>
        ) : (
          <PageLink key={path} to={path} className={CHIP}>
            {text}
          </PageLink>
        ),
      )}
    </p>
  )
}

/** Questions as links. */
export function Questions({ title, questions }: { title: string; questions: readonly string[] }) {
  if (questions.length === 0) return null
  return (
    <section aria-label={title} className="mt-2">
      <p className="text-sm text-quiet">{title}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {questions.map((question) => (
          <PageLink key={question} to={questionPath(question)} className={CHIP}>
            {question}
          </PageLink>
        ))}
      </p>
    </section>
  )
}
