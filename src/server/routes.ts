import { accountRoutes } from './accounts/routes.ts'
import { googleRoutes } from './accounts/google-routes.ts'
import { profileRoutes } from './accounts/profile-routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { auditRoutes } from './audit/admin/routes.ts'
import { billingAdminRoutes } from './billing/admin/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { drawAdminRoutes } from './draws/desk/routes.ts'
import { importRoutes } from './draws/desk/import-routes.ts'
import { gameRoutes } from './draws/games/routes.ts'
import { numberRoutes } from './draws/number-routes.ts'
import { drawRoutes } from './draws/routes.ts'
import { singleDrawRoutes } from './draws/single-draw-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { predictionAdminRoutes } from './predictions/admin/routes.ts'
import { predictionRoutes } from './predictions/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'

/** Every call of the API. The browser's client imports only its type. */
export const api = {
  ...siteRoutes,
  ...accountRoutes,
  ...googleRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...billingRoutes,
  ...drawRoutes,
  ...singleDrawRoutes,
  ...numberRoutes,
  ...statisticsRoutes,
  ...overviewRoutes,
  ...assistantRoutes,
  ...drawAdminRoutes,
  ...importRoutes,
  ...gameRoutes,
  ...predictionRoutes,
  ...predictionAdminRoutes,
  ...imageRoutes,
  ...auditRoutes,
  ...billingAdminRoutes,
  ...memberRoutes,
}

export type Api = typeof api
