import { html, raw } from 'hono/html'

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 40rem; margin: 0 auto; padding: 1rem }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere }
  label, button { display: block }
  label, button, summary { margin: .75rem 0; min-height: 1.5rem }
  input:not([type=checkbox]), select { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit }
  input[type=checkbox] { width: 1.5rem; height: 1.5rem; vertical-align: middle }
  input[type=checkbox] + label { display: inline }
  button { width: 100%; min-height: 3rem; padding: .5rem; font: inherit; overflow-wrap: anywhere }
  .note { border-inline-start: .25rem solid; padding-inline-start: .75rem }
  li { margin: .75rem 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  code { overflow-wrap: anywhere }
  [hidden] { display: none !important }
  iframe { width: 100%; height: 70vh; box-sizing: border-box; border: 1px solid; background: #fff }
`

/** A complete page of the sandbox, without script. */
export function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
