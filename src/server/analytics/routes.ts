import { z } from 'zod'
import { done, DONE } from '../api/done.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/limit-use.ts'
import { Refusal } from '../http/refusal.ts'
import { answerQuestion, choicesOf } from './choice.ts'
import { isMeasured } from './question.ts'

export const analyticsRoutes = {
  'GET /api/profile/analytics': endpoint({
    summary: 'Whether an analytics service may learn which pages you open',
    access: 'signed-in',
    answer: z.strictObject({
      /** False without an analytics service, and for staff: then nothing is sent, whatever was answered. */
      offered: z.boolean(),
      /** The last answer; null without one. */
      choice: z.strictObject({ given: z.boolean(), at: z.int() }).nullable(),
    }),
    async handle({ services, person }) {
      const choice = (await choicesOf(services.db, [person.uid])).get(person.uid)
      return {
        offered: isMeasured(services, person),
        choice: choice ? { given: choice.given, at: choice.at } : null,
      }
    },
  }),

  'POST /api/profile/analytics': endpoint({
    summary: 'Agree, or refuse, that an analytics service learns which pages you open',
    access: 'signed-in',
    body: z.strictObject({ given: z.boolean() }),
    answer: done,
    async handle(call) {
      const { services, now, actor, person, body } = call
      // A refusal is always taken.
      if (body.given && !isMeasured(services, person)) throw new Refusal('not-found')
      if (body.given) await limitUse(call, 'analyticsChoice')
      await answerQuestion(services.db, now, actor, person.uid, body.given)
      return DONE
    },
  }),
} satisfies Routes
