import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { paystackHosts } from './scripts/paystack-hosts.ts'

/** Phones that stopped at Android 5 received Chrome up to 95, so syntax and styles need nothing newer. */
const OLDEST = ['chrome91', 'firefox91', 'safari16']

/**
 * Few files, because each costs a phone on a slow network a round trip: the libraries, which change only with the
 * lockfile and so stay in the phones' caches; what every screen needs; what the login and the sign-up share; what the
 * dashboard's screens share; then one file per screen. A group includes what its modules import.
 */
const groups = [
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const] },
  {
    name: 'base',
    test: /vite\/preload-helper|src\/web\/(ui|api|accounts\/(me|signed-out-heading)|site\/(?!not-)|layout\/(skip-link|responsible-note|plain-layout|notice))|src\/domain\/(messages|paths|destinations|page-access)/,
  },
  { name: 'entry', test: /src\/web\/accounts\/(complete-sign-in|with-google|google-button|resend-form)/ },
  { name: 'passwords', test: /src\/web\/accounts\/password-field|src\/domain\/identity/ },
  {
    name: 'dashboard',
    test: /src\/web\/(layout\/(?!verify-notice)|accounts\/logout-button|billing\/locked|draws\/(sample-note|draws-table|search-messages|addresses))/,
  },
]

/**
 * Replaces the helper that Vite wraps around each lazy import. It fetches split styles, and this app has one style sheet.
 * Only library builds can leave it out by an option; it costs 0.7 kB of every first visit (docs/decisions/007).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

export default defineConfig({
  plugins: [plainImports, react(), tailwindcss(), paystackHosts()],
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: OLDEST,
    cssTarget: OLDEST,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: 'src/web/client.tsx', output: { codeSplitting: { groups } } },
  },
})
