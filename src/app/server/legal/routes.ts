import { z } from 'zod'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'

const legal = z.strictObject({
  /** Who runs this installation; each part is null where the server’s owner has not set it. */
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
    version: ({ talk }, { now }) => String(talk.at(now).contact.email),
    handle: ({ services: { settings, talk }, now }) => ({
      operator: settings.operator,
      support: talk.at(now).contact.email,
      analytics: settings.analytics && new URL(settings.analytics.collectUrl).host,
      isDemo: settings.mode === 'demo',
    }),
  }),
} satisfies Routes
