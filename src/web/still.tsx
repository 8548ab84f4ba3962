import { ANALYTICS_PATH, LEGAL_PATHS } from '../domain/legal.ts'
import { PATHS, PATTERNS, publicDayPath, publicForecastPath } from '../domain/paths.ts'
import type { Answers } from './answers.ts'
import StillLayout from './layout/still-layout.tsx'
import { type LoadedPage, type Module, type Page, pageAt } from './page.ts'
import { SITE, type Site, SiteContext } from './site/site.ts'
import { addressOf, RenderedAddress } from './ui/location.ts'

const MODULES = import.meta.glob<Module>([
  './methods/*-page.tsx',
  './record/*-page.tsx',
  './legal/*-page.tsx',
  './draws/public-day-page.tsx',
])

function page(path: string, title: string, module: string, isPersonal = false): Page {
  return { path, title, access: 'anyone', module, policy: 'plain', status: 200, isPersonal }
}

/** The pages without script, which only the server renders. They are the same for everyone, except personal ones. */
const PAGES = [
  page(PATHS.record, 'Public record', './record/record-page.tsx'),
  page(PATHS.recordCheck, 'Check a forecast', './record/check-page.tsx'),
  page(PATHS.recordFunnel, 'The funnel of luck as a table', './record/funnel-page.tsx'),
  page(publicForecastPath(':forecast'), 'Forecast', './record/forecast-page.tsx'),
  page(publicDayPath(':date'), 'Results of a day', './draws/public-day-page.tsx'),
  page(PATHS.methods, 'Methods', './methods/methods-page.tsx'),
  page(PATTERNS.method, 'Method', './methods/method-page.tsx'),
  page(LEGAL_PATHS.privacy, 'Privacy', './legal/privacy-page.tsx'),
  page(LEGAL_PATHS.terms, 'Terms', './legal/terms-page.tsx'),
  page(ANALYTICS_PATH, 'Your choice about analytics', './legal/analytics-page.tsx', true),
]

export function findStillPage(path: string): Page | undefined {
  return pageAt(PAGES, path)
}

export async function loadStillPage({ module }: Page): Promise<LoadedPage> {
  const { default: Page, calls, head, parameters = [] } = await MODULES[module]!()
  return { Page, Layout: StillLayout, calls: (...of) => calls?.(...of) ?? [], head, parameters }
}

interface Props {
  code: LoadedPage
  subject: string
  answers: Answers
  /** Path and query. */
  url: string
}

/** The root of the pages without script. */
export function Still({ code: { Page, Layout }, subject, answers: { calls }, url }: Props) {
  return (
    <RenderedAddress value={addressOf(url)}>
      <SiteContext value={calls[SITE]?.body as Site | undefined}>
        <Layout>
          <Page subject={subject} answers={calls} />
        </Layout>
      </SiteContext>
    </RenderedAddress>
  )
}
