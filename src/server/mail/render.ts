import type Mailgen from 'mailgen'
import { greeting } from './greeting.ts'
import { MailError } from './mail-error.ts'
import { type Content, MAILS, type MailData, type Template } from './mails.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
}

const NAME = 'Lotto Forecast'
const ACTION_COLOUR = '#14663c'

/** The theme's greys and blue are too pale on their ground for WCAG AA. */
const DARKER = { '#74787E': '#3b4148', '#AEAEAE': '#5b626b', '#3869D4': ACTION_COLOUR }

/** Mailgen puts what it gets into the page as it is. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Out of its text mailgen takes whatever looks like markup: these signs travel in disguise. */
const DISGUISES = { '<': '\uE000', '&': '\uE001' }
const disguised = (text: string) => text.replaceAll('<', DISGUISES['<']).replaceAll('&', DISGUISES['&'])
const undisguised = (text: string) => text.replaceAll(DISGUISES['<'], '<').replaceAll(DISGUISES['&'], '&')

/**
 * Makes text and HTML of a mail.
 * @throws MailError when a link leads out of the app
 */
export async function renderMail<Name extends Template>(
  template: Name,
  data: MailData<Name>,
  appUrl: string,
): Promise<Rendered> {
  const { subject, ...kind } = MAILS[template]
  const content = (kind as { build(data: MailData<Name>, appUrl: string): Content }).build(data, appUrl)
  if (new URL(content.button.link).origin !== new URL(appUrl).origin)
    throw new MailError('foreign link', true)

  const generator = await newGenerator(content.why, appUrl)
  // Mailgen changes what it is given.
  return {
    subject: `${subject} - ${NAME}`,
    text: undisguised(tidy(generator.generatePlaintext({ body: bodyOf(content, disguised) }) as string)),
    html: readable(generator.generate({ body: bodyOf(content, escaped) }) as string),
  }
}

/** Loaded with the first mail: it takes longer than everything else at the start. */
async function newGenerator(why: string, appUrl: string): Promise<Mailgen> {
  const { default: Generator } = await import('mailgen')
  const copyright = escaped(`${NAME}, ${appUrl} - You got this mail because ${why}.`)
  return new Generator({ theme: 'default', product: { name: NAME, link: appUrl, copyright } })
}

function bodyOf(
  { username, before, button, after }: Content,
  safe: (text: string) => string,
): Mailgen.ContentBody {
  const { text, link, instructions } = button
  return {
    title: safe(greeting(username)),
    signature: false,
    intro: before.map(safe),
    action: {
      instructions: safe(instructions),
      button: {
        color: ACTION_COLOUR,
        text: safe(text),
        link: safe(link),
        fallback: { text: 'If the button does not work, copy this address into your browser:' },
      },
    },
    outro: after.map(safe),
  }
}

const tidy = (text: string) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Says the language, lets long links break so that no phone scrolls sideways, darkens what is too pale. */
function readable(page: string): string {
  let result = page
    .replace('<html ', '<html lang="en" ')
    .replace(/(class="email-wrapper"[^>]* style=")/, '$1word-break: break-word; overflow-wrap: anywhere; ')
  for (const [pale, dark] of Object.entries(DARKER)) result = result.replaceAll(pale, dark)
  return result
}
