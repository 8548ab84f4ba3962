import { beforeEach, describe, expect, test } from 'vitest'
import {
  clearPosts,
  connect,
  CONNECTION,
  posts,
  telegramMode,
  webhook,
} from '../../../tests/support/telegram.ts'
import { FRIDAY, pushServer, TUESDAY } from '../../../tests/support/push-server.ts'
import { NO_RIGHT } from '../../domain/admin/staff-roles.ts'
import { CHANNEL_LIMITS } from '../../domain/channels/channels.ts'
import { seal, unseal } from '../base/seal.ts'
import { sendPost } from './send-post.ts'

const { server, admin, setClock, record } = pushServer()

beforeEach(async () => {
  await server().rows`delete from channels`
  await telegramMode(server())
  await clearPosts(server())
})

const correct = async (id: number, version: number, winning: number[], more: object = {}) => {
  const body = { version, date: TUESDAY, winning, machine: [], reason: 'typing error', ...more }
  expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
}
const rows = () =>
  server().rows`select id::int, kind, state, sent, problem, message_id::int from channel_posts order by id`
const texts = async () => (await posts(server())).map(({ text }) => text)
const firstLines = async () => (await texts()).map((text) => text.split('\n')[0])
const decide = (id: number, decision: string, link = '') =>
  admin().post(`/api/admin/channel-posts/${id}`, { decision, link, reason: 'I looked' })
const ownerMails = async () =>
  (await server().mailbox('admin@lotto.test'))
    .map(({ text }) => text)
    .filter((text) => text.includes('A program on the server'))

describe('a channel', () => {
  test.each([
    ['token', { token: '7000000001:AAwrong-token-of-the-demo-bot-000001' }, 'Telegram: Unauthorized'],
    ['token', { token: 'no token' }, 'This is not a token of a bot.'],
    ['chat', { chat: '@nowhere_at_all' }, 'Telegram: Bad Request: chat not found'],
    ['chat', { chat: '@no_rights' }, 'Make @lotto_demo_bot an administrator of the channel who may post.'],
    ['chat', { chat: '@a_person' }, 'This is not a channel.'],
    ['games', { games: [] }, 'Choose at least one game.'],
    ['games', { games: ['no-such'] }, 'There is no such game.'],
    ['reason', { reason: ' ' }, 'Say why.'],
  ])('is refused at the field %s for %j', async (field, wrong, sentence) => {
    const { status, body } = await admin().post('/api/admin/channels', { ...CONNECTION, ...wrong })
    expect([status, body.fields]).toEqual([400, { [field]: sentence }])
    expect(await server().rows`select * from channels`).toEqual([])
  })

  test('is connected once, with its token encrypted and the change in the audit trail', async () => {
    const id = await connect(admin())
    expect((await admin().post('/api/admin/channels', CONNECTION)).status).toBe(409)
    const [row] = await server().rows`select * from channels`
    expect(row).toMatchObject({ title: 'Lotto demo', bot_name: 'lotto_demo_bot' })
    expect(JSON.stringify(row)).not.toContain('sandbox-token')
    expect(JSON.stringify((await admin().get('/api/admin/channels')).body)).not.toContain(row!.token)
    expect(JSON.stringify(await server().rows`select * from audit`)).not.toContain('sandbox-token')
    const { games, schedule, table } = CONNECTION
    const body = {
      games: ['gold'],
      schedule: true,
      table: true,
      seen: { games, schedule, table },
      reason: 'Only Gold',
    }
    const change = () => admin().post(`/api/admin/channels/${id}`, body)
    expect([(await change()).status, (await change()).status]).toEqual([200, 409])
    expect((await admin().post(`/api/admin/channels/${id}/disconnect`, { reason: 'Moved' })).status).toBe(200)
    expect((await admin().post(`/api/admin/channels/${id}/disconnect`, { reason: 'Moved' })).status).toBe(404)
    const audited = await server().rows`
      select action, details->>'reason' as reason from audit where subject = ${`channel:${id}`} order by id`
    expect(audited).toEqual([
      { action: 'channel.connect', reason: 'Our channel' },
      { action: 'channel.change', reason: 'Only Gold' },
      { action: 'channel.disconnect', reason: 'Moved' },
    ])
    expect(await webhook(server())).toBeNull()
  })

  test('is connected, changed and used by owners with a fresh proof only', async () => {
    const id = await connect(admin())
    const what = { games: ['gold'], schedule: false, table: false }
    const choice = { ...what, seen: what, reason: 'x' }
    const calls: [string, object][] = [
      ['/api/admin/channels', CONNECTION],
      [`/api/admin/channels/${id}`, choice],
      [
        `/api/admin/channels/${id}/texts`,
        { text: 'Hello', purpose: 'information', approval: '', reason: 'x' },
      ],
      [`/api/admin/channels/${id}/disconnect`, { reason: 'x' }],
    ]
    await server().rows`update users set staff_roles = '{results}' where email = 'admin@lotto.test'`
    try {
      for (const [path, body] of calls)
        expect([path, (await admin().post(path, body)).body.title]).toEqual([path, NO_RIGHT])
      expect((await admin().get('/api/admin/channels')).status).toBe(200)
    } finally {
      await server().rows`update users set staff_roles = '{owner}' where email = 'admin@lotto.test'`
    }
    await server().rows`update sessions set proven_at = now() - interval '20 years'`
    for (const [path, body] of calls)
      expect([path, (await admin().post(path, body)).body.code]).toEqual([path, 'proof-needed'])
  })

  test('is previewed before it is connected', async () => {
    await record({ date: TUESDAY })
    const { body } = await admin().get('/api/admin/channel-preview?games=gold,metro')
    expect(body.posts.map(({ kind }: { kind: string }) => kind)).toEqual(['draw', 'schedule', 'table'])
    const [draw, schedule] = body.posts
    expect(draw.text).toContain('Gold, Tue 17 Mar 2026\nWinning: 1 - 2 - 3 - 4 - 5')
    expect((await admin().get(draw.picture)).headers.get('content-type')).toBe('image/png')
    expect(schedule.text).toContain('09:30 Gold')
  })
})

