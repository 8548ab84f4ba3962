import { PRIVACY_PATH, TERMS_PATH } from '../../../platform/rules/legal/legal.ts'
import { DELETION_NOTE } from '../../../platform/rules/legal/notes.ts'
import { PLAN_MAILS, PlanMailsSection } from '../../../operation/web/talk/plan-mails-section.tsx'
import { PUSH } from '../../../reach/web/push/browser.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { buttonClasses, Button } from '../../../platform/web/ui/button.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Title } from '../../../platform/web/ui/title.tsx'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import {
  GoogleSection,
  PasswordSection,
  SecondFactorSection,
  SessionsSection,
} from '../../../people/web/profile/login-sections.tsx'
import { NotificationsSection } from '../../../reach/web/push/notifications-section.tsx'
import { Section, Sections, ChangeStatus } from '../../../people/web/profile/section.tsx'
import { usernameProblem } from '../../../platform/rules/access/identity.ts'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { send } from '../../../platform/web/api/call.ts'
import { forgetDrafts } from '../../../platform/web/api/drafts.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'
import { stateOf, useForm, WrongFields } from '../../../platform/web/api/use-form.ts'
import { Field, Select, Checkbox } from '../../../platform/web/ui/field.tsx'
import { useFormAnswer } from '../../../platform/web/ui/form-answer.ts'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { PlainForm } from '../../../platform/web/ui/plain-form.tsx'
import { changeErrorText, SignInError } from '../../../people/web/complete-sign-in.ts'
import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { BREAK_NOTE, BREAKS, breakEnd, breakWords } from '../../../platform/rules/access/break.ts'
import { useEffect, useState } from 'react'
import { usedThisMonth } from '../../../platform/web/site/data-use.ts'
import { leaveToLogin } from '../../../people/web/leave-to-login.ts'
import { useProof } from '../../../people/web/proof.tsx'

const PROFILE = '/api/profile'
export const calls = () => [PROFILE, PUSH, PLAN_MAILS]

/** The user's own account: name, login methods, sessions, data export and deletion. */
export default function ProfilePage() {
  const me = useMe()
  const { data, error, refetch } = useCall('GET /api/profile', PROFILE)
  if (!me) return <Loading />
  return (
    <>
      <Title>Profile</Title>
      <p className="text-quiet">{me.email}</p>
      <Sections>
        <Section title="Your name">
          <UsernameForm />
        </Section>
        <NotificationsSection />
        <PlanMailsSection />
        <BreakSection />
        <DataSection />
        {data ? (
          <>
            <PasswordSection hasPassword={data.password} onDone={refetch} />
            <GoogleSection profile={data} onDone={refetch} />
            <SecondFactorSection isOn={data.secondFactor} />
            <SessionsSection sessions={data.sessions} onDone={refetch} />
          </>
        ) : error ? (
          <div className="px-3">
            <Failure text="Your profile could not be loaded." detail={error.message} onRetry={refetch} />
          </div>
        ) : (
          <Loading />
        )}
        <Section
          title="My data"
          note="All data that we store about you: account, sessions, plan time and actions."
        >
          <div className="flex flex-wrap gap-3">
            <a className={buttonClasses('plain')} href="/api/profile/data.json" download>
              Download as JSON
            </a>
            <a className={buttonClasses('plain')} href="/api/profile/data.csv" download>
              Download as CSV
            </a>
          </div>
          <p className="mt-2 text-sm">
            <a className="link tap" href={PRIVACY_PATH}>
              What we store, and for how long
            </a>{' '}
            ·{' '}
            <a className="link tap" href={TERMS_PATH}>
              Terms
            </a>
          </p>
        </Section>
        {data && <DeleteAccount />}
      </Sections>
    </>
  )
}

function UsernameForm() {
  const me = useMe()
  const refresh = useRefreshMe()
  const answer = useFormAnswer('username')
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(answer))

  const save = submit(async (form) => {
    const username = formText(form, 'username')
    const problem = usernameProblem(username)
    if (problem) throw new WrongFields({ username: problem })
    await send('PATCH /api/profile', { username })
    await refresh()
    return 'Saved.'
  })

  return (
    <PlainForm name="username" onSubmit={save} className="space-y-3">
      <Field
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        maxLength={ACCOUNT_LIMITS.username}
        defaultValue={answer.values.username ?? me?.username}
        error={fields.username}
      />
      <Button type="submit" disabled={busy}>
        Save
      </Button>
      <ChangeStatus result={result} />
    </PlainForm>
  )
}

/** Starts a break, or makes it longer, at the second press of the button, because nothing ends it early. */
function BreakSection() {
  const me = useMe()
  const refresh = useRefreshMe()
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('break')))
  const [asked, setAsked] = useState(0)
  const start = submit(async (form) => {
    const days = Number(formText(form, 'days'))
    setAsked(days)
    if (asked !== days)
      return `Until the end of ${formatDate(lagosDate(breakEnd(serverNow(), days) - 1))}. Press again to start.`
    await send('POST /api/profile/break', { days })
    await refresh()
    return null
  })
  return (
    <Section title="Take a break" note={BREAK_NOTE}>
      <PlainForm name="break" onSubmit={start} className="flex flex-wrap items-end gap-3">
        <Select
          label="How long"
          name="days"
          defaultValue="7"
          error={fields.days}
          options={BREAKS.map(({ days, name }) => [days, name])}
        />
        <Button type="submit" kind="plain" disabled={busy}>
          {me?.breakUntil ? 'Make it longer' : 'Start the break'}
        </Button>
      </PlainForm>
      {me?.breakUntil && <p className="mt-2 font-bold">{breakWords(me.breakUntil)}</p>}
      <ChangeStatus result={result} />
    </Section>
  )
}

/** How many bytes the app used this month on this phone. */
function DataSection() {
  const [bytes, setBytes] = useState(0)
  useEffect(() => {
    usedThisMonth().then(setBytes, () => undefined)
  }, [])
  return (
    <Section
      title="Data this month"
      note="Data this browser used for the app. Live results, payments and some pages may not be counted."
    >
      <p className="font-fig text-xl font-bold">{bytes ? inWords(bytes) : '–'}</p>
    </Section>
  )
}

/** In the units of data bundles: 1 MB is 1,000,000 bytes. */
const inWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Deletes the account after a checkbox and a proof of identity. */
function DeleteAccount() {
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(useFormAnswer('delete')))
  const { dialog, withProof } = useProof()

  const remove = submit(async (form) => {
    if (formText(form, 'confirm') === '') throw new SignInError('Tick the box first.')
    await withProof(() => send('DELETE /api/profile', { confirm: true }))
    forgetDrafts()
    leaveToLogin('account-deleted')
  })

  return (
    <Section title="Delete my account" note={DELETION_NOTE}>
      <PlainForm name="delete" onSubmit={remove}>
        <Checkbox label="I want to delete my account for good" name="confirm" error={fields.confirm} />
        <Button type="submit" kind="danger" className="mt-2" disabled={busy}>
          Delete my account
        </Button>
      </PlainForm>
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}
