import { beforeEach, describe, expect, test } from 'vitest'
import { accountReference } from '../../../platform/rules/access/identity.ts'
import { textOf } from '../../../../tests/support/html.ts'
import { newStaff, uidOf } from '../../../../tests/support/people.ts'
import { turnOn } from '../../../../tests/support/push.ts'
import { pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { statusesOf, type Visitor } from '../../../../tests/support/test-server.ts'

// Tuesday 10:00.
const { server, admin, proPerson, setClock, texts } = pushServer()
const LINE = 'Diamond is late today: the operator has technical problems.'

const announce = (body: object = {}, by = admin()) =>
  by.post('/api/admin/announcements', {
    text: LINE,
    audience: 'all',
    from: '',
    until: `${TUESDAY}T18:00`,
    game: null,
    reason: 'The operator called',
    ...body,
  })
const end = (id: number) => admin().post(`/api/admin/announcements/${id}/end`, { reason: 'It came' })
const NOTHING = { email: '', whatsapp: '', hours: '', name: '', licence: '', state: '' }
const contact = (body: object) =>
  admin().post('/api/admin/help-contact', { ...NOTHING, reason: 'New', ...body })
const trail = (action: string) =>
  server()
    .rows`select action, subject, details from audit where action like ${action} order by id desc limit 1`
/** The text of a page before its masthead. */
const above = async (path: string, visitor?: Visitor) => {
  const { text } = await (visitor ?? (await server().as('free'))).get(path)
  return text.slice(text.indexOf('<body'), text.indexOf('<header'))
}

beforeEach(async () => {
  await server().rows`delete from announcements`
  await server().rows`delete from help_contacts`
  await server().services.talk.read()
})

describe('a line above the app', () => {
  test('is on every page for its time, as plain text, and in the audit trail with its reason', async () => {
    const html = '<img src=x onerror=alert(1)> & more'
    const { body } = await announce({ text: html, from: `${TUESDAY}T12:00:30` })
    expect(await above('/dashboard')).not.toContain('onerror')
    await setClock(`${TUESDAY} 12:00`)
    for (const path of ['/dashboard', '/dashboard/slip']) {
      expect(await above(path)).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
      expect(await above(path)).not.toContain('<img')
    }
    const signedOut = (await server().anonymous().get('/record')).text
    expect(textOf(signedOut)).toContain('onerror=alert(1)')
    await setClock(`${TUESDAY} 18:00`)
    expect(await above('/dashboard')).not.toContain('onerror')
    expect(textOf((await server().anonymous().get('/record')).text)).not.toContain('onerror')
    const details = {
      text: html,
      audience: 'all',
      from: Date.parse(`${TUESDAY}T11:00Z`),
      until: Date.parse(`${TUESDAY}T17:00Z`),
      reason: 'The operator called',
    }
    expect(await server().trail(`announcement:${body.id}`)).toEqual([['announcement.publish', details]])
  })

  test('to a plan is for its players only, until staff end it', async () => {
    const pro = (await proPerson()).visitor
    const { id } = (await announce({ audience: 'pro' })).body
    expect(await above('/dashboard')).not.toContain(LINE)
    expect(await above('/dashboard', pro)).toContain(LINE)
    expect(textOf((await server().anonymous().get('/record')).text)).not.toContain(LINE)
    expect(statusesOf(await Promise.all([end(id), end(id)]))).toEqual([200, 409])
    expect(await above('/dashboard', pro)).not.toContain(LINE)
    const details = { text: LINE, audience: 'pro', until: Date.parse(`${TUESDAY}T17:00Z`), reason: 'It came' }
    expect((await server().trail(`announcement:${id}`)).slice(1)).toEqual([['announcement.end', details]])
  })

  const INVALID = [
    [{ text: ' ' }, { text: 'Write the line.' }],
    [{ text: 'x'.repeat(161) }, { text: 'At most 160 characters.' }],
    [{ from: 'noon' }, { from: 'This is not a time.' }],
    [{ until: '' }, { until: 'Choose until when it is shown.' }],
    [{ until: `${TUESDAY}T09:59` }, { until: 'Choose a time after now and after "From".' }],
    [{ from: `${TUESDAY}T19:00` }, { until: 'Choose a time after now and after "From".' }],
    [{ until: '2026-04-18T12:00' }, { until: 'At most 31 days.' }],
    [{ game: 'chess' }, { game: 'There is no such game.' }],
  ] as const
  test('is refused at the field that is wrong', async () => {
    for (const [body, fields] of INVALID) {
      const answer = await announce(body)
      expect([body, answer.status, answer.body.fields]).toEqual([body, 400, fields])
    }
  })

  test('that two members of staff write at the same time is shown once', async () => {
    const answers = await Promise.all([announce(), announce()])
    const titles = answers.map(({ body }) => body.title)
    expect(new Set(titles)).toEqual(new Set(['Players have this line already.', undefined]))
  })

  test('notifies the followers of a game from its time on, and not after its end', async () => {
    await turnOn(server(), (await proPerson()).visitor, { games: ['diamond'] })
    await turnOn(server(), (await proPerson()).visitor, { games: ['bonanza'] })
    await announce({ game: 'diamond', from: `${TUESDAY}T12:00` })
    const other = (await announce({ text: 'Ended', game: 'diamond', from: `${TUESDAY}T12:00` })).body
    await end(other.id)
    await server().runJobs()
    expect(await texts()).toEqual([])
    await setClock(`${TUESDAY} 12:01`)
    await server().sweep()
    await server().runJobs()
    expect(await texts()).toEqual([`Diamond | ${LINE}`])
  })
})

describe('help', () => {
  test('opens a message that names the screen, the account and the payment, by which staff find the person', async () => {
    const kiosk = { email: 'Help@kiosk.example', whatsapp: '0803 123 4567', hours: 'Monday to Saturday' }
    await contact({ ...kiosk, seen: 0 })
    const uid = await uidOf(server(), 'pro')
    const reference = 'a'.repeat(30)
    await server().rows`insert into payments (reference, user_id, plan, kobo, mode, current, created_at)
      values (${reference}, ${uid}, 'pro', 150000, 'test', false, now() + interval '10 years')`
    const { body } = await (await server().as('pro')).get('/api/help?from=/dashboard/slip')
    const account = accountReference(uid)
    const paid = body.facts.at(-1).value
    expect(paid).toMatch(new RegExp(`^₦1,500, \\w{3} \\d+ \\w{3} 2036, ${reference}$`))
    const text = `Screen: My slip\nReference: ${account}\nAccount: pro@lotto.test\nLast payment: ${paid}\n\n`
    expect(body.links.whatsapp).toBe(`https://wa.me/2348031234567?text=${encodeURIComponent(text)}`)
    expect(body.links.mail).toBe(
      `mailto:help@kiosk.example?subject=Help%20${account}&body=${encodeURIComponent(text)}`,
    )
    for (const search of [account, reference]) {
      const { users } = (await admin().get(`/api/admin/users?search=${search}`)).body
      expect(users.map((user: { uid: string }) => user.uid)).toEqual([uid])
    }
    const page = await (await server().as('pro')).get('/help?from=/dashboard/slip')
    expect(textOf(page.text)).toContain('We answer Monday to Saturday')
    expect((await server().anonymous().get('/api/help')).body).toMatchObject({ facts: [], payment: null })
    expect((await (await server().as('basic')).get('/api/help')).text).not.toContain(reference)
  })

  test('comes with the business, which the pages on privacy and terms name', async () => {
    await contact({ name: ' Slip & Ball  Ltd', licence: 'LSLGA 0815', state: 'Lagos State', seen: 0 })
    const page = textOf((await server().anonymous().get('/terms')).text).replaceAll(/ (?=[.,])/g, '')
    expect(page).toContain(
      'Slip & Ball Ltd runs this site, under the law of Lagos State, Nigeria. Licence: LSLGA 0815.',
    )
    const { operator } = (await server().anonymous().get('/api/legal')).body
    expect(operator).toEqual({ name: 'Slip & Ball Ltd', licence: 'LSLGA 0815', state: 'Lagos State' })
    expect((await admin().get('/api/admin/ready')).body.parts[0]).toMatchObject({ lamp: 'ready' })
    expect((await server().anonymous().get('/api/help')).body).not.toHaveProperty('licence')
  })

  test('names no screen that is not an address of this site', async () => {
    const { body } = await server()
      .anonymous()
      .get(`/api/help?from=${encodeURIComponent('https://evil.example')}`)
    expect(body.facts).toEqual([])
  })

  test('keeps the first of two changes at the same time, and shows the other what happened', async () => {
    const answers = await Promise.all([
      contact({ email: 'one@kiosk.example', seen: 0 }),
      contact({ email: 'two@kiosk.example', seen: 0 }),
    ])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect((await contact({ email: 'three@kiosk.example', seen: 0 })).body.title).toBe(
      'Another member of staff changed this meanwhile. Reload and try again.',
    )
    const [entry] = await trail('help.contact')
    const empty = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, null]))
    const kept = { ...empty, email: expect.stringMatching(/^(one|two)@kiosk/) }
    expect(entry).toEqual({
      action: 'help.contact',
      subject: 'help',
      details: { old: empty, new: kept, reason: 'New' },
    })
  })

  const INVALID = [
    [{ email: 'kiosk' }, { email: 'This is not an email address.' }],
    [{ email: 'help@-kiosk.ng' }, { email: 'This is not an email address.' }],
    [{ hours: 'Mon\u202E to Fri' }, { hours: 'Use letters, digits and punctuation only.' }],
    [{ whatsapp: '12' }, { whatsapp: 'Type the number with its country’s code, such as +234 803 123 4567.' }],
    [{ hours: 'x'.repeat(81) }, { hours: 'At most 80 characters.' }],
    [{ licence: 'x'.repeat(201) }, { licence: 'At most 200 characters.' }],
  ] as const
  test('is refused at the field that is wrong', async () => {
    for (const [body, fields] of INVALID) {
      const answer = await contact({ ...body, seen: 0 })
      expect([body, answer.status, answer.body.fields]).toEqual([body, 400, fields])
    }
  })
})

