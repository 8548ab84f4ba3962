import { z } from 'zod'
import { USAGE_EVENTS, USAGE_LIMITS, usagePage } from '../../domain/usage.ts'
import { done, DONE } from '../api/done.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { countUsage, planOf } from './count-views.ts'
import { usageFigures } from './figures.ts'
import { usageAnswer } from './shapes.ts'

export const usageRoutes = {
  'POST /api/usage': endpoint({
    summary: 'Counts a page that was opened within the app, without who opened it',
    access: 'anyone',
    /** The path is reduced to the name of its page. */
    body: z.strictObject({ event: z.enum(USAGE_EVENTS), path: z.string().max(USAGE_LIMITS.path) }),
    answer: done,
    async handle({ services, visit, person, body, address }) {
      await services.usage.limitBeacons(address)
      const page = usagePage(body.path)
      const plan = planOf(person)
      if (page && plan) countUsage(services, visit, { event: body.event, page, plan, source: 'own' })
      return DONE
    },
  }),

  'GET /api/admin/usage': endpoint({
    summary: 'Visits, conversions, plans and forecasts opened, by Lagos day',
    access: 'admin',
    answer: usageAnswer,
    async handle({ services, now }) {
      await services.usage.flush()
      return usageFigures(services, now)
    },
  }),
} satisfies Routes
