import { LEGAL_PATHS } from '../../domain/legal/legal.ts'
import { PATHS, PATTERNS, publicForecastPath } from '../../domain/site/paths.ts'
import { itemAt } from '../../domain/base/lists.ts'

/** The addresses of the pages that search engines may read. The last parts of some name their subject. */
export const LISTED_PAGES: readonly string[] = [
  PATHS.results,
  PATTERNS.resultsOf,
  PATTERNS.gameYear,
  PATTERNS.publicDraw,
  PATHS.record,
  PATHS.recordCheck,
  PATHS.recordFunnel,
  publicForecastPath(':forecast'),
  PATHS.embed,
  PATHS.methods,
  PATTERNS.method,
  LEGAL_PATHS.privacy,
  LEGAL_PATHS.terms,
  PATHS.login,
  PATHS.signUp,
]

/** What these pages load, and what search engines read besides pages. */
const FILES = [
  '/assets/',
  '/share/',
  '/oembed?',
  '/favicon.ico$',
  '/manifest.webmanifest$',
  '/sitemap.xml$',
  '/sitemap/',
]

/**
 * The rules for crawlers (RFC 9309: the longest match counts, `$` is the end).
 * @param appUrl the public address of this site
 */
export function robotsText(appUrl: string): string {
  const pages = LISTED_PAGES.map((path) => (path.includes(':') ? itemAt(path.split(':'), 0) : `${path}$`))
  return [
    'User-agent: *',
    ...[...new Set([...pages, ...FILES])].map((path) => `Allow: ${path}`),
    'Disallow: /share/whatsapp/',
    'Disallow: /',
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
