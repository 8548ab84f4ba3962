import { RATE_LIMITS } from '../../domain/accounts/rate-limits.ts'
import { LEGAL_PATHS } from '../../domain/legal/legal.ts'
import { openResultsPath, SLIP, slipCode, slipPath } from '../../domain/share/other-sites.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { useCall } from '../api/use-call.ts'
import { Part } from '../legal/text.tsx'
import type { Head as DocumentHead } from '../site/page.ts'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'

const TITLE = 'Use our results on your site'
const TODAY = openResultsPath()

export const calls = () => [TODAY]
export const head = (): DocumentHead => ({
  title: TITLE,
  description:
    'Lotto results for your blog or page, free: a slip to paste, WordPress, and data without a key.',
})

/** How other sites show our results, and the terms for it. */
export default function EmbedPage() {
  const { data } = useCall('GET /api/open/results', TODAY)
  if (!data) return <Failure text="This page could not be loaded. Please try again in a moment." />
  const home = data.terms.slice(0, -PATHS.embed.length)
  return (
    <>
      <Head title={TITLE} />
      <p className="max-w-[40rem]">
        Results of every game are free for your blog or page: numbers, dates and serial numbers, for everyone,
        without a key.
      </p>
      <Part title="A slip to paste">
        <p>This code shows today’s results. It loads no script and sets no cookie.</p>
        <Code text={slipCode(home + slipPath())} />
        <p>
          For one game, a date or a draw, give the address the same end as its{' '}
          <a className="link" href={PATHS.results}>
            page here
          </a>
          , as in <code>{slipPath('bingo')}</code>. The slip fits any width from {SLIP.least} pixels and
          follows the reader’s light or dark screen.{' '}
          <a className="link" href={slipPath()}>
            See the slip
          </a>
        </p>
        <p>
          A content policy of your site needs <code>frame-src {home}</code> and nothing else.
        </p>
      </Part>
      <Part title="WordPress">
        <p>
          Paste the address of a draw’s page on a line of its own. It becomes a picture that links to the
          page, and a correction changes it. A page of results becomes the slip; WordPress switches its links
          off. Other sites find both by oEmbed.
        </p>
      </Part>
      <Part title="Data">
        <Code text={`const answer = await fetch('${home}${TODAY}')\nconst { draws } = await answer.json()`} />
        <p>The same for other results, from a browser or a server:</p>
        <ul className="list-disc pl-5">
          {(
            [
              ['2025-06-23', 'a day'],
              ['bingo', 'the newest draws of a game'],
              ['bingo/2025', 'a year of a game'],
              ['diamond.2025-06-23', 'one draw'],
            ] as const
          ).map(([of, what]) => (
            <li key={of}>
              <code>{openResultsPath(of)}</code>, {what}
            </li>
          ))}
        </ul>
        <p>
          <a className="link" href="/api/openapi.json">
            The description of the API
          </a>{' '}
          marks these calls <code>public</code>. An answer is the same for a minute: ask at most once a minute
          and send its <code>ETag</code> back. One network may ask {RATE_LIMITS.otherSites.points} times a
          minute. After that the answer is 429, and <code>Retry-After</code> says when to ask again.
        </p>
      </Part>
      <Part title="Terms">
        <ul className="list-disc space-y-2 pl-5">
          <li>
            Show a link to our page beside the numbers. The slip and the picture have it; in the data it is{' '}
            <code>page</code>.
          </li>
          <li>
            The drawn numbers are facts and free. Statistics, forecasts and the search are not part of this,
            and our slips and pictures may not be changed.
          </li>
          <li>
            We are not the operator of a game, and your page must not look as if you or we were. Results may
            contain errors: only the operator’s own list counts. Show corrections as soon as we do.
          </li>
          <li>Say that lotto is for adults, 18+, and promise no wins.</li>
          <li>
            There is no guarantee that this works at all times. We may change or end it, and say so on this
            page first. Our{' '}
            <a className="link" href={LEGAL_PATHS.terms}>
              terms
            </a>{' '}
            hold too.
          </li>
        </ul>
      </Part>
    </>
  )
}

/** Code to copy: a tap selects all of it. */
const Code = ({ text }: { text: string }) => (
  <pre className="overflow-x-auto rounded-md border border-line bg-sheet p-3 text-sm whitespace-pre-wrap select-all">
    {text}
  </pre>
)
