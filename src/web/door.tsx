import type { Answers } from './answers.ts'
import type { LoadedPage } from './page.ts'
import { SITE, type Site, SiteContext } from './site/site.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { FormAnswerContext } from './ui/form-answer.ts'
import { addressOf, RenderedAddress } from './ui/location.ts'

interface Props {
  code: LoadedPage
  subject: string
  answers: Answers
  /** Path and query; given on the server only. */
  url?: string
}

/**
 * The root of the pages that need no account: the login and the other ways in. It has no data fetching and no router,
 * because their answers come with the page and each link loads a document (docs/decisions/007).
 */
export function Door({ code: { Page, Layout }, subject, answers: { calls, form }, url }: Props) {
  return (
    <RenderedAddress value={addressOf(url)}>
      <SiteContext value={calls[SITE]?.body as Site | undefined}>
        <FormAnswerContext value={form ?? null}>
          <Layout answers={calls}>
            <ErrorBoundary>
              <Page subject={subject} answers={calls} />
            </ErrorBoundary>
          </Layout>
        </FormAnswerContext>
      </SiteContext>
    </RenderedAddress>
  )
}
