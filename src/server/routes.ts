import { accountRoutes } from './accounts/routes.ts'
import { googleRoutes } from './accounts/google-routes.ts'
import { profileRoutes, meRoutes } from './accounts/profile-routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { auditRoutes } from './audit/admin/routes.ts'
import { billingAdminRoutes } from './billing/admin/routes.ts'
import { moneyRoutes } from './billing/admin/money-routes.ts'
import { priceRoutes } from './billing/admin/price-routes.ts'
import { voucherAdminRoutes } from './billing/admin/voucher-routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { voucherRoutes } from './billing/voucher-routes.ts'
import { drawAdminRoutes, heldRoutes } from './draws/desk/routes.ts'
import { importRoutes } from './draws/desk/import-routes.ts'
import { lateDrawRoutes } from './draws/desk/late-draws.ts'
import { downloadRoutes } from './draws/download-routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { calendarRoutes } from './draws/calendar/routes.ts'
import { gameRoutes } from './draws/games/routes.ts'
import { drawRoutes } from './draws/routes.ts'
import { numberRoutes } from './draws/number-routes.ts'
import { singleDrawRoutes } from './draws/single-draw.ts'
import { imageRoutes } from './images/routes.ts'
import { labRoutes } from './lab/routes.ts'
import { legalRoutes } from './legal/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { statusRoutes } from './metrics/status-routes.ts'
import { memberRoutes } from './members/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { forecastRecordRoutes } from './predictions/admin/record-routes.ts'
import { predictionRoutes } from './predictions/routes.ts'
import { predictionAdminRoutes } from './predictions/admin/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { recordRoutes } from './record/routes.ts'
import { restoreRoutes } from './restores/restores.ts'
import { openResultsRoutes } from './share/open-results.ts'
import { shareRoutes } from './share/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { groupAdminRoutes } from './statistics/admin/routes.ts'
import { slipRoutes } from './slip/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { talkRoutes } from './talk/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'

/** Every call of the API. The browser's client imports only its type. */
export const api = {
  ...siteRoutes,
  ...legalRoutes,
  ...accountRoutes,
  ...meRoutes,
  ...googleRoutes,
  ...profileRoutes,
  ...analyticsRoutes,
  ...secondFactorRoutes,
  ...billingRoutes,
  ...drawRoutes,
  ...singleDrawRoutes,
  ...shareRoutes,
  ...openResultsRoutes,
  ...downloadRoutes,
  ...numberRoutes,
  ...liveRoutes,
  ...pushRoutes,
  ...statisticsRoutes,
  ...labRoutes,
  ...groupAdminRoutes,
  ...overviewRoutes,
  ...assistantRoutes,
  ...ticketRoutes,
  ...slipRoutes,
  ...drawAdminRoutes,
  ...heldRoutes,
  ...importRoutes,
  ...lateDrawRoutes,
  ...gameRoutes,
  ...calendarRoutes,
  ...predictionRoutes,
  ...predictionAdminRoutes,
  ...forecastRecordRoutes,
  ...recordRoutes,
  ...imageRoutes,
  ...auditRoutes,
  ...billingAdminRoutes,
  ...priceRoutes,
  ...moneyRoutes,
  ...voucherRoutes,
  ...voucherAdminRoutes,
  ...memberRoutes,
  ...restoreRoutes,
  ...statusRoutes,
  ...channelRoutes,
  ...talkRoutes,
}

export type Api = typeof api
