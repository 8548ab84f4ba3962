import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { asciiOnly } from './scripts/ascii.ts'
import { smallStyles } from './scripts/small-styles.ts'

/** The page renderer that the server loads: one file with all libraries, in their production mode, and the small style sheets. */
export default defineConfig({
  plugins: [react(), asciiOnly, smallStyles],
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
