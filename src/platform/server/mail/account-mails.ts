import { DAY, HOUR, MINUTE } from '../../rules/base/calendar.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../rules/access/limits.ts'
import { suspensionWords } from '../../rules/access/break.ts'
import { VISITOR_CHECK } from '../../rules/access/visitor-check.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { type Content, lagosTime, mail, minutesInWords } from './mail-content.ts'

interface Link {
  /** An address within the app. */
  link: string
}

interface Notice {
  username: string
  /** Time of the change, in milliseconds since 1970. */
  at: number
}

interface Suspended {
  username: string
  /** The first instant after it, in milliseconds since 1970. */
  until: number
  reason: string
}

const NOTICE_EXPIRES_MS = 3 * DAY
const NOT_YOU = 'If this was not you, set a new password at once. That ends every session of your account.'
const NOTHING_TO_DO = 'If this was you, there is nothing to do.'
const SECURITY_NOTICE = 'this change affects the security of your account'

const resetButton = (appUrl: string, instructions = NOT_YOU) => ({
  instructions,
  text: 'Reset password',
  link: appUrl + PATHS.forgotPassword,
})

const factorButton = (appUrl: string) => ({
  instructions: 'If this was not you, set a new password at once and check your second factor.',
  text: 'Open second factor',
  link: appUrl + PATHS.secondFactor,
})

const openButton = (appUrl: string, instructions: string) => ({
  instructions,
  text: 'Open Lotto Forecast',
  link: appUrl,
})

type Told = Pick<Content, 'before'> & Partial<Content>

/** A mail about a change of an account. @param tell its texts, from the time of the change */
const notice = (subject: string, tell: (time: string, appUrl: string) => Told) =>
  mail<Notice>({
    subject,
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      button: resetButton(appUrl),
      after: [NOTHING_TO_DO],
      why: SECURITY_NOTICE,
      ...tell(lagosTime(at), appUrl),
    }),
  })

