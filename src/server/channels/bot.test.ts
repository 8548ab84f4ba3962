import { beforeEach, describe, expect, test } from 'vitest'
import { askBot, connect, webhook } from '../../../tests/support/telegram.ts'
import { pushServer, TUESDAY } from '../../../tests/support/push-server.ts'
import { webhookPath } from './bot.ts'

const { server, admin, record } = pushServer()

beforeEach(() => server().rows`delete from channels`)

describe('the bot', () => {
  test('answers a game, a number and a game, and today, from the draws on record', async () => {
    await connect(admin())
    await record({ date: TUESDAY, winning: [45, 2, 3, 4, 5] })
    expect(await askBot(server(), 'gold')).toMatch(/^Gold, Tue 17 Mar 2026: 45 - 2 - 3 - 4 - 5\nhttp/)
    expect(await askBot(server(), '/gold@lotto_demo_bot')).toMatch(/^Gold, Tue 17 Mar 2026: 45/)
    const number = await askBot(server(), '45 gold')
    expect(number).toContain(
      'How many times has 45 come in Gold?\n1 time in 1 draw. Luck gives about 0.1, usually 0 to 1.',
    )
    expect(number).toContain('Past draws do not change the odds. 18+.')
    for (const text of ['Today', 'results'])
      expect(await askBot(server(), text)).toContain('Gold, Tue 17 Mar 2026: 45 - 2 - 3 - 4 - 5')
    expect(await askBot(server(), '/privacy')).toContain('/privacy')
    expect(await askBot(server(), '/start')).toContain('45 diamond')
    expect(await askBot(server(), 'hello there')).toContain(
      'I have no answer to this. Write the name of a game',
    )
  })

  test('sells nothing: what a plan opens has no answer and no price', async () => {
    await connect(admin())
    await record({ date: TUESDAY })
    for (const text of ['Which numbers are due in Gold?', 'hot numbers in Gold'])
      expect([text, await askBot(server(), text)]).toEqual([text, expect.stringContaining('You can ask:')])
    for (const text of [
      'Which numbers are due in Gold?',
      'Give me sure numbers',
      'What is Pro?',
      'Which number comes most in Gold?',
    ]) {
      const answer = await askBot(server(), text)
      expect(answer).toBeDefined()
      expect(answer).not.toMatch(/₦|\bPro\b|\bBasic\b|payment|upgrade|plan/i)
    }
  })

  test('answers only Telegram, and only so many questions of a chat', async () => {
    await connect(admin())
    const hook = (await webhook(server()))!
    const { pathname, search } = new URL(hook.url)
    const path = pathname + search
    const update = { message: { text: 'today', chat: { id: 5 } } }
    const send = (secret: string, at = path) =>
      server()
        .anonymous()
        .post(at, update, { foreign: true, headers: { 'x-telegram-bot-api-secret-token': secret } })
    expect((await send('')).status).toBe(404)
    expect((await send(`${hook.secret}x`)).status).toBe(404)
    expect((await send(hook.secret, webhookPath('123'))).status).toBe(404)
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await send(hook.secret)).body)
    expect(answers[0]).toMatchObject({ method: 'sendMessage', chat_id: 5 })
    expect(answers[20]).toEqual({})
    const inline = { inline_query: { id: '9', query: 'today', from: { id: 6 } } }
    const headers = { 'x-telegram-bot-api-secret-token': hook.secret }
    const { body } = await server().anonymous().post(path, inline, { foreign: true, headers })
    expect(body).toMatchObject({ method: 'answerInlineQuery', inline_query_id: '9' })
    await server().rows`delete from channels`
    expect((await send(hook.secret)).status).toBe(404)
  })
})
