import { expect, test } from 'vitest'
import { scriptsOf, textOf } from '../support/html.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer()

test.each([
  '<script>window.ran=1</script>',
  '"><img src=/x onerror=window.ran=1>',
  'محمد عبد الله',
  'Ọlámìdé Ṣàngódéyì Z̷a̸l̵g̶o̷',
  `</title>&amp;"'\\u003c\\u2028`,
])('the username %s is shown as text', async (name) => {
  const player = server().anonymous()
  const data = {
    name,
    email: `hostile-${Math.random()}@example.com`,
    password: 'long enough it is',
    ageConfirmed: true,
  }
  expect((await player.post('/api/auth/sign-up/email', data)).status).toBe(200)
  const free = scriptsOf((await (await server().as('free')).get('/confirmation')).text).length
  const { text } = await player.get('/confirmation')
  expect(textOf(text)).toContain(`Welcome, ${name}`)
  expect(scriptsOf(text)).toHaveLength(free)
  expect(text).not.toMatch(/<img src=\/x|<\/title>&amp;/)
})
