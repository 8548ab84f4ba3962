import { ACCOUNT_MAILS } from './account-mails.ts'
import { BILLING_MAILS } from './billing-mails.ts'
import { STAFF_MAILS } from './staff-mails.ts'

/** Every mail that the server sends. The names are stored in the database. */
export const MAILS = { ...ACCOUNT_MAILS, ...BILLING_MAILS, ...STAFF_MAILS }

export type Template = keyof typeof MAILS
export type MailData<Name extends Template> = Parameters<(typeof MAILS)[Name]['build']>[0]
