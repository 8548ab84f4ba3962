import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { paystackHosts } from './scripts/paystack-hosts.ts'

/** Phones that stopped at Android 5 received Chrome up to 95, so syntax and styles need nothing newer. */
export const OLDEST = ['chrome91', 'firefox91', 'safari16']

/**
 * Few files, because each costs a phone on a slow network a round trip: React, which changes only with the lockfile and so
 * stays in the phones' caches; what all screens share; what the login and the sign-up share; the app with what its
 * screens share; then one file per screen. A group includes what its modules import.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'base',
    test: /vite\/preload-helper|node_modules\/wouter|src\/web\/(start\.|page\.|ui\/(ball|banner|button|control|error-boundary|form-|location|mark|states|title)|api\/(call|server-time)|accounts\/leave-to-login|site\/(documents|site)|layout\/(responsible-note|notice))|src\/domain\/(messages|paths|calendar|positions|operators|cookies)\.ts|src\/web\/draws\/operator\.ts/,
  },
  {
    name: 'entry',
    test: /src\/domain\/(account-messages|visitor-check)|src\/web\/accounts\/(signed-out-heading|way-link|complete-sign-in|with-google|google-button|resend-form|link-form|send-checked|waiting)/,
  },
  { name: 'passwords', test: /src\/web\/accounts\/password-field|src\/domain\/identity/ },
  {
    name: 'dashboard',
    test: /src\/web\/(app|screen|start-app|routes|api\/(answer-cache|use-now|use-call)|accounts\/me|layout\/(?!verify-notice|door-layout|plain-layout|legal-links)|accounts\/logout-button|numbers\/sheet-host|ui\/(after-screen|more-icons|page-link|icons|segments)|draws\/(sample-note|draw-row|draw-list|operator|addresses))|src\/domain\/(words|operators|number-search|history)\./,
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

/** React has this hook since version 18; wouter's fallback for older versions costs 0.4 kB of every first visit. */
const reactStore = [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }]

export default defineConfig({
  plugins: [plainImports, react(), tailwindcss(), paystackHosts()],
  resolve: { alias: reactStore },
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: OLDEST,
    cssTarget: OLDEST,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: [
        'src/web/client.tsx',
        'src/web/staff-client.tsx',
        'src/web/door-client.tsx',
        'src/web/shell-client.tsx',
      ],
      optimization: { inlineConst: { mode: 'all' } },
      output: { codeSplitting: { groups } },
    },
  },
})
