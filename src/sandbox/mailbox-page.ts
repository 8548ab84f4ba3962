import { html } from 'hono/html'
import type { Mail } from './mailbox.ts'
import { type Markup, page } from './base/page.ts'

/** All mail, newest first. */
export function mailboxPage(mails: Mail[]): Markup {
  const list = html`<ul>
    ${mails.map(
      (mail) =>
        html`<li>
          <a href="/mailbox/${mail.id}">${subjectOf(mail)}</a><br />
          To ${mail.to}<br />
          ${time(mail)}
        </li>`,
    )}
  </ul>`
  return page(
    'Mailbox',
    html`<p>This mailbox receives all mail that the app sends. Nothing is delivered further.</p>
      ${mails.length > 0 ? list : html`<p>No mail yet.</p>`}`,
  )
}

/** One mail: its HTML part and its text part. */
export function mailPage(mail: Mail): Markup {
  return page(
    subjectOf(mail),
    html`<p><a href="/mailbox">All mail</a></p>
      <p>From ${mail.from}<br />To ${mail.to}<br />${time(mail)}</p>
      ${mail.html ? html`<iframe title="The mail" src="/mailbox/${mail.id}/html"></iframe>` : ''}
      ${
        mail.text
          ? html`<h2>As text</h2>
              <pre>${linked(mail.text)}</pre>`
          : ''
      }`,
  )
}

/** The HTML part as a separate page. Links open in a new tab, because most sites refuse to load in a frame. */
export const htmlOfMail = (mail: Mail): string => `<!doctype html><base target="_blank">${mail.html}`

const subjectOf = (mail: Mail) => mail.subject || '(no subject)'

const time = ({ receivedAt }: Mail) =>
  html`<time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace('T', ' ')} UTC</time>`

/** Turns addresses into links. Splitting by a capture group yields text and addresses alternately. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
