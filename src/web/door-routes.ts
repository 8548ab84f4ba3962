import { PATHS, PATTERNS } from '../domain/paths.ts'
import PlainLayout from './layout/plain-layout.tsx'
import { type LoadedPage, type Module, type Page, pageAt } from './page.ts'

const MODULES = import.meta.glob<Module>([
  './accounts/*-page.tsx',
  './site/*-page.tsx',
  './draws/public-draw-page.tsx',
])

function page(path: string, title: string, access: Page['access'], module: string, status = 200): Page {
  return { path, title, access, module, policy: 'plain', status }
}

/** The pages of the door, which need no account: path, title, who may see it, module. */
const PAGES = [
  page(PATHS.login, 'Login', 'signed-out', './accounts/login-page.tsx'),
  page(PATHS.loginCode, 'Enter your code', 'signed-out', './accounts/code-page.tsx'),
  page(PATHS.signUp, 'Sign Up', 'signed-out', './accounts/sign-up-page.tsx'),
  page(PATHS.forgotPassword, 'Reset Your Password', 'anyone', './accounts/forgot-password-page.tsx'),
  page(PATHS.resetPassword, 'Choose a new password', 'anyone', './accounts/reset-password-page.tsx'),
  page(PATHS.verifyEmail, 'Verify your email', 'anyone', './accounts/verify-email-page.tsx'),
  page(PATHS.popupDone, 'Google sign-in', 'anyone', './accounts/popup-done-page.tsx'),
  page(PATTERNS.publicDraw, 'Draw', 'anyone', './draws/public-draw-page.tsx'),
  page(PATHS.notAuthorized, 'Access Denied', 'anyone', './site/not-authorized-page.tsx'),
]

const NOT_FOUND = page('*', '404 Page Not Found', 'anyone', './site/not-found-page.tsx', 404)
/** Only redirects. */
const START: Page = { ...NOT_FOUND, path: PATHS.start, access: 'start', status: 200 }

/** The page of a path; the 404 page for a path outside the door. */
export function findDoorPage(path: string): Page {
  return path === PATHS.start ? START : (pageAt(PAGES, path) ?? NOT_FOUND)
}

/** Loads a page's code. */
export async function loadDoorPage({ module }: Page): Promise<LoadedPage> {
  const { default: Page, calls = () => [], head } = await MODULES[module]!()
  return { Page, Layout: PlainLayout, calls, head }
}
