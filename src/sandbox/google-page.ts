import { html } from 'hono/html'
import { MODES } from './google-modes.ts'
import type { Person } from './google-provider.ts'
import { type Markup, page } from './page.ts'

const TITLE = 'Google (sandbox)'

/** What stands in the fields of the login page. */
export interface Filled {
  email: string
  name: string
  verified: boolean
  sub: string
}

/** Asks who comes: one of the last people at one click, or anybody. Its forms go to the page's own address. */
export function loginPage(filled: Filled, lastPeople: Person[], problem?: string): Markup {
  return page(
    TITLE,
    html`<p class="note">
        This stands in for Google. It asks for no password: whoever you say you are, the app is told so.
      </p>
      ${lastPeople.length > 0 ? again(lastPeople) : ''}
      <form method="post">
        ${problem ? html`<p id="problem" role="alert">${problem}</p>` : ''}
        <label>
          Email
          <input
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${filled.email}"
            ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}
          />
        </label>
        <label>Name <input name="name" autocomplete="name" value="${filled.name}" /></label>
        <p>
          <input id="verified" name="verified" type="checkbox" ${filled.verified ? 'checked' : ''} />
          <label for="verified">Email verified</label>
        </p>
        <details ${filled.sub ? 'open' : ''}>
          <summary>Advanced</summary>
          <label>
            Subject
            <input
              name="sub"
              autocomplete="off"
              maxlength="255"
              aria-describedby="sub-hint"
              value="${filled.sub}"
            />
          </label>
          <p id="sub-hint">Google's id of the person. Left blank, it follows from the e-mail address.</p>
        </details>
        <button name="action" value="continue">Continue</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button>
      </form>`,
  )
}

const again = (people: Person[]) =>
  html`<form method="post">
    ${people.map(
      ({ sub, name, email }) =>
        html`<button name="again" value="${sub}">Continue as ${name ? `${name} (${email})` : email}</button>`,
    )}
  </form>`

/** What cannot be mended by the person at the login page. */
export const problemPage = (problem: string): Markup => page(TITLE, html`<p role="alert">${problem}</p>`)

/** Says how the stand-in is used and how it is broken. */
export const aboutPage = (issuer: string): Markup =>
  page(
    TITLE,
    html`<p>
        A stand-in for Google's sign-in, a real OpenID provider:
        <a href="${issuer}/.well-known/openid-configuration">its description</a>.
      </p>
      <p>
        <code>GET ${issuer}/mode</code> says how it behaves; <code>PUT ${issuer}/mode</code> with
        <code>{"mode": "slow"}</code> changes that, <code>{"mode": "slow", "times": 1}</code> for so many uses
        of the token endpoint. The modes:
      </p>
      <ul>
        ${Object.entries(MODES).map(([mode, meaning]) => html`<li><code>${mode}</code>: ${meaning}</li>`)}
      </ul>`,
  )
