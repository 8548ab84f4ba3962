// Builds the files for `npm start`: the browser's files, the page renderer, and the server's programs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Plugin } from 'vite'

// Libraries always run in production mode, in every environment. Settings read their own copy of the environment.
process.env.NODE_ENV = 'production'
const common = { logLevel: 'warn', mode: 'production' } as const

const PROGRAMS = ['main', 'import', 'promote']

/** Each program checks the version of Node.js before any other import, so that an old one gets a clear message. */
const checkNodeFirst: Plugin = {
  name: 'check-node-first',
  resolveId: (id) => (id.startsWith('program:') ? id : null),
  load: (id) =>
    id.startsWith('program:')
      ? `import '/scripts/require-node.mjs'\nawait import('/src/server/${id.slice('program:'.length)}.ts')`
      : null,
}

rmSync('dist', { recursive: true, force: true })
await build(common)
await build({ ...common, configFile: 'vite.render.config.ts' })
await build({
  ...common,
  configFile: false,
  publicDir: false,
  plugins: [checkNodeFirst],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['pg', 'graphile-worker', 'pino', 'sharp', 'mailgen', 'oidc-provider'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `program:${name}`])),
    },
  },
})

for (const entry of readdirSync('dist/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
}
