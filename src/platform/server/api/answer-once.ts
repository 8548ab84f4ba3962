import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { FORM_ID } from '../../rules/base/limits.ts'
import { present } from '../../rules/base/lists.ts'
import { seal, unseal } from '../base/auth-secrets.ts'
import { Refusal } from '../http/refusal.ts'
import { formAnswers } from '../tables/form-answers.ts'
import type { Call } from './endpoint.ts'

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const SENT_BEFORE =
  'This form was sent before with other values, and those count. Load the page again to see them, or send these too.'

/**
 * Handles a call that makes something. Sent again with the id of the same form, it has no effect and the answer of the first
 * time; of two at once, the second waits for the first. The answer is stored in the transaction of the effect.
 * @throws Refusal conflict for other values with the same id
 */
export async function answerOnce<C extends Call>(call: C, handle: (call: C) => unknown): Promise<unknown> {
  const { services, request, body, now, context, person } = call
  const id = request.headers.get(FORM_ID.header)
  if (id === null || !person) return handle(call)
  if (!FORM_ID.pattern.test(id)) throw new Refusal('bad-request')
  const own = { userId: person.uid, form: hashOf(id) }
  const isOwn = and(eq(formAnswers.userId, own.userId), eq(formAnswers.form, own.form))
  const sent = hashOf(id, request.method, new URL(request.url).pathname, JSON.stringify(body) ?? '')
  const use = `form ${id}`
  return context.db.transaction(async (tx) => {
    const claim = { ...own, sent, answer: '', at: new Date(now) }
    const { rowCount } = await tx.insert(formAnswers).values(claim).onConflictDoNothing()
    if (rowCount === 0) {
      const before = present((await tx.select().from(formAnswers).where(isOwn))[0])
      const answer = before.sent === sent ? unseal(before.answer, services.settings, use) : null
      if (answer === null) throw new Refusal('conflict', SENT_BEFORE)
      return JSON.parse(answer) as unknown
    }
    const answer = await handle({ ...call, context: { ...context, db: tx } })
    const sealed = seal(JSON.stringify(answer), services.settings, use)
    await tx.update(formAnswers).set({ answer: sealed }).where(isOwn)
    return answer
  })
}
