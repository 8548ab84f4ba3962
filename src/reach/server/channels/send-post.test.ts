import { describe, expect, test } from 'vitest'
import { channelServer } from '../../../../tests/support/channels.ts'
import { connect, posts, refusal, telegramMode } from '../../../../tests/support/telegram.ts'
import { FRIDAY, TUESDAY } from '../../../../tests/support/push-server.ts'
import { CHANNEL_LIMITS } from '../../rules/channels/channels.ts'
import { sendPost } from './send-post.ts'

const { server, admin, setClock, record, correct, rows, texts, decide, ownerMails } = channelServer()

describe('a refusal', () => {
  test('of too many requests is repeated after the time that Telegram names', async () => {
    await connect(admin())
    await telegramMode(server(), { ...refusal(429, 'Too Many Requests: retry after 3', 3), times: 1 })
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
    await telegramMode(server(), { ...refusal(502, 'Bad Gateway'), times: 2 })
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
    await telegramMode(server(), { ...refusal(status, description), times: 1 })
    await record({ date: TUESDAY })
    await server().sweep()
    await server().runJobs({ retries: true })
    expect(await posts(server())).toEqual([])
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'refused', problem: description })
    const [mail] = await ownerMails()
    expect(mail).toContain('could not post in Lotto demo; decide under Admin, Settings')
    expect(mail).toContain(description)
    expect((await decide(row!.id, 'again')).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toHaveLength(1)
    expect((await decide(row!.id, 'again')).body.title).toBe('This post was sent, or was decided meanwhile.')
  })

  test('of a token that another secret encrypted tells to connect the channel again', async () => {
    await connect(admin())
    await server().rows`update channels set token = 'x'`
    await record({ date: TUESDAY })
    expect(await rows()).toMatchObject([
      {
        state: 'refused',
        problem: 'The token cannot be read with this secret. Connect the channel again.',
      },
    ])
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
    expect(wrong.body.fields).toEqual({
      link: 'Copy the link of the post from Telegram, such as https://t.me/channel/12.',
    })
    const [post] = await posts(server())
    expect((await decide(row.id, 'arrived', `https://t.me/lotto_demo/${post!.message_id}`)).status).toBe(200)
    await server().runJobs()
    expect(await posts(server())).toMatchObject([{ message_id: post!.message_id, edits: 1 }])
    expect((await texts())[0]).toContain('1 - 2 - 3 - 4 - 8')
    const [entry] = await server()
      .rows`select details from audit where action = 'channel.decide' order by id desc limit 1`
    expect(entry!.details).toEqual({
      title: 'Lotto demo',
      decision: 'arrived',
      reason: 'I looked',
      post: row.id,
    })
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