describe('a prepared notice', () => {
  // Diamond draws on Mondays.
  const MONDAY = '2026-03-16'
  const notice = (by: Visitor, body: object) =>
    by.post('/api/admin/notices', { kind: 'late', game: 'diamond', date: MONDAY, notify: false, ...body })
  /** A member of staff who enters results. */
  const results = async () => (await newStaff(server(), 'results')).visitor
  const shown = async () =>
    (await admin().get('/api/admin/announcements')).body.announcements.map(
      (one: { text: string }) => one.text,
    )

  test('is posted by Results, filled by the server, until the end of the day', async () => {
    const visitor = await results()
    expect((await notice(visitor, {})).status).toBe(201)
    expect(await shown()).toEqual([
      'The result of Diamond of Mon 16 Mar 2026 is late. We publish it as soon as we have it.',
    ])
    expect((await notice(visitor, {})).body.title).toBe('Players have this line already.')
    const [row] = await server().rows`select id::int, audience, until from announcements`
    expect([row!.audience, new Date(row!.until).toISOString()]).toEqual(['all', '2026-03-17T23:00:00.000Z'])
    expect((await visitor.post(`/api/admin/announcements/${row!.id}/end`, { reason: 'x' })).status).toBe(200)
    expect((await visitor.post('/api/admin/notices', { kind: 'late', text: 'Pay here' })).status).toBe(400)
  })

  test('is refused while the facts do not say so', async () => {
    const visitor = await results()
    for (const [kind, text] of [
      ['cancelled', 'The calendar does not say that this draw is cancelled. Change it there first.'],
      ['moved', 'The calendar does not say that this draw is moved. Change it there first.'],
      ['corrected', 'The result of this draw was not corrected.'],
    ])
      expect((await notice(visitor, { kind })).body.fields).toEqual({ kind: text })
    const coming = await notice(visitor, { date: '2026-03-23' })
    expect(coming.body.fields).toEqual({ kind: 'No result is missing for this draw.' })
  })

  test('says what the calendar says', async () => {
    const visitor = await results()
    const date = '2026-03-23'
    const changed = { kind: 'moved', game: 'diamond', date, toDate: '2026-03-25', time: '20:15' }
    const moved = await admin().post('/api/admin/calendar', { ...changed, reason: 'x', seen: null })
    expect([moved.status, moved.body.title]).toEqual([201, undefined])
    expect((await notice(visitor, { kind: 'moved', date })).status).toBe(201)
    expect(await shown()).toEqual(['Diamond of Mon 23 Mar 2026 now closes at 20:15 on Wed 25 Mar 2026.'])
  })
})
