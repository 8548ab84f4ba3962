import { PATHS, PATTERNS } from '../domain/paths.ts'
import { DoorLayout, LATEST_DRAW, WayInLayout } from './layout/door-layout.tsx'
import { type Layout, type LoadedPage, type Module, type Page, pageAt } from './page.ts'

const MODULES = import.meta.glob<Module>([
  './accounts/*-page.tsx',
  './site/*-page.tsx',
  './draws/public-draw-page.tsx',
])

interface DoorPage extends Page {
  Layout: Layout
}

function page(
  path: string,
  title: string,
  access: Page['access'],
  module: string,
  Layout: Layout = WayInLayout,
  status = 200,
): DoorPage {
  return { path, title, access, module, policy: 'plain', status, Layout }
}

/** The pages of the door, which need no account: path, title, who may see it, module, frame. */
const PAGES = [
  page(PATHS.login, 'Login', 'signed-out', './accounts/login-page.tsx'),
  page(PATHS.loginCode, 'Enter your code', 'signed-out', './accounts/code-page.tsx'),
  page(PATHS.signUp, 'Sign Up', 'signed-out', './accounts/sign-up-page.tsx'),
  page(PATHS.forgotPassword, 'Reset Your Password', 'anyone', './accounts/forgot-password-page.tsx'),
  page(PATHS.resetPassword, 'Choose a new password', 'anyone', './accounts/reset-password-page.tsx'),
  page(PATHS.verifyEmail, 'Verify your email', 'anyone', './accounts/verify-email-page.tsx'),
  page(PATHS.popupDone, 'Google sign-in', 'anyone', './accounts/popup-done-page.tsx'),
  page(PATTERNS.publicDraw, 'Draw', 'anyone', './draws/public-draw-page.tsx', DoorLayout),
  page(PATHS.notAuthorized, 'Access Denied', 'anyone', './site/not-authorized-page.tsx', DoorLayout),
]

const NOT_FOUND = page('*', '404 Page Not Found', 'anyone', './site/not-found-page.tsx', DoorLayout, 404)
/** Only redirects. */
const START: DoorPage = { ...NOT_FOUND, path: PATHS.start, access: 'start', status: 200 }

/** The page of a path; the 404 page for a path outside the door. */
export function findDoorPage(path: string): DoorPage {
  return path === PATHS.start ? START : (pageAt(PAGES, path) ?? NOT_FOUND)
}

/** Loads a page's code. */
export async function loadDoorPage({ module, Layout }: DoorPage): Promise<LoadedPage> {
  const { default: Page, calls, head, parameters = [] } = await MODULES[module]!()
  const frameCalls = Layout === WayInLayout ? [LATEST_DRAW] : []
  return {
    Page,
    Layout,
    calls: (...of) => [...frameCalls, ...(calls?.(...of) ?? [])],
    head,
    parameters,
  }
}
