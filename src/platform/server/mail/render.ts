import { DEFAULT_USERNAME } from '../../rules/access/identity.ts'
import { present } from '../../rules/base/lists.ts'
import type Mailgen from 'mailgen'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import type { Content, MailKind } from './mail-content.ts'
import { ACCOUNT_MAILS } from './account-mails.ts'
import { BILLING_MAILS } from './billing-mails.ts'
import { STAFF_MAILS } from './staff-mails.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
}

const NAME = 'Lotto Forecast'
const ACTION_COLOUR = '#14663c'
const STOP_COLOUR = '#5b626b'
const STOP = 'You get a mail like this once a week at most. To get no more of them:'
const STOP_BUTTON = 'Stop these mails'

/** The theme's greys and blue have too little contrast for WCAG AA. */
const DARKER = { '#74787E': '#3b4148', '#AEAEAE': '#5b626b', '#3869D4': ACTION_COLOUR }

/** Mailgen does not escape its input. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Mailgen removes everything that looks like markup from plain text. Placeholders protect these characters. */
const PLACEHOLDERS = { '<': '\uE000', '&': '\uE001' }
const protect = (text: string) => text.replaceAll('<', PLACEHOLDERS['<']).replaceAll('&', PLACEHOLDERS['&'])
const unprotect = (text: string) => text.replaceAll(PLACEHOLDERS['<'], '<').replaceAll(PLACEHOLDERS['&'], '&')

/**
 * Renders a mail as text and HTML.
 * @param stopLink where the reader stops these mails, for a kind that can be stopped
 * @throws MailError when the button links to another site
 */
export async function renderMail<Name extends Template>(
  template: Name,
  data: MailData<Name>,
  appUrl: string,
  stopLink: string | null = null,
): Promise<Rendered> {
  const kind: MailKind<MailData<Name>> = MAILS[template] as MailKind<MailData<Name>>
  const content = kind.build(data, appUrl)
  const subject = typeof kind.subject === 'string' ? kind.subject : kind.subject(data)
  if (new URL(content.button.link).origin !== new URL(appUrl).origin)
    throw new MailError('foreign link', true)

  const generator = await newGenerator(content.why, appUrl)
  const stop = kind.canBeStopped ? present(stopLink) : null
  // Mailgen changes its input, so each call gets a new body.
  return {
    subject: `${subject} - ${NAME}`,
    text: unprotect(
      trimLines(generator.generatePlaintext({ body: bodyOf(content, protect, stop) }) as string),
    ),
    html: adaptHtml(generator.generate({ body: bodyOf(content, escapeHtml, stop) }) as string),
  }
}

/** Mailgen is loaded with the first mail, because loading it takes longer than the rest of the start. */
async function newGenerator(why: string, appUrl: string): Promise<Mailgen> {
  const { default: Generator } = await import('mailgen')
  const copyright = escapeHtml(`${NAME}, ${appUrl} - You received this email because ${why}.`)
  return new Generator({ theme: 'default', product: { name: NAME, link: appUrl, copyright } })
}

function bodyOf(
  { username = '', before, button, after = [] }: Content,
  escape: (text: string) => string,
  stopLink: string | null,
): Mailgen.ContentBody {
  const { text, link, instructions } = button
  return {
    title: escape(greeting(username)),
    signature: false,
    intro: before.map(escape),
    action: [
      {
        instructions: escape(instructions),
        button: {
          color: ACTION_COLOUR,
          text: escape(text),
          link: escape(link),
          fallback: { text: 'If the button does not work, copy this address into your browser:' },
        },
      },
      ...(stopLink === null
        ? []
        : [
            { instructions: STOP, button: { color: STOP_COLOUR, text: STOP_BUTTON, link: escape(stopLink) } },
          ]),
    ],
    outro: after.map(escape),
  }
}

const trimLines = (text: string) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Declares the language, lets long links wrap on phones, and darkens colours with too little contrast. */
function adaptHtml(page: string): string {
  let result = page
    .replace('<html ', '<html lang="en" ')
    .replace(/(class="email-wrapper"[^>]* style=")/, '$1word-break: break-word; overflow-wrap: anywhere; ')
  for (const [pale, dark] of Object.entries(DARKER)) result = result.replaceAll(pale, dark)
  return result
}

/**
 * Whether a mail can contain a name. Anyone can sign up with markup, an address that mail programs turn into a link, a
 * telephone number or an offer as the name. Allowed are letters, a few digits and the punctuation of ordinary names.
 */
function isHarmless(name: string): boolean {
  return (
    name.length <= SERVER_LIMITS.mailName &&
    /^\p{L}[\p{L}\p{M}\p{N} '’_-]*(\. ?[\p{L}\p{M}\p{N} '’_-]*)*$/u.test(name) &&
    !/\.\p{L}/u.test(name) &&
    !/\p{N}{5}/u.test(name)
  )
}

/** `Hello Ada,`, or `Hello,` without a harmless name. */
export function greeting(username: string): string {
  const name = username.trim()
  return isHarmless(name) && name !== DEFAULT_USERNAME ? `Hello ${name},` : 'Hello,'
}

/** A mail was not sent. The message is a code, because the answers of mail servers quote addresses. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether a retry is pointless: the recipient or the mail was refused permanently. */
  readonly isPermanent: boolean
  constructor(code: string, isPermanent: boolean) {
    super(code)
    this.isPermanent = isPermanent
  }
}

/** Every mail that the server sends. The names are stored in the database. */
export const MAILS = { ...ACCOUNT_MAILS, ...BILLING_MAILS, ...STAFF_MAILS }

export type Template = keyof typeof MAILS
export type MailData<Name extends Template> = Parameters<(typeof MAILS)[Name]['build']>[0]
