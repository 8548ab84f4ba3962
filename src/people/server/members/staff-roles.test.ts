import { NO_RIGHT } from '../../../platform/rules/access/staff-roles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffRole } from '../../../platform/rules/access/staff-roles.ts'
import { newPerson, newStaff, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { type Answer, statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
let owner: Visitor

beforeAll(async () => {
  owner = await server().as('admin')
})

const change = (uid: string, body: object, by = owner) =>
  by.request('PATCH', `/api/admin/users/${uid}`, { body })

const expectRefused = ({ status, body }: Answer<any>) => expect([status, body.title]).toEqual([403, NO_RIGHT])

describe('the roles of staff', () => {
  test('take effect at the next request, are in the audit trail and mailed to every owner', async () => {
    const second = await newStaff(server(), 'owner')
    const { uid, email, name, visitor } = await newPerson(server())
    const promoted = { role: 'admin', staffRoles: ['support', 'results'], reason: 'Saturdays' }
    expect((await change(uid, promoted)).status).toBe(200)
    expect((await visitor.get('/api/me')).body.staffRoles).toEqual(['support', 'results'])
    expect((await visitor.get('/api/admin/users')).status).toBe(200)
    expect((await visitor.get('/api/admin/audit')).body.title).toBe(
      'Your role does not include this. An owner can change that.',
    )

    expect((await change(uid, { role: 'admin', staffRoles: ['forecasts'] })).status).toBe(200)
    expectRefused(await visitor.get('/api/admin/users'))
    // An owner whose page is older overwrites nothing.
    const stale = { role: 'admin', staffRoles: ['results'], seen: ['support', 'results'] }
    expect((await change(uid, stale)).body.title).toBe(
      'Another owner changed these roles first. Look at them again.',
    )
    expect((await visitor.get('/api/admin/predictions')).status).toBe(200)

    const made = { new: { role: 'admin' }, sessionsEnded: 0 }
    expect(await server().trail(`user:${uid}`)).toEqual([
      [
        'user.promote',
        { ...made, old: { role: 'user' }, staffRoles: 'Results, Support', reason: 'Saturdays' },
      ],
      ['user.roles', { ...made, old: { role: 'admin' }, staffRoles: 'Forecasts', reason: null }],
    ])
    const mailed = await mailsOfPowers(server())
    for (const one of [second.uid, await uidOf(server(), 'admin')])
      expect(mailed.get(one)!.changes.map(({ did }) => did)).toContain(
        `made ${name} (${email}) an admin: Results, Support`,
      )
    expect(mailed.get(uid)).toBeUndefined()
  })

  test('are given by owners only, who cannot change their own', async () => {
    const { uid } = await newPerson(server())
    const { visitor } = await newStaff(server(), 'results', 'forecasts', 'support')
    expectRefused(await change(uid, { role: 'admin' }, visitor))
    const added = { email: 'kiosk@example.com', role: 'admin', staffRoles: ['results'] }
    expectRefused(await visitor.post('/api/admin/users', added))
    const self = await uidOf(server(), 'admin')
    expect((await change(self, { role: 'admin', staffRoles: ['support'] })).status).toBe(409)
    expect((await owner.get('/api/me')).body.staffRoles).toEqual(['owner'])
  })

  test.each([[[]], [['chief']], ['owner']])('%o are refused at their field', async (staffRoles) => {
    const { uid } = await newPerson(server())
    const { status, body } = await change(uid, { role: 'admin', staffRoles })
    expect([status, Object.keys(body.fields)[0]]).toEqual([400, expect.stringMatching(/^staffRoles/)])
  })

  test('of two owners who take the role from each other at the same time, one stays', async () => {
    const people = [await newStaff(server(), 'owner'), await newStaff(server(), 'owner')] as const
    const [one, two] = people
    const body = { role: 'admin', staffRoles: ['support'] }
    const answers = await Promise.all([
      change(two.uid, body, one.visitor),
      change(one.uid, body, two.visitor),
    ])
    expect(statusesOf(answers)).toEqual([200, 403])
  })

  test('let support help players, and not touch staff', async () => {
    const { visitor } = await newStaff(server(), 'support')
    const colleague = await newStaff(server(), 'results')
    const player = await newPerson(server())
    const end = (uid: string) => visitor.post(`/api/admin/users/${uid}/end-sessions`, { confirm: true })
    const remove = (uid: string) =>
      visitor.request('DELETE', `/api/admin/users/${uid}`, { body: { confirm: true } })
    expectRefused(await end(colleague.uid))
    expectRefused(await remove(colleague.uid))
    expect((await end(player.uid)).status).toBe(200)
    expectRefused(await remove(player.uid))
  })

  test('leave the figures of the start page to those who may see them', async () => {
    const shown = async (role: StaffRole) => {
      const { visitor } = await newStaff(server(), role)
      const { body } = await visitor.get('/api/admin/overview')
      return Object.keys(body).filter((name) => body[name] === null && name !== 'restore')
    }
    const people = ['alarms', 'users', 'holders', 'signUps', 'expiring']
    const ofOwners = ['activity', 'revenue']
    expect((await shown('results')).toSorted()).toEqual(
      [...people, ...ofOwners, 'notReady', 'recent'].toSorted(),
    )
    expect((await shown('support')).toSorted()).toEqual(
      [...ofOwners, 'lateDraws', 'notReady', 'recent'].toSorted(),
    )
    expect((await shown('finance')).toSorted()).toEqual(
      [...people.slice(1), 'activity', 'lateDraws', 'notReady', 'recent'].toSorted(),
    )
    // A demo is not meant to be ready.
    expect(await shown('owner')).toEqual(['notReady'])
  })
})
