// Development: Vite serves the browser's modules with fast refresh, loads the server's sources into this process, and
// forwards all other requests to the server. A change of the server restarts it in this process and reloads open pages.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { createServer, type Connect, type Plugin } from 'vite'
import { MINIMUM_CLIENT_VERSION } from '../src/platform/rules/offline/offline.ts'
import { readSettings } from '../src/platform/server/base/settings.ts'
import type { Build } from '../src/platform/server/http/build.ts'
import { type DeflatedSheet, deflateSheet } from '../src/platform/server/http/gzip.ts'
import type * as Settings from '../src/platform/server/base/settings.ts'
import type * as Server from '../src/app/server/server.ts'
import { greeting, startFailure } from '../src/app/server/startup-text.ts'
import type * as Render from '../src/app/web/render.tsx'

const ROOT = join(import.meta.dirname, '..')
/** Changes in these folders restart the server. */
const SERVER_SOURCES = /^(src\/(\w+\/(server|rules)|stand-ins)|migrations)\//
/** Editors save several files at once; one restart covers them. */
const DEBOUNCE_MS = 30
/** The first script of each page. */
const ENTRY = '/@dev-entry'
/** Vite answers these paths, the server all others. */
const VITE_PATHS = String.raw`(?:@|src/|node_modules/|[\w-]+\.(?:svg|png|ico|webmanifest)$)`

/** The entry installs fast refresh before React loads; the page's policy has no inline scripts. */
const entry: Plugin = {
  name: 'dev-entry',
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) =>
    id === ENTRY
      ? `import '/@vite/client'
         import '@vitejs/plugin-react/preamble'
         // Pages export the calls that they need next to their component.
         window.__getReactRefreshIgnoredExports = () => ['calls']
         await import('/src/app/web/client.tsx')`
      : null,
}

/** Waits for a restart before each request of the server, and shows why the server or the page renderer cannot load. */
const waitForServer: Plugin = {
  name: 'wait-for-server',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => void respondWhenReady(request, response, next))
  },
}

async function respondWhenReady(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  if (new RegExp(`^/${VITE_PATHS}`).test(request.url!)) return next()
  try {
    await ready
    await loadPages()
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(failurePage(error))
    return
  }
  next()
}

/** Its script reloads the page after the next successful restart. */
const failurePage = (error: unknown) =>
  `<!doctype html><pre>${stripVTControlCharacters(startFailure(error)).replaceAll('<', '&lt;')}</pre>
  <script type="module" src="/@vite/client"></script>`

const settings = readSettings(process.env)
const serverPort = await freePort()
const vite = await createServer({
  root: ROOT,
  appType: 'custom',
  plugins: [entry, waitForServer],
  // Excluded, because Vite's plugins do not transform prebundled packages (scripts/paystack-hosts.ts).
  optimizeDeps: {
    entries: ['src/app/web/client.tsx'],
    exclude: ['@paystack/inline-js'],
  },
  server: {
    host: settings.host,
    port: settings.port,
    strictPort: true,
    allowedHosts: [new URL(settings.appUrl).hostname],
    proxy: { [`^/(?!${VITE_PATHS})`]: `http://127.0.0.1:${serverPort}` },
    watch: { ignored: [settings.dataDir, join(ROOT, 'dist')] },
  },
})

/** The current page renderer and style sheet. */
let pages: { render: typeof Render; sheet: DeflatedSheet }
async function loadPages(): Promise<void> {
  const [render, { default: css }] = await Promise.all([
    vite.ssrLoadModule('/src/app/web/render.tsx') as Promise<typeof Render>,
    vite.ssrLoadModule('/src/platform/web/ui/styles.css?inline') as Promise<{ default: string }>,
  ])
  pages = { render, sheet: deflateSheet(`<style>${css}</style>`) }
}

/** Vite inserts style elements, so the policy allows them. */
const style = {
  get bytes() {
    return pages.sheet.bytes
  },
  get deflated() {
    return pages.sheet.deflated
  },
  source: "'unsafe-inline'",
}

/** The build that production reads from files. */
const build: Build = {
  version: 'development',
  render: {
    get pagePaths() {
      return pages.render.pagePaths
    },
    findPage: (path) => pages.render.findPage(path),
    callsOf: (...parameters) => pages.render.callsOf(...parameters),
    parametersOf: (...parameters) => pages.render.parametersOf(...parameters),
    headOf: (...parameters) => pages.render.headOf(...parameters),
    renderPage: (...parameters) => pages.render.renderPage(...parameters),
    renderQuestion: (...parameters) => pages.render.renderQuestion(...parameters),
    renderSeenBanner: (...parameters) => pages.render.renderSeenBanner(...parameters),
  },
  minimumClient: MINIMUM_CLIENT_VERSION,
  styles: {
    main: style,
    staff: style,
    screens: style,
    strangers: style,
    results: style,
    wall: style,
    paper: style,
  },
  sheets: null,
  scriptsOf: ({ script }) => (script ? { entry: ENTRY, preloads: [] } : null),
  icons: { svg: '/icon.svg', apple: '/apple-touch-icon.png' },
  files: new Map(),
}

let running: Server.Running | null = null
async function restart(): Promise<void> {
  await running?.stop({ lingerMs: 0 })
  running = null
  const { startServer } = (await vite.ssrLoadModule('/src/app/server/server.ts')) as typeof Server
  const { readSettings } = (await vite.ssrLoadModule(
    '/src/platform/server/base/settings.ts',
  )) as typeof Settings
  running = await startServer(
    { ...readSettings(process.env), host: '127.0.0.1', port: serverPort },
    { build },
  )
}

/** Resolves when the latest start has succeeded. */
let ready = Promise.resolve()
let changes = 0
async function onChange(path: string): Promise<void> {
  if (path.endsWith('.test.ts') || !SERVER_SOURCES.test(relative(ROOT, path))) return
  const change = ++changes
  await sleep(DEBOUNCE_MS)
  if (change !== changes || isStopping) return
  const begin = performance.now()
  ready = ready.catch(() => undefined).then(restart)
  await ready.then(
    () => console.log(`Restarted in ${Math.round(performance.now() - begin)} ms`),
    (error: unknown) => console.error(startFailure(error)),
  )
  vite.ws.send({ type: 'full-reload' })
}

let isStopping = false
async function stop(): Promise<void> {
  isStopping = true
  await ready.catch(() => undefined)
  await Promise.all([running?.stop({ lingerMs: 0 }), vite.close()])
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

await vite.listen()
ready = restart()
await ready.catch((error: unknown) => console.error(startFailure(error)))
vite.watcher.on('all', (_event, path) => void onChange(path))
if (running) console.log(greeting(running))

async function freePort(): Promise<number> {
  const probe = createNetServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
