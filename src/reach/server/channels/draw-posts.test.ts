import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { channelServer } from '../../../../tests/support/channels.ts'
import { asOwner } from '../../../../tests/support/database.ts'
import { connect, posts, telegramMode } from '../../../../tests/support/telegram.ts'
import { TUESDAY } from '../../../../tests/support/push-server.ts'
import { sendPost } from './send-post.ts'

const { server, admin, setClock, record, correct, rows, texts, firstLines } = channelServer()

describe('a result', () => {
  test('is posted once as text with the preview of its page, in channels that chose its game', async () => {
    await connect(admin())
    await connect(admin(), { chat: '@lotto_second', games: ['metro'] })
    await record({ date: TUESDAY })
    await server().sweep()
    await server().runJobs({ retries: true })
    const [post, ...others] = await posts(server())
    expect(others).toEqual([])
    expect(post!.chat).toBe('lotto_demo')
    expect(post!.text.split('\n')).toEqual([
      'Gold, Tue 17 Mar 2026',
      'Winning: 1 - 2 - 3 - 4 - 5',
      `${server().services.settings.appUrl}/d/gold.${TUESDAY}`,
      "18+. Not run by the lottery's operator: check with the operator.",
    ])
    expect(post!.preview).toBe(`${server().services.settings.appUrl}/d/gold.${TUESDAY}?v=1`)
    expect((await server().anonymous().get(`/d/gold.${TUESDAY}?v=1`)).headers.get('location')).toBe(
      `/d/gold.${TUESDAY}`,
    )
    expect(await rows()).toMatchObject([{ kind: 'draw', state: 'sent', message_id: post!.message_id }])
  })

  test('is published while its posts cannot be queued, and posted when they can', async () => {
    await connect(admin())
    await asOwner(server(), sql`alter table channel_posts rename to channel_posts_away`)
    await record({ date: TUESDAY })
    const shown = (await admin().get(`/api/days/${TUESDAY}`)).body.games
    expect(shown.find(({ key }: { key: string }) => key === 'gold').draw.winning).toEqual([1, 2, 3, 4, 5])
    await server().runJobs()
    await asOwner(server(), sql`alter table channel_posts_away rename to channel_posts`)
    await server().runJobs({ retries: true })
    expect(await firstLines()).toEqual(['Gold, Tue 17 Mar 2026'])
  })

  test('is not posted if it is no news, and an import posts what is', async () => {
    await connect(admin())
    await record({ date: '2026-03-13' })
    expect(await rows()).toEqual([])
  })

  test('edits its post when it is completed, corrected, withdrawn and restored', async () => {
    await connect(admin())
    const id = await record({ date: TUESDAY })
    await correct(id, 1, [1, 2, 3, 4, 5], { machine: [11, 12, 13, 14, 15] })
    await server().runJobs()
    expect(await firstLines()).toEqual(['Gold, Tue 17 Mar 2026'])
    expect((await texts())[0]).toContain('Machine: 11 - 12 - 13 - 14 - 15')
    await correct(id, 2, [1, 2, 3, 4, 9], { machine: [11, 12, 13, 14, 15] })
    await server().runJobs()
    expect(await firstLines()).toEqual(['Corrected: Gold, Tue 17 Mar 2026'])
    expect((await texts())[0]).toContain('Winning: 1 - 2 - 3 - 4 - 9')
    // Telegram keeps a preview for its address.
    expect((await posts(server()))[0]!.preview).toContain('?v=3')
    const removal = { body: { version: 3, reason: 'test' } }
    expect((await admin().request('DELETE', `/api/admin/draws/${id}`, removal)).status).toBe(200)
    await server().runJobs()
    expect(await firstLines()).toEqual(['Withdrawn: Gold, Tue 17 Mar 2026'])
    expect((await texts())[0]).not.toContain('1 - 2')
    expect((await texts())[0]).toContain('This result was published by mistake. Please do not use it.')
    expect((await posts(server()))[0]!.preview).toBeNull()
    const restored = await admin().post(`/api/admin/draws/${id}/restore`, undefined)
    expect(restored.status).toBeLessThan(300)
    await server().runJobs()
    const [post, ...others] = await posts(server())
    expect(others).toEqual([])
    expect(post!.edits).toBe(4)
    expect(post!.text.split('\n')[0]).toBe('Corrected: Gold, Tue 17 Mar 2026')
  })

  test('that is corrected or withdrawn before it is sent is posted once, or not at all', async () => {
    await connect(admin())
    const draw = { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin().post('/api/admin/draws', draw)).body
    await correct(id, 1, [1, 2, 3, 4, 6])
    await server().runJobs()
    expect(await posts(server())).toMatchObject([{ edits: 0 }])
    expect((await texts())[0]).toContain('1 - 2 - 3 - 4 - 6')
    const other = (await admin().post('/api/admin/draws', { ...draw, game: 'metro' })).body
    if (other.id) {
      await admin().request('DELETE', `/api/admin/draws/${other.id}`, {
        body: { version: 1, reason: 'test' },
      })
      await server().runJobs()
      expect(await posts(server())).toHaveLength(1)
    }
  })

  test('that is corrected while its post is on its way is edited afterwards', async () => {
    await connect(admin())
    const draw = { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin().post('/api/admin/draws', draw)).body
    await telegramMode(server(), { slow: 1500, times: 1 })
    const sending = server().runJobs()
    await expect.poll(async () => (await posts(server())).length).toBe(1)
    await correct(id, 1, [1, 2, 3, 4, 7])
    await sending
    await server().runJobs()
    expect(await posts(server())).toMatchObject([{ edits: 1 }])
    expect((await texts())[0]).toContain('1 - 2 - 3 - 4 - 7')
  })
})

