// Builds the files for `npm start`: the browser's files, the page renderer, and the server's programs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { asciiOnly } from './ascii.ts'
import { buildVerifier, buildWorkers, type HashedIcons } from './build-worker.ts'
import { EXTERNALS } from './externals.ts'

// Libraries always run in production mode, in every environment. Settings read their own copy of the environment.
process.env.NODE_ENV = 'production'
const common = { logLevel: 'warn', mode: 'production' } as const

const PROGRAMS = ['main', 'import', 'promote', 'next-log', 'after-restore']

/** Each program checks the version of Node.js before any other import, so that an old one gets a clear message. */
const checkNodeFirst: Plugin = {
  name: 'check-node-first',
  resolveId: (id) => (id.startsWith('program:') ? id : null),
  load: (id) =>
    id.startsWith('program:')
      ? `import '/scripts/require-node.mjs'\nawait import('/src/app/server/${id.slice('program:'.length)}.ts')`
      : null,
}

/**
 * Puts a hash into the names of the icons, so that the server serves them as files that never change. Browsers ask for
 * `/favicon.ico` without a link, so it stays.
 */
function hashIcons(): HashedIcons {
  const hashed = (name: string) => {
    const { name: base, ext } = parse(name)
    const bytes = readFileSync(join('dist/client', name))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
    const address = `/assets/${base}-${hash}${ext}`
    renameSync(join('dist/client', name), join('dist/client', address))
    return address
  }
  const path = 'dist/client/manifest.webmanifest'
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { icons: { src: string }[] }
  for (const icon of manifest.icons) icon.src = hashed(icon.src)
  writeFileSync(path, JSON.stringify(manifest))
  const linked = { svg: hashed('/icon.svg'), apple: hashed('/apple-touch-icon.png') }
  writeFileSync('dist/client/.vite/icons.json', JSON.stringify(linked))
  return { linked, notification: manifest.icons[0]!.src }
}

rmSync('dist', { recursive: true, force: true })
await build(common)
await build({ ...common, configFile: 'vite.render.config.ts' })
await buildWorkers(common, hashIcons())
await buildVerifier(common)
await build({
  ...common,
  configFile: false,
  publicDir: false,
  plugins: [checkNodeFirst, asciiOnly],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: {
    noExternal: true,
    external: EXTERNALS,
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(PROGRAMS.map((name) => [name, `program:${name}`])),
        thread: 'src/app/server/worker/thread.ts',
      },
    },
  },
})

for (const entry of readdirSync('dist/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
}
