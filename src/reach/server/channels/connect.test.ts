import { describe, expect, test } from 'vitest'
import { channelServer } from '../../../../tests/support/channels.ts'
import { connect, CONNECTION, posts, telegramMode } from '../../../../tests/support/telegram.ts'
import { TUESDAY } from '../../../../tests/support/push-server.ts'
import { seal, unseal } from '../../../platform/server/base/auth-secrets.ts'

const { server, admin, record, texts } = channelServer()

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

  test('is refused if Telegram gives another answer or none', async () => {
    const refused = async () => (await admin().post('/api/admin/channels', CONNECTION)).body.fields
    await telegramMode(server(), { status: 200, body: '{"ok":true,"result":{}}', times: 1 })
    expect(await refused()).toEqual({ token: 'Telegram’s answer cannot be read.' })
    await telegramMode(server(), { status: 502, body: '<html>', times: 1 })
    expect(await refused()).toEqual({ token: 'Telegram: The answer 502 cannot be read.' })
    const { settings } = server().services
    const { telegramApiUrl } = settings
    settings.telegramApiUrl = 'http://127.0.0.1:2'
    expect(await refused()).toEqual({ token: 'Telegram: Telegram cannot be reached.' })
    settings.telegramApiUrl = telegramApiUrl
  })

  test('is connected once, with its token encrypted and the change in the audit trail', async () => {
    const id = await connect(admin())
    expect((await admin().post('/api/admin/channels', CONNECTION)).body.title).toBe(
      'Lotto demo is connected already. Disconnect it first.',
    )
    const [row] = await server().rows`select * from channels`
    expect(row).toMatchObject({ title: 'Lotto demo', bot_name: 'lotto_demo_bot' })
    expect(JSON.stringify(row)).not.toContain('sandbox-token')
    await server().rows`insert into channel_posts (channel_id, kind, subject, changed_at)
      select ${id}, 'schedule', ${TUESDAY}::date - i, now() from generate_series(1, 31) as i`
    const shown = (await admin().get('/api/admin/channels')).body
    expect(shown.posts).toHaveLength(30)
    expect(JSON.stringify(shown)).not.toContain(row!.token)
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
    expect((await change()).status).toBe(200)
    expect((await change()).body.title).toBe('Another owner changed this channel first. Look at it again.')
    expect((await admin().post(`/api/admin/channels/${id}/disconnect`, { reason: 'Moved' })).status).toBe(200)
    expect((await admin().post(`/api/admin/channels/${id}/disconnect`, { reason: 'Moved' })).status).toBe(404)
    const title = 'Lotto demo'
    const fields = { old: { games }, new: { games: ['gold'], schedule: true, table: true } }
    expect(await server().trail(`channel:${id}`)).toEqual([
      ['channel.connect', { title, reason: 'Our channel' }],
      ['channel.change', { title, reason: 'Only Gold', ...fields }],
      ['channel.disconnect', { title, reason: 'Moved' }],
    ])
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
    expect(refused.body.fields).toEqual({
      approval: 'Advertising needs the number of its approval by ARCON.',
    })
    await server().rows`delete from channels`
    const hidden = await send({ text: 'Go Pro today for ₦1,500' })
    expect(hidden.body.fields).toEqual({
      purpose: 'This text offers a plan, a price or a forecast: it is advertising.',
    })
    expect(await posts(server())).toEqual([])
    await server().rows`delete from channels`
    const approved = { text: 'Go Pro today for ₦1,500', purpose: 'advertising', approval: 'ARCON/2026/77' }
    expect((await send(approved)).status).toBe(201)
    expect(await texts()).toEqual(['Go Pro today for ₦1,500'])
    const [entry] = await server()
      .rows`select details from audit where action = 'channel.text' order by id desc`
    const { purpose, approval } = approved
    expect(entry!.details).toEqual({ title: 'Lotto demo', reason: 'Holiday', purpose, approval })
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
