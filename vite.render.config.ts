import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { asciiOnly } from './scripts/ascii.ts'

/** The page renderer that the server loads: one file with all libraries, in their production mode. */
export default defineConfig({
  plugins: [react(), asciiOnly],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/web/render.tsx',
    outDir: 'dist/render',
    target: 'node24',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
