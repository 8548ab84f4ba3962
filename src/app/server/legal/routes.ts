import { z } from 'zod'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'

const legal = z.strictObject({
  /** Who runs this installation; each part is null until an owner enters it. */
  operator: z.strictObject({
    name: z.string().nullable(),
    licence: z.string().nullable(),
    state: z.string().nullable(),
  }),
  /** Email of support; null if there is none. */
  support: z.string().nullable(),
  /** Host of the analytics service that learns which pages players open who agree; null without one. */
  analytics: z.string().nullable(),
  isDemo: z.boolean(),
})

export const legalRoutes = {
  'GET /api/legal': endpoint({
    summary: 'Who runs this installation: operator, licence, state, contact and analytics service',
    access: 'anyone',
    answer: legal,
    version: ({ talk }, { now }) => JSON.stringify([talk.at(now).contact.email, talk.at(now).business]),
    handle: ({ services: { settings, talk }, now }) => ({
      operator: talk.at(now).business,
      support: talk.at(now).contact.email,
      analytics: settings.analytics && new URL(settings.analytics.collectUrl).host,
      isDemo: settings.mode === 'demo',
    }),
  }),
} satisfies Routes
