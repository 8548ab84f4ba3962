import { isEmail } from '../accounts/identity.ts'
import { SCREENS } from '../site/paths.ts'
import { TALK_LIMITS } from './announcements.ts'
import { itemAt } from '../base/lists.ts'

/** How players reach the business; each part is null where there is none. */
export interface HelpContact {
  email: string | null
  /** The digits of the WhatsApp number with the country's code: `2348031234567`. */
  whatsapp: string | null
  hours: string | null
}

/** Nigeria's code, for numbers that are typed as people write them: 0803 123 4567. */
const COUNTRY_CODE = '234'

/** Checks a typed contact. @returns its values, or what is wrong by the names of the fields */
export function checkContact(typed: { email: string; whatsapp: string; hours: string }) {
  const email = typed.email.trim().toLowerCase()
  const digits = typed.whatsapp.replace(/[\s().-]/g, '').replace(/^\+|^00/, '')
  const whatsapp = digits.replace(/^0/, COUNTRY_CODE)
  const hours = typed.hours.replace(/\s+/g, ' ').trim()
  const problems: Record<string, string> = {}
  if (email !== '' && !isEmail(email)) problems.email = 'This is not an email address.'
  if (whatsapp !== '' && !/^[1-9]\d{7,14}$/.test(whatsapp))
    problems.whatsapp = 'Type the number with its country’s code, such as +234 803 123 4567.'
  if (hours.length > TALK_LIMITS.hours) problems.hours = `At most ${TALK_LIMITS.hours} characters.`
  const wanted: HelpContact = { email: email || null, whatsapp: whatsapp || null, hours: hours || null }
  return { wanted: Object.keys(problems).length > 0 ? null : wanted, problems }
}

/** What a player's message names, so that staff find the account and the payment. */
interface HelpSubject {
  screen: string | null
  account: string | null
  payment: string | null
}

/** `Payment Channel`: the screen of an address; its path for other pages; null for anything else. */
export function screenName(from: string): string | null {
  const path = itemAt(from.split(/[?#]/), 0)
  const screen = Object.values(SCREENS).find((one) => one.path === path)
  return screen?.link ?? (/^\/[\w./-]{1,80}$/.test(path) ? path : null)
}

/** The addresses that open a message to the business, which already says what it is about. */
export function helpLinks({ email, whatsapp }: HelpContact, { screen, account, payment }: HelpSubject) {
  const lines = [
    screen && `Screen: ${screen}`,
    account && `Account: ${account}`,
    payment && `Payment: ${payment}`,
  ].filter(Boolean)
  const text = encodeURIComponent([...lines, '', ''].join('\n'))
  const subject = encodeURIComponent(['Help', account].filter(Boolean).join(' '))
  return {
    mail: email && `mailto:${email}?subject=${subject}&body=${text}`,
    whatsapp: whatsapp && `https://wa.me/${whatsapp}?text=${text}`,
  }
}
