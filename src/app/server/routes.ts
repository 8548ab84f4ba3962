import { accountRoutes } from '../../people/server/routes.ts'
import { googleRoutes } from '../../people/server/google-routes.ts'
import { profileRoutes } from '../../people/server/profile-routes.ts'
import { meRoutes } from '../../people/server/me-routes.ts'
import { secondFactorRoutes } from '../../people/server/second-factor-routes.ts'
import { assistantRoutes } from '../../assistant/server/routes.ts'
import { auditRoutes } from '../../operation/server/audit/routes.ts'
import { billingAdminRoutes } from '../../money/server/admin/routes.ts'
import { moneyRoutes } from '../../money/server/admin/money-routes.ts'
import { priceRoutes } from '../../money/server/admin/price-routes.ts'
import { voucherAdminRoutes } from '../../money/server/admin/voucher-routes.ts'
import { billingRoutes } from '../../money/server/routes.ts'
import { voucherRoutes } from '../../money/server/voucher-routes.ts'
import { drawAdminRoutes, heldRoutes } from '../../draws/server/desk/routes.ts'
import { importRoutes } from '../../draws/server/desk/import-routes.ts'
import { lateDrawRoutes } from '../../draws/server/desk/late-draws.ts'
import { downloadRoutes } from '../../draws/server/download-routes.ts'
import { channelRoutes } from '../../reach/server/channels/routes.ts'
import { calendarRoutes } from '../../draws/server/calendar/routes.ts'
import { gameRoutes } from '../../draws/server/games/routes.ts'
import { paperRoutes } from '../../draws/server/paper-routes.ts'
import { drawRoutes } from '../../draws/server/routes.ts'
import { drawPageRoutes } from './draw-route.ts'
import { numberRoutes } from '../../statistics/server/number-routes.ts'
import { singleDrawRoutes } from '../../draws/server/single-draw.ts'
import { imageRoutes } from '../../forecasts/server/images/routes.ts'
import { labRoutes } from '../../statistics/server/lab/routes.ts'
import { legalRoutes } from './legal/routes.ts'
import { liveRoutes } from '../../draws/server/live/routes.ts'
import { readyRoutes } from '../../operation/server/ready/routes.ts'
import { statusRoutes } from '../../operation/server/metrics/status-routes.ts'
import { memberRoutes } from '../../operation/server/members/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { forecastRecordRoutes } from '../../forecasts/server/admin/record-routes.ts'
import { predictionRoutes } from '../../forecasts/server/routes.ts'
import { predictionAdminRoutes } from '../../forecasts/server/admin/routes.ts'
import { pushRoutes } from '../../reach/server/push/routes.ts'
import { recordRoutes } from '../../forecasts/server/record/routes.ts'
import { restoreRoutes } from '../../money/server/restores.ts'
import { openResultsRoutes } from '../../reach/server/share/open-results.ts'
import { forecastShareRoutes } from '../../forecasts/server/share-routes.ts'
import { shareRoutes } from '../../reach/server/share/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { groupAdminRoutes } from '../../statistics/server/admin/routes.ts'
import { slipRoutes } from '../../slip/server/routes.ts'
import { statisticsRoutes } from '../../statistics/server/routes.ts'
import { analyticsRoutes } from '../../operation/server/analytics/routes.ts'
import { talkRoutes } from '../../operation/server/talk/routes.ts'
import { planMailRoutes } from '../../operation/server/talk/plan-mail-routes.ts'
import { ticketRoutes } from '../../slip/server/tickets/routes.ts'

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
  ...paperRoutes,
  ...drawPageRoutes,
  ...singleDrawRoutes,
  ...shareRoutes,
  ...forecastShareRoutes,
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
  ...readyRoutes,
  ...statusRoutes,
  ...channelRoutes,
  ...talkRoutes,
  ...planMailRoutes,
}

export type Api = typeof api
