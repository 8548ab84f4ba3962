import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Phones whose system stopped at Android 5 still got Chrome 95; nothing older is asked for syntax or styles. */
const OLDEST = ['chrome91', 'firefox91', 'safari16']

const VENDOR =
  /node_modules\/(react|react-dom|scheduler|swr|use-sync-external-store|dequal|wouter|regexparam)\//

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: OLDEST,
    cssTarget: OLDEST,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/web/client.tsx',
      // What every page needs and what changes only with the lockfile: a release leaves it in the phones' caches.
      output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
    },
  },
})
