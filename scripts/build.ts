// Builds what `npm start` runs: files for browsers, the page renderer, and the server in one file.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'

// Libraries always run in their production mode, whatever the environment says; settings read a copy of it.
process.env.NODE_ENV = 'production'
const common = { logLevel: 'warn', mode: 'production' } as const

rmSync('dist', { recursive: true, force: true })
await build(common)
await build({ ...common, configFile: 'vite.render.config.ts' })
await build({
  ...common,
  configFile: false,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['pg', 'graphile-worker', 'pino', 'sharp', 'mailgen', 'oidc-provider'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        import: 'src/server/import.ts',
        promote: 'src/server/promote.ts',
      },
    },
  },
})

for (const entry of readdirSync('dist/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
}
