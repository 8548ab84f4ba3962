import type { Services } from '../api/services.ts'
import type { Person } from '../api/visits.ts'
import { choicesOf } from './choice.ts'

/** Whether the pages that a person opens may be sent after an agreement. Staff are never measured. */
export const isMeasured = (
  { settings }: Pick<Services, 'settings'>,
  { role }: Pick<Person, 'role'>,
): boolean => settings.analytics !== null && role !== 'admin'

/** Whether to ask a person about analytics: there is a service that works, and the person has not answered yet. */
export async function isQuestionOpen(services: Services, person: Person | null): Promise<boolean> {
  if (!person || !services.analytics?.isReady() || !isMeasured(services, person)) return false
  return !(await choicesOf(services.db, [person.uid])).has(person.uid)
}
