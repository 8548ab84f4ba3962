import { isLabFigure } from '../../rules/lab/figures.ts'
import { FAIR_TITLE, PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { Locked, useOpens } from '../../../money/web/locked.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { MethodLink } from '../../../platform/web/ui/method-link.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { labPath } from './addresses.ts'
import { LabFailure, RowLink } from './card.tsx'

type Answer = AnswerOf<'GET /api/lab/fair'>

const ADDRESS = '/api/lab/fair'
export const calls = () => [ADDRESS]

/** Whether the draws are fair: one verdict, and the ten proofs behind it. */
export default function FairPage() {
  const isOpen = useOpens('statistics')
  const { data, error, refetch } = useCall('GET /api/lab/fair', isOpen ? ADDRESS : undefined)
  return (
    <>
      <Head title={FAIR_TITLE}>{data?.sample && <SampleTag />}</Head>
      {!isOpen ? (
        <Locked feature="statistics">Ten tests of all recorded draws, and one verdict.</Locked>
      ) : data ? (
        <Fairness answer={data} />
      ) : error ? (
        <LabFailure text="The proofs could not be loaded." error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <ResponsibleNote />
    </>
  )
}

function Fairness({ answer: { sentences, needed, proofs } }: { answer: Answer }) {
  const [verdict, ...more] = sentences
  return (
    <>
      <div role="status" className="mb-4 rounded-lg bg-soft p-3 text-sm">
        <b className="block text-lg leading-tight">{verdict}</b>
        {more.join(' ')}
      </div>
      <h2 className="mb-1 text-label font-bold">The proof so far, of the {needed} needed</h2>
      <ol className="rows">
        {proofs.map((proof) => (
          <li key={proof.figure} className="not-first:border-t not-first:border-line">
            <ProofRow {...proof} />
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-quiet">
        Each proof is what became of one naira that bets against luck at fair odds. However often people look,
        a fair lottery brings one to {needed} at most 1 time in {needed}.
      </p>
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
        <MethodLink of="many-looks">How this is computed</MethodLink>
        <PageLink to={PATHS.statistics} className="link tap -my-3">
          All figures
        </PageLink>
      </p>
    </>
  )
}

const WORDS: Record<Answer['proofs'][number]['state'], string> = {
  'nothing-unusual': '',
  'worth-watching': 'Worth watching.',
  unusual: 'Unusual.',
}

/** A question, which leads to its figure if it has one, and how far its proof has come. */
function ProofRow({ figure, question, state, proof, share, notes }: Answer['proofs'][number]) {
  const words = [WORDS[state], ...notes].filter(Boolean).join(' ')
  const to = isLabFigure(figure) ? labPath({ figure, typed: {} }) : null
  return (
    <RowLink to={to} className="block px-3 py-2 text-sm md:px-4">
      <span className="flex items-baseline justify-between gap-3 leading-tight">
        <b className={to === null ? '' : 'text-brand'}>{question}</b>
        <b className="shrink-0 text-name">{proof}</b>
      </span>
      <svg className="mt-1.5 block h-1.5 w-full rounded-full bg-soft" aria-hidden="true">
        <rect width={`${Math.round(share * 100)}%`} height="100%" rx="3" fill="var(--brand)" />
      </svg>
      {words && <span className="mt-1 block">{words}</span>}
    </RowLink>
  )
}
