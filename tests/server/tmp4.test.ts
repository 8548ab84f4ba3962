import { expect, test } from 'vitest'
import { testServer } from '../support/test-server.ts'
const server = testServer()
test('x', async () => { const t=performance.now(); const a = await server().as('admin'); console.log('login', performance.now()-t); expect((await a.get('/api/me')).status).toBe(200) })