describe('a result', () => {
  test('is posted once as picture and text, in channels that chose its game', async () => {
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
    expect(post!.bytes).toBeGreaterThan(1000)
    expect(await rows()).toMatchObject([{ kind: 'draw', state: 'sent', message_id: post!.message_id }])
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
    const removal = { body: { version: 3, reason: 'test' } }
    expect((await admin().request('DELETE', `/api/admin/draws/${id}`, removal)).status).toBe(200)
    await server().runJobs()
    expect(await firstLines()).toEqual(['Withdrawn: Gold, Tue 17 Mar 2026'])
    expect((await texts())[0]).not.toContain('1 - 2')
    const restored = await admin().post(`/api/admin/draws/${id}/restore`, undefined)
    expect(restored.status).toBeLessThan(300)
    await server().runJobs()
    const [post, ...others] = await posts(server())
    expect([others, post!.edits, post!.text.split('\n')[0]]).toEqual([
      [],
      4,
      'Corrected: Gold, Tue 17 Mar 2026',
    ])
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

describe('a refusal', () => {
  test('of too many requests is repeated after the time that Telegram names', async () => {
    await connect(admin())
    await telegramMode(server(), { status: 429, retryAfter: 3, times: 1 })
    await record({ date: TUESDAY })
    expect(await posts(server())).toEqual([])
    const [job] = await server()
      .rows`select run_at > now() as waits from graphile_worker.jobs where task_identifier = 'send-post'`
    expect(job).toEqual({ waits: true })
    expect(await rows()).toMatchObject([{ state: 'waiting', problem: 'Too Many Requests: retry after 3' }])
    await server().runJobs({ retries: true })
    expect(await posts(server())).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent', problem: null }])
  })

  test('of a busy Telegram is repeated by the queue', async () => {
    await connect(admin())
    await telegramMode(server(), { status: 502, description: 'Bad Gateway', times: 2 })
    await record({ date: TUESDAY })
    await server().runJobs({ retries: true })
    expect(await posts(server())).toEqual([])
    const [job] = await server()
      .rows`select attempts from graphile_worker.jobs where task_identifier = 'send-post'`
    expect(job).toEqual({ attempts: 2 })
    await server().runJobs({ retries: true })
    expect(await posts(server())).toHaveLength(1)
  })

  test.each([
    [400, 'Bad Request: chat not found'],
    [403, 'Forbidden: bot was kicked from the channel chat'],
  ])('by %i is not repeated; owners hear of it, and staff decide', async (status, description) => {
    await connect(admin())
    await telegramMode(server(), { status, description, times: 1 })
    await record({ date: TUESDAY })
    await server().sweep()
    await server().runJobs({ retries: true })
    expect(await posts(server())).toEqual([])
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'refused', problem: description })
    const [mail] = await ownerMails()
    expect(mail).toContain('could not post in Lotto demo')
    expect(mail).toContain(description)
    expect((await decide(row!.id, 'again')).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toHaveLength(1)
    expect((await decide(row!.id, 'again')).status).toBe(409)
  })

  test('of an edit that changes nothing counts as done', async () => {
    await connect(admin())
    await record({ date: TUESDAY })
    await server().rows`update channel_posts set state = 'waiting', wanted = wanted + 1`
    const [row] = await rows()
    await sendPost(server().services, row!.id)
    expect(await rows()).toMatchObject([{ state: 'sent', sent: 2, message_id: row!.message_id }])
  })
})

describe('a post whose answer is lost (NET-08)', () => {
  const lose = async () => {
    await connect(admin())
    await telegramMode(server(), { drop: 'after', times: 1 })
    const id = await record({ date: TUESDAY })
    return { id, row: (await rows())[0]! }
  }

  test('is uncertain: neither the queue nor a correction sends it again', async () => {
    const { id, row } = await lose()
    expect(row.state).toBe('uncertain')
    await correct(id, 1, [1, 2, 3, 4, 8])
    await server().sweep()
    await server().runJobs({ retries: true })
    expect(await posts(server())).toMatchObject([{ edits: 0 }])
    expect((await ownerMails())[0]).toContain('does not know whether a post reached Lotto demo')
    const [shown] = (await admin().get('/api/admin/channels')).body.posts
    expect(shown).toMatchObject({ id: row.id, state: 'uncertain', problem: 'The connection broke.' })
  })

  test('is uncertain as well after a time-out', async () => {
    await connect(admin())
    await telegramMode(server(), { slow: CHANNEL_LIMITS.answerMs + 1000, times: 1 })
    await record({ date: TUESDAY })
    expect(await rows()).toMatchObject([{ state: 'uncertain', problem: 'Telegram did not answer in time.' }])
    await server().runJobs({ retries: true })
    expect(await posts(server())).toHaveLength(1)
  })

  test('is edited once staff name the post that arrived', async () => {
    const { id, row } = await lose()
    await correct(id, 1, [1, 2, 3, 4, 8])
    const wrong = await decide(row.id, 'arrived', 'somewhere')
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['link']])
    const [post] = await posts(server())
    expect((await decide(row.id, 'arrived', `https://t.me/lotto_demo/${post!.message_id}`)).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toMatchObject([{ message_id: post!.message_id, edits: 1 }])
    expect((await texts())[0]).toContain('1 - 2 - 3 - 4 - 8')
    const [entry] = await server()
      .rows`select details from audit where action = 'channel.decide' order by id desc limit 1`
    expect(entry!.details).toMatchObject({ decision: 'arrived', reason: 'I looked', post: row.id })
  })

  test('is sent again, or left, as staff decide', async () => {
    const { row } = await lose()
    expect((await decide(row.id, 'again')).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toHaveLength(2)
    await telegramMode(server(), { drop: 'before', times: 1 })
    await setClock(`${FRIDAY} 16:00`)
    await record({ date: FRIDAY })
    const last = (await rows()).at(-1)!
    expect(last.state).toBe('uncertain')
    expect((await decide(last.id, 'drop')).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toHaveLength(2)
    expect((await rows()).at(-1)!.state).toBe('dropped')
  })

  test('is repeated if it was an edit, which changes nothing twice', async () => {
    await connect(admin())
    const id = await record({ date: TUESDAY })
    await telegramMode(server(), { drop: 'after', times: 1 })
    await correct(id, 1, [1, 2, 3, 4, 8])
    await server().runJobs()
    await server().runJobs({ retries: true })
    expect(await posts(server())).toMatchObject([{ edits: 1 }])
    expect(await rows()).toMatchObject([{ state: 'sent', sent: 2 }])
  })
})

test('two processes send a post once', async () => {
  await connect(admin())
  const other = await server().another({ TELEGRAM_API_URL: server().services.settings.telegramApiUrl! })
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

describe('a text of staff', () => {
  const send = async (more: object) => {
    const body = {
      text: 'No draws on Friday.',
      purpose: 'information',
      approval: '',
      reason: 'Holiday',
      ...more,
    }
    const id = await connect(admin())
    const answer = await admin().post(`/api/admin/channels/${id}/texts`, body)
    await server().runJobs()
    return answer
  }

  test('is posted as information, with markup as text', async () => {
    expect((await send({ text: 'No draws <on> Friday & Saturday' })).status).toBe(201)
    expect(await texts()).toEqual(['No draws <on> Friday & Saturday'])
  })

  test('is advertising only with an approval number, and no information if it advertises', async () => {
    const refused = await send({ purpose: 'advertising' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['approval']])
    await server().rows`delete from channels`
    const hidden = await send({ text: 'Go Pro today for ₦1,500' })
    expect([hidden.status, Object.keys(hidden.body.fields)]).toEqual([400, ['purpose']])
    expect(await posts(server())).toEqual([])
    await server().rows`delete from channels`
    const approved = { text: 'Go Pro today for ₦1,500', purpose: 'advertising', approval: 'ARCON/2026/77' }
    expect((await send(approved)).status).toBe(201)
    expect(await texts()).toEqual(['Go Pro today for ₦1,500'])
    await expect(server().rows`update channel_posts set approval = null`).rejects.toThrow()
  })
})

test('a token is read after a change of the secret, and not for another use or without the secret', () => {
  const [one, two] = [
    { version: 1, value: 'a'.repeat(32) },
    { version: 2, value: 'b'.repeat(32) },
  ]
  const sealed = seal('token', { authSecrets: [one] }, 'channel tokens')
  expect(unseal(sealed, { authSecrets: [two, one] }, 'channel tokens')).toBe('token')
  expect(unseal(sealed, { authSecrets: [one] }, 'other')).toBeNull()
  expect(unseal(sealed, { authSecrets: [two] }, 'channel tokens')).toBeNull()
})