test('two processes send a post once', async () => {
  await connect(admin())
  const other = await server().another({ SANDBOX_URL: server().sandboxUrl! })
  await admin().post('/api/admin/draws', { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] })
  const [row] = await rows()
  await telegramMode(server(), { slow: 300 })
  await Promise.all([server(), other, server(), other].map(({ services }) => sendPost(services, row!.id)))
  expect(await posts(server())).toHaveLength(1)
})

/** Without draws in the server's memory. */
const NEXT_TUESDAY = '2026-03-24'

test('the schedule is posted in the morning and the table when all results are in, each once, and both follow changes', async () => {
  await setClock(`${NEXT_TUESDAY} 06:59`)
  await connect(admin(), { schedule: true, table: true, games: ['gold'] })
  await server().sweep()
  expect(await posts(server())).toEqual([])
  await setClock(`${NEXT_TUESDAY} 07:00`)
  await server().sweep()
  await server().sweep()
  expect(await firstLines()).toEqual(['Draws of Tue 24 Mar 2026'])
  expect((await texts())[0]).toContain('09:30 Gold')
  const change = {
    game: 'gold',
    kind: 'time',
    date: NEXT_TUESDAY,
    time: '09:45',
    reason: 'The machine',
    seen: null,
  }
  const { id: changeId } = (await admin().post('/api/admin/calendar', change)).body
  await server().sweep()
  await server().sweep()
  expect(await posts(server())).toMatchObject([{ edits: 1 }])
  expect((await texts())[0]).toContain('09:45 Gold')
  await admin().post(`/api/admin/calendar/${changeId}/undo`, {})
  await setClock(`${NEXT_TUESDAY} 10:00`)
  const id = await record({ date: NEXT_TUESDAY })
  await server().sweep()
  await server().sweep()
  expect(await firstLines()).toEqual([
    'Draws of Tue 24 Mar 2026',
    'Gold, Tue 24 Mar 2026',
    'Results of Tue 24 Mar 2026',
  ])
  await correct(id, 1, [1, 2, 3, 4, 8], { date: NEXT_TUESDAY })
  await server().runJobs()
  expect((await texts())[2]).toContain('Gold: 1 - 2 - 3 - 4 - 8')
})
