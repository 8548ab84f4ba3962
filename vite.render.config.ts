import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { asciiOnly } from './scripts/ascii.ts'
import { pageStyles } from './scripts/page-styles.ts'

/** The style sheet of the browser's files, which are built first. */
function styleSheet(): Uint8Array {
  const assets = 'dist/client/assets'
  return readFileSync(
    join(
      assets,
      readdirSync(assets).find((name) => /^style-.*\.css$/.test(name))!,
    ),
  )
}

/** The page renderer that the server loads: one file with all libraries, in their production mode. */
export default defineConfig({
  plugins: [react(), pageStyles(styleSheet), asciiOnly],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/web/render.tsx',
    outDir: 'dist/render',
    target: 'node24',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