/** Mails about logins and accounts. Mails to an unverified address contain no text that another person chose. */
export const ACCOUNT_MAILS = {
  'verify-email': mail<Link>({
    subject: 'Verify your email address',
    expiresAfterMs: ACCOUNT_LIMITS.verificationLinkMinutes * MINUTE,
    build: ({ link }) => ({
      before: ['Welcome to Lotto Forecast. Please verify your email address.'],
      button: {
        instructions: `The link works for ${minutesInWords(ACCOUNT_LIMITS.verificationLinkMinutes)}. It then opens the login page.`,
        text: 'Verify email',
        link,
      },
      after: ['If you did not sign up, ignore this email. Without the link, the address stays unverified.'],
      why: 'this address was used to sign up',
    }),
  }),
  'reset-password': mail<Link>({
    subject: 'Set a new password',
    expiresAfterMs: LOGIN_LIMITS.resetLinkMinutes * MINUTE,
    build: ({ link }) => ({
      before: ['We received a request for a new password for your account.'],
      button: {
        instructions: `The link works once, for ${minutesInWords(LOGIN_LIMITS.resetLinkMinutes)}.`,
        text: 'Set new password',
        link,
      },
      after: ['If this was not you, ignore this email. Your password stays the same.'],
      why: 'a password reset was requested for this address',
    }),
  }),
  'confirm-email': mail<Link>({
    subject: 'Confirm your new email address',
    expiresAfterMs: LOGIN_LIMITS.emailChangeHours * HOUR,
    build: ({ link }) => ({
      before: ['We were asked to use this address for an account of Lotto Forecast.'],
      button: {
        instructions: `The link works once, for ${LOGIN_LIMITS.emailChangeHours} hours. Then log in with this address and your password. A Google login must be linked again.`,
        text: 'Confirm email',
        link,
      },
      after: ['If you did not ask for this, ignore this email. Then nothing changes.'],
      why: 'we were asked to use this address for an account',
    }),
  }),
  continue: mail<Link>({
    subject: 'Continue at Lotto Forecast',
    expiresAfterMs: VISITOR_CHECK.linkMinutes * MINUTE,
    build: ({ link }) => ({
      before: ['Many people use your network, so we check by email that you are not a program.'],
      button: {
        instructions: `Open the link in the browser that you use for Lotto Forecast. It works once, for ${minutesInWords(VISITOR_CHECK.linkMinutes)}. You still need your password.`,
        text: 'Continue',
        link,
      },
      after: ['If you did not ask for this, ignore this email. The link alone opens no account.'],
      why: 'this address was used to log in or sign up',
    }),
  }),
  'account-exists': mail<Record<string, never>>({
    subject: 'You already have an account',
    expiresAfterMs: DAY,
    build: (_, appUrl) => ({
      before: [
        'This address was used to sign up, but it already has an account.',
        `If this was you, log in. If you forgot your password, set a new one: ${appUrl}${PATHS.forgotPassword}`,
      ],
      button: {
        instructions: 'Log in with your existing account.',
        text: 'Log in',
        link: appUrl + PATHS.login,
      },
      after: ['If this was not you, there is nothing to do. Your account is unchanged.'],
      why: 'this address was used to sign up',
    }),
  }),
  'password-changed': notice('Your password was changed', (time) => ({
    before: [`The password of your account was changed at ${time}.`],
  })),

  'google-linked': notice('Google sign-in was added to your account', (time, appUrl) => ({
    before: [`Google sign-in was added to your account at ${time}.`],
    after: [`You can unlink Google on your profile page: ${appUrl}${PATHS.profile}`],
  })),

  'google-unlinked': notice('Google sign-in was removed from your account', (time) => ({
    before: [`Google sign-in was removed from your account at ${time}.`],
    after: ['If this was you, log in with your email and password from now on.'],
  })),

  'way-in-added': notice('A password was added to your account', (time) => ({
    before: [`A password was added to your account at ${time}. You can now log in with it.`],
    after: [`${NOTHING_TO_DO} Your other login methods are unchanged.`],
  })),

  'second-factor-added': notice('A second factor was added to your account', (time, appUrl) => ({
    before: [
      `Since ${time}, logins to your account require a code from an authenticator app. All other devices were logged out.`,
    ],
    button: factorButton(appUrl),
    after: ['If this was you, keep your recovery codes in a safe place.'],
  })),

  'second-factor-removed': notice('The second factor of your account was removed', (time) => ({
    before: [`Since ${time}, logins to your account no longer require a code.`],
  })),

  'second-factor-reset': notice('The second factor of your account was reset', (time, appUrl) => ({
    before: [
      `An admin removed the second factor of your account at ${time}. All devices were logged out, and logins no longer require a code.`,
    ],
    button: resetButton(
      appUrl,
      'If you did not ask for this, set a new password at once and inform the other admins.',
    ),
    after: [`You can set up a new second factor after the next login: ${appUrl}${PATHS.secondFactor}`],
  })),

  'second-factor-refused': notice(
    'A wrong code was entered after your password was reset',
    (time, appUrl) => ({
      before: [
        `After the last reset of your password, a wrong code of your second factor was entered at ${time}. Without a right code, nobody is logged in.`,
      ],
      button: resetButton(
        appUrl,
        'If this was not you, another person can read your mailbox. Change its password first, then that of this account.',
      ),
      why: 'this login affects the security of your account',
    }),
  ),

  'recovery-code-used': notice('A recovery code was used', (time, appUrl) => ({
    before: [`A recovery code of your account was used at ${time}. It does not work again.`],
    button: factorButton(appUrl),
    after: ['If this was you, you can create new recovery codes on the same page.'],
  })),

  'email-change-begun': notice('A change of your email address was requested', (time, appUrl) => ({
    before: [
      `At ${time} our staff were asked to use another email address for your account. It changes when the link in a mail to the new address is opened.`,
    ],
    button: resetButton(appUrl, `${NOT_YOU} It also cancels this change.`),
  })),

  'email-changed': notice('The email of your account was changed', (time, appUrl) => ({
    before: [
      `The email of your account was changed at ${time}, and all devices were logged out. This address no longer logs in.`,
    ],
    button: openButton(appUrl, 'If this was not you, answer this email at once.'),
  })),

  'account-deleted': notice('Your account was deleted', (time, appUrl) => ({
    before: [
      `Your account was deleted at ${time}, and all its sessions have ended.`,
      'The law requires us to keep records of payments, without your name. This is the last email to you.',
    ],
    button: openButton(appUrl, 'A deleted account cannot be restored. You can sign up again at any time.'),
    after: [],
    why: 'an account with this address was deleted',
  })),

  'account-suspended': mail<Suspended>({
    subject: 'Your account is suspended',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, until, reason }, appUrl) => ({
      username,
      before: [
        suspensionWords(until, reason),
        'All its sessions have ended. The time of your plan keeps running.',
      ],
      button: openButton(appUrl, 'If you think that this is a mistake, answer this email.'),
      why: 'this is the address of an account of Lotto Forecast',
    }),
  }),
}
