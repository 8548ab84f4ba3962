import { html } from 'hono/html'
import { MODES } from './google-modes.ts'
import type { Person } from './google-provider.ts'
import { type Markup, page } from './base/page.ts'

const TITLE = 'Google (sandbox)'

/** The field values of the login page. */
export interface LoginForm {
  email: string
  name: string
  verified: boolean
  sub: string
}

/** The login page: one button per recent account, and a form for any other. The forms post to the page's own address. */
export function loginPage(form: LoginForm, recentPeople: Person[], problem?: string): Markup {
  return page(
    TITLE,
    html`<p class="note">
        This is a stand-in for Google. It asks for no password: the app receives the account that you enter.
      </p>
      ${recentPeople.length > 0 ? accountButtons(recentPeople) : ''}
      <form method="post">
        ${problem ? html`<p id="problem" role="alert">${problem}</p>` : ''}
        <label>
          Email
          <input
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${form.email}"
            ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}
          />
        </label>
        <label>Name <input name="name" autocomplete="name" value="${form.name}" /></label>
        <p>
          <input id="verified" name="verified" type="checkbox" ${form.verified ? 'checked' : ''} />
          <label for="verified">Email verified</label>
        </p>
        <details ${form.sub ? 'open' : ''}>
          <summary>Advanced</summary>
          <label>
            Subject
            <input
              name="sub"
              autocomplete="off"
              maxlength="255"
              aria-describedby="sub-hint"
              value="${form.sub}"
            />
          </label>
          <p id="sub-hint">Google's id of the account. If blank, it is derived from the e-mail address.</p>
        </details>
        <button name="action" value="continue">Continue</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button>
      </form>`,
  )
}

const accountButtons = (people: Person[]) =>
  html`<form method="post">
    ${people.map(
      ({ sub, name, email }) =>
        html`<button name="again" value="${sub}">Continue as ${name ? `${name} (${email})` : email}</button>`,
    )}
  </form>`

/** An error that the visitor cannot correct on the login page. */
export const problemPage = (problem: string): Markup => page(TITLE, html`<p role="alert">${problem}</p>`)

/** Explains the stand-in and its modes. */
export const aboutPage = (issuer: string): Markup =>
  page(
    TITLE,
    html`<p>
        A stand-in for Google's sign-in. It is a real OpenID provider:
        <a href="${issuer}/.well-known/openid-configuration">its metadata</a>.
      </p>
      <p>
        <code>GET ${issuer}/mode</code> shows the mode. <code>PUT ${issuer}/mode</code> with
        <code>{"mode": "slow"}</code> changes it. <code>{"mode": "slow", "times": 1}</code> limits it to that
        many calls of the token endpoint. The modes:
      </p>
      <ul>
        ${Object.entries(MODES).map(([mode, meaning]) => html`<li><code>${mode}</code>: ${meaning}</li>`)}
      </ul>`,
  )
