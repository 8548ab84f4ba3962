import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createFileNames } from './scripts/chunks.ts'
import { fileList } from './scripts/files.ts'
import { paystackHosts } from './scripts/paystack-hosts.ts'

/** Phones that stopped at Android 5 received Chrome up to 95, so syntax and styles need nothing newer. */
export const OLDEST = ['chrome91', 'firefox91', 'safari16']

/**
 * Replaces the helper that Vite wraps around each lazy import. It fetches split styles, and no page of this app has a second sheet.
 * Only library builds can leave it out by an option; it costs 0.6 kB of every first visit (docs/decisions/007).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

export default defineConfig({
  // React has it since version 18; the router's fallback for older ones costs 0.6 kB of every first visit.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [plainImports, react(), tailwindcss(), fileList(), paystackHosts()],
  build: {
    outDir: 'dist/client',
    target: OLDEST,
    cssTarget: OLDEST,
    modulePreload: false,
    rolldownOptions: {
      input: [
        'src/app/web/client.tsx',
        'src/platform/web/ui/strangers.css',
        'src/draws/web/wall/wall.css',
        'src/draws/web/paper/paper.css',
      ],
      output: {
        codeSplitting: {
          groups: [{ name: createFileNames(), debugName: 'by page' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
