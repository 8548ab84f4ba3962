import type { Answers, DocumentHead } from '../../../app/web/render.tsx'
import { SHARE_PICTURE } from '../../rules/site/share-pictures.ts'
import type { PageScripts, PhoneSheets } from './build.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text for HTML and XML, in elements and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** JSON for a script element: it cannot end the element or begin another one. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The head's texts. Messengers show the Open Graph tags of a page that describes its subject, with its picture.
 */
function headTags(
  { documentTitle, title, description, picture, canonical, trail, feed }: DocumentHead,
  appUrl: string,
  path: string,
): string {
  const about = description ?? 'Nigerian lotto results, chart, statistics and forecasts that can be checked.'
  const tags = [
    `<title>${escapeHtml(documentTitle)}</title>`,
    `<meta name="description" content="${escapeHtml(about)}">`,
  ]
  if (canonical) tags.push(`<link rel="canonical" href="${escapeHtml(appUrl + canonical)}">`)
  for (const [ending, type] of Object.entries(feed ? FEED_TYPES : {}))
    tags.push(
      `<link rel="alternate" type="${type}" title="Lotto Forecast results" href="${escapeHtml(`${appUrl}${feed}.${ending}`)}">`,
    )
  if (trail)
    tags.push(`<script type="application/ld+json">${scriptJson(breadcrumbs(trail, appUrl))}</script>`)
  if (description === undefined) return tags.join('\n')
  const shared = { site_name: 'Lotto Forecast', type: 'website', title, description, url: appUrl + path }
  for (const [name, text] of Object.entries(shared)) tags.push(meta('property', `og:${name}`, text))
  if (picture) tags.push(...pictureTags(title, description, picture, appUrl))
  return tags.join('\n')
}

/** The media types of the feeds by the ending of their address: Atom (RFC 4287) and JSON Feed 1.1. */
export const FEED_TYPES = { xml: 'application/atom+xml', json: 'application/feed+json' } as const

const breadcrumbs = (trail: NonNullable<DocumentHead['trail']>, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([path, name], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: appUrl + path,
  })),
})

const meta = (kind: 'property' | 'name', name: string, text: string | number) =>
  `<meta ${kind}="${name}" content="${escapeHtml(String(text))}">`

function pictureTags(
  title: string,
  description: string,
  { path, alt }: NonNullable<DocumentHead['picture']>,
  appUrl: string,
): string[] {
  const { width, height } = SHARE_PICTURE
  const image = appUrl + path
  const card = { card: 'summary_large_image', title, description, image, 'image:alt': alt }
  return [
    meta('property', 'og:image', image),
    ...Object.entries({ type: 'image/png', width, height, alt }).map(([name, text]) =>
      meta('property', `og:image:${name}`, text),
    ),
    ...Object.entries(card).map(([name, text]) => meta('name', `twitter:${name}`, text)),
  ]
}

const answersTag = (answers: Answers | null) =>
  answers ? `<script type="application/json" id="answers">${scriptJson(answers)}</script>\n` : ''

/** Before the styles, so that a slow phone asks for the scripts with the first bytes, not after the layout. They run after the document. */
function scriptTags({ entry, preloads }: PageScripts): string {
  const links = preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('')
  return `<script type="module" src="${entry}"></script>${links}\n`
}

/** The addresses of the icons that each page links. */
export interface LinkedIcons {
  svg: string
  apple: string
}

/** The addresses of the phone's sheets. */
const sheetTag = (sheets: PhoneSheets | null): string =>
  sheets ? `<meta name="sheet" content="${sheets.kept}" data-whole="${sheets.whole}">\n` : ''

/**
 * The HTML document of a rendered page, before and after its style sheet. With scripts it carries the API's answers as JSON, so
 * that the browser starts from them. The sheet is inline: a linked one shares the line with the scripts, and a slow phone shows the
 * page 0.8 s later.
 */
export function renderDocument(page: {
  head: DocumentHead
  /** APP_URL, the origin of every link that leaves the page. */
  appUrl: string
  path: string
  html: string
  scripts: PageScripts | null
  /** For a document with the sheet of the common screens alone, and for that without a network. */
  sheets: PhoneSheets | null
  icons: LinkedIcons
  /** Null for the document without a network. */
  answers: Answers | null
  /** The HTML of what only the server renders, above and below the page. */
  above?: string
  below: string
}): { before: string; after: string } {
  const before = `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.scripts ? scriptTags(page.scripts) : ''}${headTags(page.head, page.appUrl, page.path)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0b3d27">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a2a1c">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${page.icons.svg}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${page.icons.apple}">
<link rel="manifest" href="/manifest.webmanifest">
${sheetTag(page.sheets)}`
  const after = `
</head>
<body>
${page.above ?? ''}<div id="root">${page.html}</div>
${page.scripts ? answersTag(page.answers) : ''}${page.below}</body>
</html>
`
  return { before, after }
}
