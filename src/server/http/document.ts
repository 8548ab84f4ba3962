import type { Answers, DocumentHead } from '../../web/render.tsx'
import type { Build, PageScripts } from './build.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** JSON for a script element: it cannot end the element or begin another one. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The head's texts. Messengers show the Open Graph tags of a page that describes its subject. */
function headTags({ documentTitle, title, description }: DocumentHead): string {
  const about = description ?? 'Nigerian lotto results, chart, statistics and forecasts that can be checked.'
  const tags = [
    `<title>${escapeHtml(documentTitle)}</title>`,
    `<meta name="description" content="${escapeHtml(about)}">`,
  ]
  if (description !== undefined) {
    const shared = { site_name: 'Lotto Forecast', type: 'website', title, description }
    for (const [name, text] of Object.entries(shared))
      tags.push(`<meta property="og:${name}" content="${escapeHtml(text)}">`)
  }
  return tags.join('\n')
}

/** The HTML document of a rendered page. It carries the API's answers as JSON, so that the browser starts from them. */
export function renderDocument(
  { style }: Pick<Build, 'style'>,
  page: { head: DocumentHead; html: string; scripts: PageScripts; answers: Answers },
): string {
  const preloads = page.scripts.preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('')
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headTags(page.head)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0b3d27">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a2a1c">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<style>${style}</style>
<script type="module" src="${page.scripts.entry}"></script>${preloads}
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="answers">${scriptJson(page.answers)}</script>
</body>
</html>
`
}
