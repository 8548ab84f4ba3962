import type { Answers } from '../../web/render.tsx'
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

/** The HTML document of a rendered page. It carries the API's answers as JSON, so that the browser starts from them. */
export function renderDocument(
  { style }: Pick<Build, 'style'>,
  page: { title: string; html: string; scripts: PageScripts; answers: Answers },
): string {
  const preloads = page.scripts.preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('')
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="Nigerian lotto results, chart, statistics and forecasts that can be checked.">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0b3d27">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a2a1c">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
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
