import { expect, test } from 'vitest'
import { channelServer } from '../../../tests/support/channels.ts'
import { connect, posts } from '../../../tests/support/telegram.ts'
import { TUESDAY } from '../../../tests/support/push-server.ts'
import { recordRows } from '../../../tests/support/record.ts'
import { headText } from '../rules/log/head.ts'

const { server, admin, setClock } = channelServer()

test('a channel shows once, at each close, the number of forecasts and the head before their reveals', async () => {
  await connect(admin(), { games: ['clubmaster'] })
  const forecast = { gameName: 'clubmaster', date: TUESDAY, numbers: '7, 42', form: 'two_sure' }
  expect((await admin().post('/api/admin/predictions', forecast)).status).toBe(201)
  const size = (await recordRows(server())).length
  const { ledger } = server().services
  const head = headText({ size, head: (await ledger.current()).heads.head(size)! })

  await setClock(`${TUESDAY} 19:59`)
  await server().sweep()
  await server().runJobs()
  expect(await posts(server())).toEqual([])
  for (const time of ['20:01', '20:02']) {
    await setClock(`${TUESDAY} ${time}`)
    await server().sweep()
    await server().runJobs()
  }
  expect((await posts(server())).map(({ text }) => text)).toEqual([
    `Club Master, Tue 17 Mar, 20:00: 1 forecast\nRecord ${head}`,
  ])
  expect((await recordRows(server())).at(-1)!.entry.kind).toBe('reveal')
})
