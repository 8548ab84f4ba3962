import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { paystackHosts } from './scripts/paystack-hosts.ts'

/** Phones whose system stopped at Android 5 still got Chrome 95; nothing newer is asked for in syntax or styles. */
const OLDEST = ['chrome91', 'firefox91', 'safari16']

/**
 * Few files, because each costs a phone on a slow network a round trip or a header: what changes only with the lockfile
 * and so stays in the phones' caches, what every screen needs, what the dashboard's screens share, then a file a screen.
 */
const groups = [
  {
    name: 'vendor',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|swr|use-sync-external-store|dequal|wouter|regexparam)\//,
  },
  {
    name: 'base',
    test: /vite\/preload-helper|src\/web\/(ui|api|accounts\/me|site\/(site|brand|documents)|layout\/(skip-link|responsible-note|plain-layout|notice)|accounts\/signed-out-heading)|src\/domain\/(messages|destinations|paths|plans)\.ts/,
  },
  {
    name: 'entry',
    test: /src\/web\/accounts\/(enter|with-google|google-button|resend-form)/,
  },
  {
    name: 'google',
    test: /src\/web\/accounts\/google-popup|src\/domain\/google/,
  },
  {
    name: 'passwords',
    test: /src\/web\/accounts\/password-field|src\/domain\/(identity|account-limits)\.ts/,
  },
  {
    name: 'dashboard',
    test: /src\/web\/(layout\/(?!verify-notice)|accounts\/logout-button|billing\/locked|draws\/sample-note)|src\/domain\/(calendar|limits|money|words|day-result)/,
  },
  {
    name: 'tables',
    test: /src\/web\/draws\/(draws-table|search-messages|addresses)|src\/domain\/(ball|positions|number-search|search-address|games)\.ts/,
  },
]

/** Vite's own function fetches what a lazy page needs beside its script, which here is nothing: 0.7 kB of every visit. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** The names of modules in the table of pages are for the server, which asks for their files; browsers need none. */
const withoutModuleNames: Plugin = {
  name: 'without-module-names',
  apply: 'build',
  transform: (code, id) =>
    id.endsWith('/src/web/routes.tsx') ? code.replaceAll(/\bmodule: ['"]src[^'"]+['"],/g, '') : null,
}

export default defineConfig({
  plugins: [withoutModuleNames, plainImports, react(), tailwindcss(), paystackHosts()],
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
