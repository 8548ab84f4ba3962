import { z } from 'zod'
import { checkSignUp } from '../../domain/identity.ts'
import { LIMITS } from '../../domain/limits.ts'
import { PLAN_KEYS, ROLES } from '../../domain/plans.ts'
import { endpoint, type Routes } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import { forward } from './forward.ts'
import type { Person } from '../http/visits.ts'

/** The library's answers name the person; the session token in them stays here, it belongs in the cookie only. */
const signedIn = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean() }),
})

function signedInAnswer(value: unknown, cookies: Headers): Response {
  const { user } = value as z.infer<typeof signedIn>
  const { id, name, email, emailVerified } = user
  cookies.set('cache-control', CACHE.none)
  return Response.json({ user: { id, name, email, emailVerified } }, { headers: cookies })
}

export const me = z.strictObject({
  uid: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES),
  admin: z.boolean(),
  subscription: z.enum(PLAN_KEYS),
  subscriptionExpiry: z.string().nullable(),
  daysLeft: z.int().nullable(),
})

/** A person as the API shows them; role and admin agree because one is made from the other. */
function meOf({
  uid,
  username,
  email,
  emailVerified,
  role,
  plan,
  expiry,
  daysLeft,
}: Person): z.infer<typeof me> {
  return {
    uid,
    username,
    email,
    emailVerified,
    role,
    admin: role === 'admin',
    subscription: plan,
    subscriptionExpiry: expiry === null ? null : new Date(expiry).toISOString(),
    daysLeft,
  }
}

export const accountRoutes = {
  'POST /api/auth/sign-up/email': endpoint({
    summary: 'Create an account and sign in',
    access: 'anyone',
    body: z.strictObject({
      name: z.string(),
      email: z.string(),
      password: z.string(),
      ageConfirmed: z.boolean().default(false),
    }),
    answer: signedIn,
    async handle({ services, request, body }) {
      const { name, email, password, ageConfirmed } = body
      const problems = checkSignUp({ username: name, email, password, ageConfirmed })
      if (Object.keys(problems).length > 0) {
        const { username, ...fields } = problems
        throw new Refusal('invalid-input', Object.values(problems)[0], {
          fields: username ? { ...fields, name: username } : fields,
        })
      }
      const account = { name: name.trim(), email: email.trim().toLowerCase(), password }
      const { value, cookies } = await forward(services, request, '/sign-up/email', account)
      return signedInAnswer(value, cookies)
    },
  }),

  'POST /api/auth/sign-in/email': endpoint({
    summary: 'Sign in with e-mail and password',
    access: 'anyone',
    body: z.strictObject({
      email: z.string().max(LIMITS.email),
      password: z.string().max(LIMITS.passwordLongest),
    }),
    answer: signedIn,
    async handle({ services, request, body }) {
      const credentials = { email: body.email.trim().toLowerCase(), password: body.password }
      const { value, cookies } = await forward(services, request, '/sign-in/email', credentials)
      return signedInAnswer(value, cookies)
    },
  }),

  'POST /api/auth/sign-out': endpoint({
    summary: 'Sign out: the session ends on the server',
    access: 'anyone',
    answer: z.strictObject({ success: z.literal(true) }),
    async handle({ services, request }) {
      const { cookies } = await forward(services, request, '/sign-out', {})
      cookies.set('cache-control', CACHE.none)
      return Response.json({ success: true }, { headers: cookies })
    },
  }),

  'GET /api/auth/get-session': endpoint({
    summary: 'Who is signed in, or null',
    access: 'anyone',
    answer: signedIn.nullable(),
    handle({ person }) {
      if (!person) return null
      const { uid, username, email, emailVerified } = person
      return { user: { id: uid, name: username, email, emailVerified } }
    },
  }),

  'GET /api/auth/token': endpoint({
    summary: 'A short-lived id token (ES256) of whoever is signed in',
    access: 'signed-in',
    answer: z.strictObject({ token: z.string() }),
    async handle({ services, request }) {
      const { value } = await forward(services, request, '/token')
      return { token: (value as { token: string }).token }
    },
  }),

  'GET /api/auth/jwks': endpoint({
    summary: 'The public keys of the id tokens',
    access: 'anyone',
    answer: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
    async handle({ services, request }) {
      const { value } = await forward(services, request, '/jwks')
      return value as { keys: Record<string, unknown>[] }
    },
  }),

  'GET /api/me': endpoint({
    summary: 'The signed-in person with plan and days left',
    access: 'signed-in',
    answer: me,
    handle: ({ person }) => meOf(person),
  }),
} satisfies Routes
