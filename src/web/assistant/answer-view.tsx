import type { AnswerOf } from '../api/call.ts'
import { formatCount, allDraws } from '../../domain/base/words.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { DrawList } from '../draws/draw-list.tsx'
import { Ball } from '../ui/ball.tsx'
import { PageLink } from '../ui/page-link.tsx'

export type Answer = AnswerOf<'GET /api/assistant'>

/** The figure of an answer, and what luck alone gives. */
export function Figure({ answer: { ball, figure, facts } }: { answer: Answer }) {
  return (
    <div className="answer">
      {ball && <Ball number={ball.number} look={ball.type} size={40} />}
      <b className={`text-lg ${ball ? '' : 'col-span-full'}`}>{figure}</b>
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
    </div>
  )
}

/** The figures of a list, the draws behind an answer, and where to read on. */
export function Details({ answer }: { answer: Answer }) {
  const { lines, notes, draws, total, marked, links } = answer
  return (
    <>
      {lines.length > 0 && (
        <ol className="rows mt-4">
          {lines.map(({ ball, name, value, note }) => (
            <li
              key={`${ball?.number} ${name}`}
              className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1.5 not-first:border-t not-first:border-line md:px-4"
            >
              {ball && <Ball number={ball.number} look={ball.type} />}
              {name}
              <b>{value}</b>
              <span className="text-sm text-quiet">{note}</span>
            </li>
          ))}
        </ol>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm text-quiet">
          {note}
        </p>
      ))}
      {draws.length > 0 && (
        <section className="mt-4">
          <h2 className="mb-2 font-bold">
            {draws.length < total ? `The newest ${draws.length} of ${total} draws` : allDraws(total)}
          </h2>
          <DrawList rows={draws} search={marked} named />
        </section>
      )}
      <Steps answer={answer} />
      <Links links={links} />
    </>
  )
}

/** The draws that followed each other, a case each. */
function Steps({ answer: { steps, cases } }: { answer: Answer }) {
  if (steps.length === 0) return null
  return (
    <section className="mt-4">
      <h2 className="mb-2 font-bold">{casesWords(steps.length, cases)}</h2>
      <ol>
        {steps.map((draws) => (
          <li key={draws.map(keyOf).join()} className="mb-3">
            {draws.map((draw) => (
              <DrawList key={keyOf(draw)} rows={[draw]} search={draw.marked} named />
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

const keyOf = ({ game, date, marked }: Answer['steps'][number][number]) =>
  [game, date, ...marked.map(({ number }) => number)].join(' ')

function casesWords(shown: number, cases: number): string {
  if (shown < cases) return `The newest ${shown} of ${formatCount(cases)} times`
  return cases === 1 ? 'The only time' : `All ${cases} times`
}

/** Where to read on. */
export function Links({ links }: Pick<Answer, 'links'>) {
  if (links.length === 0) return null
  return (
    <p className="results-links mt-3">
      {links.map(({ path, text }) =>
        path === PATHS.record || path.startsWith(PATHS.methods) ? (
          // A page without script, outside the app.
          <a key={path} href={path} className="link">
            {text}
          </a>
        ) : (
          <PageLink key={path} to={path} className="link">
            {text}
          </PageLink>
        ),
      )}
    </p>
  )
}
