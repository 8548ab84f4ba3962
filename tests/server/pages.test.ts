import { beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../src/app/web/pages.ts'
import type { PageAccess } from '../../src/platform/rules/access/page-access.ts'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { textOf } from '../support/html.ts'
import { newPerson } from '../support/people.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Who sees which page, and where others are redirected.
const server = testServer()

/** The pages whose address needs no parameter, and the addresses that only receive a form. */
const table: [path: string, access: PageAccess | 'form'][] = [
  ...PAGES.filter(({ path }) => !/[:*]/.test(path)).map(({ path, access }): [string, PageAccess] => [
    path,
    access,
  ]),
  [PATHS.logout, 'form'],
  [PATHS.resendVerification, 'form'],
  [PATHS.emailLink, 'form'],
]
const destinations: Record<string, string> = {
  admin: '/admin',
  pro: '/dashboard',
  basic: '/dashboard/frequent-numbers',
  free: '/dashboard/past-results',
  unverified: '/dashboard/past-results',
}
const visitors: Record<string, Visitor> = {}

beforeAll(async () => {
  for (const person of ['admin', 'pro', 'basic', 'free'] as const)
    visitors[person] = await server().as(person)
  visitors.unverified = (await newPerson(server(), { verified: false })).visitor
  visitors.nobody = server().anonymous()
})

/** The redirect of a page for a visitor, or null if the visitor sees it. */
function expectedFrom(path: string, access: PageAccess | 'form', person: string): string | null {
  if (access === 'start') return destinations[person] ?? '/login'
  if (access === 'signed-out') return destinations[person] ?? null
  if (access === 'anyone' || access === 'form') return null
  // The login leads back to the page on which a session ended.
  if (person === 'nobody')
    return /^\/(admin|dashboard\/)/.test(path) ? `/login?from=${encodeURIComponent(path)}` : '/login'
  return access === 'admin' && person !== 'admin' ? '/dashboard' : null
}

test('the area of staff is theirs, and that of players needs a login', () => {
  for (const { path, access } of PAGES) {
    if (path.startsWith('/admin')) expect([path, access]).toEqual([path, 'admin'])
    if (path.startsWith('/dashboard'))
      expect([path, access]).toEqual([path, expect.toBeOneOf(['signed-in', 'own'])])
  }
})

describe.each(['nobody', 'unverified', 'free', 'basic', 'pro', 'admin'])(
  '%s sees or leaves a page, which has a Logout button if it needs a login,',
  (person) => {
    test.each(table)('at %s', async (path, access) => {
      // Other spellings are redirected before the access is read.
      const others = ['nobody', 'admin'].includes(person) ? [`${path}?x=1`, `${path}/`] : []
      for (const variant of [path, ...others].filter((one) => one !== '//')) {
        const { status, headers, text } = await visitors[person]!.get(variant)
        const isOwnAddress = variant === path || access === 'form'
        const elsewhere = isOwnAddress ? expectedFrom(path, access, person) : path
        expect([variant, headers.get('location')]).toEqual([variant, elsewhere])
        const shown = access === 'form' ? 404 : 200
        // Another spelling of an address leads to it for good; a parameter that the page lacks may get a meaning.
        const leads = variant.endsWith('/') && variant !== path ? 301 : 302
        expect([variant, status]).toEqual([variant, elsewhere ? leads : shown])
        // A sheet of paper has no frame.
        if (status !== 200 || !['signed-in', 'own', 'admin'].includes(access) || path === PATHS.paper)
          continue
        const [, form] = /<form[^>]* action="\/logout"[^>]*>([\s\S]*?)<\/form>/.exec(text) ?? []
        expect([path, form]).toEqual([path, expect.stringContaining('>Logout<')])
      }
    })
  },
)

describe('an unknown path', () => {
  const paths = ['/nothing', '/dashboard/nothing', '/dashboard/ai/more', '/admin/nothing', '/login.php']
  const odd = [
    '/%00',
    '/%zz',
    '/dashboard/%2e%2e%2fadmin',
    '//evil.example',
    '/\\evil.example',
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/a\u202Eb',
  ]
  test.each([...paths, ...odd])('%s is 404 in status and text for everyone', async (path) => {
    for (const person of ['nobody', 'free', 'admin']) {
      const { status, text, headers } = await visitors[person]!.get(path)
      expect([person, status, headers.get('location')]).toEqual([person, 404, null])
      expect(textOf(text)).toContain('404 Page Not Found')
      expect(text).not.toContain('evil.example')
      expect(text).toContain('<title>404 Page Not Found | Lotto Forecast</title>')
    }
  })
})

test('/not-authorized shows the specified text', async () => {
  for (const person of ['nobody', 'free']) {
    const { status, text } = await visitors[person]!.get('/not-authorized')
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Access Denied: You are not authorized to view this page.')
  }
})
