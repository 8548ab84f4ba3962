import { PATHS, PATTERNS, type Screen, SCREENS } from '../domain/paths.ts'
import { type AppPage, createRoutes } from './app-routes.ts'
import { DOWNLOADS } from './draws/addresses.ts'
import type { Module, PagePolicy } from './page.ts'

/** The pages of staff, of the door and those without script have tables of their own. */
const MODULES = import.meta.glob<Module>([
  './**/*-page.tsx',
  '!./**/admin/**/*-page.tsx',
  '!./{members,audit}/*-page.tsx',
  '!./draws/{desk,games}/*-page.tsx',
  '!./accounts/*-page.tsx',
  '!./site/*-page.tsx',
  '!./draws/public-{day,draw}-page.tsx',
  '!./{methods,record,legal}/*-page.tsx',
])

const LAYOUTS = {
  plain: () => import('./layout/plain-layout.tsx'),
  dashboard: () => import('./layout/dashboard-layout.tsx'),
}

function page(
  path: string,
  title: string,
  access: 'own' | 'signed-in',
  module: string,
  policy: PagePolicy = 'plain',
): AppPage {
  const layout = path.startsWith(PATHS.overview) ? 'dashboard' : 'plain'
  return { path, title, access, module, policy, layout, status: 200 }
}

const screen = ({ path, title }: Screen, module: string, policy?: PagePolicy) =>
  page(path, title, 'signed-in', module, policy)

/** Every page of players: its path, its title, who may see it, its module, and what it loads from other hosts. */
const PAGES = [
  page(PATHS.profile, 'Profile', 'own', './accounts/profile/profile-page.tsx'),
  page(PATHS.secondFactor, 'Second factor', 'own', './accounts/second-factor/second-factor-page.tsx'),
  page(PATHS.confirmation, 'Choose your plan', 'own', './billing/confirmation-page.tsx', 'payments'),
  screen(SCREENS.overview, './overview/overview-page.tsx'),
  screen(SCREENS.prediction, './predictions/prediction-page.tsx', 'pictures'),
  screen(SCREENS.frequentNumbers, './statistics/frequent-page.tsx'),
  screen(SCREENS.dayResult, './draws/day-result-page.tsx'),
  screen(SCREENS.pastResults, './draws/past-results-page.tsx'),
  screen(SCREENS.classification, './classification/classification-page.tsx'),
  screen(SCREENS.paymentChannel, './billing/payment-channel-page.tsx', 'payments'),
  screen(SCREENS.movingNumbers, './statistics/moving-page.tsx'),
  screen(SCREENS.statistics, './lab/lab-page.tsx'),
  screen(SCREENS.assistant, './assistant/assistant-page.tsx'),
  screen(SCREENS.ticket, './tickets/ticket-page.tsx'),
  page(DOWNLOADS, 'Share and download', 'signed-in', './draws/downloads-page.tsx'),
  page(PATHS.number, 'Choose a number', 'signed-in', './draws/number-page.tsx'),
  page(PATTERNS.number, 'Number', 'signed-in', './draws/number-page.tsx'),
  page(PATTERNS.draw, 'Draw', 'signed-in', './draws/draw-page.tsx'),
]

export const PLAYER_ROUTES = createRoutes(PAGES, MODULES, LAYOUTS)
