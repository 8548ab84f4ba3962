import { DAY, MINUTE } from '../../domain/base/calendar.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../domain/accounts/limits.ts'
import { suspensionWords } from '../../domain/accounts/suspension.ts'
import { VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { lagosTime, mail, minutesInWords } from './mail-content.ts'

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

const resetButton = (appUrl: string) => ({
  instructions: NOT_YOU,
  text: 'Reset password',
  link: appUrl + PATHS.forgotPassword,
})

const factorButton = (appUrl: string) => ({
  instructions: 'If this was not you, set a new password at once and check your second factor.',
  text: 'Open second factor',
  link: appUrl + PATHS.secondFactor,
})

/** Mails about logins and accounts. Mails to an unverified address contain no text that another person chose. */
export const ACCOUNT_MAILS = {
  'verify-email': mail<Link>({
    subject: 'Verify your email address',
    expiresAfterMs: ACCOUNT_LIMITS.verificationLinkMinutes * MINUTE,
    build: ({ link }) => ({
      username: null,
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
      username: null,
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
  continue: mail<Link>({
    subject: 'Continue at Lotto Forecast',
    expiresAfterMs: VISITOR_CHECK.linkMinutes * MINUTE,
    build: ({ link }) => ({
      username: null,
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
      username: null,
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
  'password-changed': mail<Notice>({
    subject: 'Your password was changed',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`The password of your account was changed at ${lagosTime(at)}.`],
      button: resetButton(appUrl),
      after: [NOTHING_TO_DO],
      why: SECURITY_NOTICE,
    }),
  }),
  'google-linked': mail<Notice>({
    subject: 'Google sign-in was added to your account',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Google sign-in was added to your account at ${lagosTime(at)}.`],
      button: resetButton(appUrl),
      after: [`You can unlink Google on your profile page: ${appUrl}${PATHS.profile}`],
      why: SECURITY_NOTICE,
    }),
  }),
  'google-unlinked': mail<Notice>({
    subject: 'Google sign-in was removed from your account',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Google sign-in was removed from your account at ${lagosTime(at)}.`],
      button: resetButton(appUrl),
      after: ['If this was you, log in with your email and password from now on.'],
      why: SECURITY_NOTICE,
    }),
  }),
  'way-in-added': mail<Notice>({
    subject: 'A password was added to your account',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`A password was added to your account at ${lagosTime(at)}. You can now log in with it.`],
      button: resetButton(appUrl),
      after: [`${NOTHING_TO_DO} Your other login methods are unchanged.`],
      why: SECURITY_NOTICE,
    }),
  }),
  'second-factor-added': mail<Notice>({
    subject: 'A second factor was added to your account',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `Since ${lagosTime(at)}, logins to your account require a code from an authenticator app. All other devices were logged out.`,
      ],
      button: factorButton(appUrl),
      after: ['If this was you, keep your recovery codes in a safe place.'],
      why: SECURITY_NOTICE,
    }),
  }),
  'second-factor-removed': mail<Notice>({
    subject: 'The second factor of your account was removed',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Since ${lagosTime(at)}, logins to your account no longer require a code.`],
      button: resetButton(appUrl),
      after: [NOTHING_TO_DO],
      why: SECURITY_NOTICE,
    }),
  }),
  'second-factor-reset': mail<Notice>({
    subject: 'The second factor of your account was reset',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `An admin removed the second factor of your account at ${lagosTime(at)}. All devices were logged out, and logins no longer require a code.`,
      ],
      button: {
        instructions: 'If you did not ask for this, set a new password at once and inform the other admins.',
        text: 'Reset password',
        link: appUrl + PATHS.forgotPassword,
      },
      after: [`You can set up a new second factor after the next login: ${appUrl}${PATHS.secondFactor}`],
      why: SECURITY_NOTICE,
    }),
  }),
  'second-factor-refused': mail<Notice>({
    subject: 'A wrong code was entered after your password was reset',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `After the last reset of your password, a wrong code of your second factor was entered at ${lagosTime(at)}. Without a right code, nobody is logged in.`,
      ],
      button: {
        instructions:
          'If this was not you, another person reads your mailbox. Change its password first, then that of this account.',
        text: 'Reset password',
        link: appUrl + PATHS.forgotPassword,
      },
      after: [NOTHING_TO_DO],
      why: 'this login affects the security of your account',
    }),
  }),
  'recovery-code-used': mail<Notice>({
    subject: 'A recovery code was used',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`A recovery code of your account was used at ${lagosTime(at)}. It does not work again.`],
      button: factorButton(appUrl),
      after: ['If this was you, you can create new recovery codes on the same page.'],
      why: SECURITY_NOTICE,
    }),
  }),
  'account-suspended': mail<Suspended>({
    subject: 'Your account is suspended',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, until, reason }, appUrl) => ({
      username,
      before: [suspensionWords(until, reason), 'All its sessions have ended. The time of a plan runs on.'],
      button: {
        instructions: 'If you think that this is a mistake, answer this email.',
        text: 'Open Lotto Forecast',
        link: appUrl,
      },
      after: [],
      why: 'this is the address of an account of Lotto Forecast',
    }),
  }),
  'account-deleted': mail<Notice>({
    subject: 'Your account was deleted',
    expiresAfterMs: NOTICE_EXPIRES_MS,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `Your account was deleted at ${lagosTime(at)}, and all its sessions have ended.`,
        'The law requires us to keep records of payments, without your name. This is the last email to you.',
      ],
      button: {
        instructions: 'A deleted account cannot be restored. You can sign up again at any time.',
        text: 'Open Lotto Forecast',
        link: appUrl,
      },
      after: [],
      why: 'an account with this address was deleted',
    }),
  }),
}
