import { useState } from 'react'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { type Audience, AUDIENCES, TALK_LIMITS } from '../../rules/talk/announcements.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { NOTICE_KINDS, NOTICES } from '../../../draws/rules/draw-notices.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { PlanMailForm } from './plan-mail-form.tsx'
import { AnnouncementLine } from './announcement-lines.tsx'
import { Checkbox, Field, Select } from '../../../platform/web/ui/field.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { because, failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Section, OnlyWith } from '../../../people/web/staff/section.tsx'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'

const ANNOUNCEMENTS = '/api/admin/announcements'
type Talk = AnswerOf<'GET /api/admin/announcements'>

export const calls = () => [ANNOUNCEMENTS]

/** The staff screen of what staff say to players: lines above the app, notifications, and where Help leads. */
export default function TalkPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/announcements', ANNOUNCEMENTS)
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'talk-to-players')
  return (
    <>
      <Head title="Talk to players" />
      {data ? (
        <div className="space-y-6">
          <NoticeForm games={data.games} onSaved={refetch} />
          {isOwner ? (
            <AnnounceForm games={data.games} onSaved={refetch} />
          ) : (
            <p className="text-sm text-quiet">
              Only owners write a line in their own words, and change where Help leads.
            </p>
          )}
          <OnlyWith right="talk-to-players">
            <PlanMailForm />
          </OnlyWith>
          <Announced talk={data} onChanged={refetch} />
          <OnlyWith right="set-contact">
            <Contact key={data.contact.id} contact={data.contact} onSaved={refetch} />
          </OnlyWith>
        </div>
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

const audienceText = (audience: Audience) =>
  audience === 'all' ? 'Everyone' : `Players with ${PLANS[audience].name}`

/** A prepared sentence about a draw. The server fills and checks it. */
function NoticeForm({ games, onSaved }: { games: Talk['games']; onSaved: () => void }) {
  async function save({ kind, game, date, notify }: Values, form: HTMLFormElement, id: string) {
    const body = { kind, game, date, notify: notify === 'on' }
    await sendAdminCall('POST /api/admin/notices', { body, form: id })
    form.reset()
    onSaved()
    return 'Players see the notice now. It is also in the list below.'
  }
  return (
    <Section title="A notice about a draw">
      <StaffForm
        label="A notice about a draw"
        button="Show it to players"
        send={save}
        explain={because('It is not shown.')}
        className="mt-2 max-w-3xl"
      >
        <Select
          label="What happened"
          name="kind"
          options={NOTICE_KINDS.map((kind) => [kind, NOTICES[kind].name] as const)}
        />
        <Select label="Game" name="game" options={games.map(({ key, name }) => [key, name] as const)} />
        <Field
          label="Day of the draw"
          name="date"
          type="date"
          required
          hint="If the draw was moved, its day before the move."
        />
        <Checkbox label="Also notify the followers of the game" name="notify" />
      </StaffForm>
    </Section>
  )
}

function AnnounceForm({ games, onSaved }: { games: Talk['games']; onSaved: () => void }) {
  const [text, setText] = useState('')
  const [game, setGame] = useState('')
  async function save(values: Values, form: HTMLFormElement, id: string) {
    await sendAdminCall('POST /api/admin/announcements', {
      body: { ...values, game: game || null },
      form: id,
    })
    form.reset()
    setText('')
    setGame('')
    onSaved()
    return values.from ? 'Players see the line from the chosen time on.' : 'Players see it now.'
  }
  const name = games.find(({ key }) => key === game)?.name
  return (
    <Section title="A line above the app">
      <StaffForm
        label="A line above the app"
        button="Show it to players"
        send={save}
        explain={because('It is not shown.')}
        className="mt-2 max-w-3xl"
      >
        <div className="sm:col-span-2">
          <Field
            label="Text"
            name="text"
            required
            maxLength={TALK_LIMITS.text}
            hint="Plain text, such as “Diamond is late today: the operator has technical problems.”"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Select label="To" name="audience" options={AUDIENCES.map((one) => [one, audienceText(one)])} />
        <Select
          label="Also notify the followers of"
          name="game"
          value={game}
          onChange={(event) => setGame(event.target.value)}
          options={[['', 'Nobody'], ...games.map((one) => [one.key, one.name] as const)]}
        />
        <Field label="From" name="from" type="datetime-local" hint="Empty: at once." />
        <Field label="Until" name="until" type="datetime-local" required hint="Lagos time." />
        <div className="sm:col-span-2">
          <ReasonField />
        </div>
        <div className="sm:col-span-2" aria-live="polite">
          <p className="mb-1 text-label font-bold">Preview</p>
          <div className="overflow-hidden rounded-lg border border-line">
            <AnnouncementLine text={text.trim() || 'The line appears here.'} />
          </div>
          {name && text.trim() && (
            <p className="mt-2 rounded-lg border border-line p-3 text-sm wrap-anywhere">
              <b className="block">{name}</b>
              {text.trim()}
            </p>
          )}
        </div>
      </StaffForm>
    </Section>
  )
}

const ReasonField = () => (
  <Field
    label="Reason"
    name="reason"
    required
    maxLength={STAFF_LIMITS.reason}
    hint="For the audit trail. Players do not see it."
  />
)

/** The lines that are shown or will be, and the latest ones that are over. */
function Announced({ talk: { announcements, games }, onChanged }: { talk: Talk; onChanged: () => void }) {
  const now = useNow(30_000)
  const me = useMe()
  const isOwner = !!me && hasRight(me, 'talk-to-players')
  if (announcements.length === 0) return null
  return (
    <Section title="Announced">
      <Ruled label="Announced">
        {announcements.map(({ id, text, audience, from, until, game, reason, endedAt, by }) => {
          const isOver = endedAt !== null || until <= now
          const state = isOver ? 'Over' : from > now ? 'Planned' : 'Shown now'
          const notified = game && `, followers of ${games.find(({ key }) => key === game)?.name ?? game}`
          return (
            <li key={id} className="py-2.5 text-sm">
              <p className="font-bold wrap-anywhere">{text}</p>
              <p className="text-quiet">
                <b className={isOver ? '' : 'text-brand'}>{state}</b>: {audienceText(audience)}
                {notified}, {formatInstant(from)} to {formatInstant(endedAt ?? until)}.{' '}
                {by ?? 'A deleted user'}: {reason}
              </p>
              {!isOver && (isOwner || by === me?.username) && (
                <ReasonForm
                  label="End it"
                  address={`${ANNOUNCEMENTS}/${id}/end`}
                  done="Ended."
                  onDone={onChanged}
                />
              )}
            </li>
          )
        })}
      </Ruled>
    </Section>
  )
}

/** Who runs the site, on the pages about privacy and terms, and where Help leads on the players' screens. */
function Contact({ contact, onSaved }: { contact: Talk['contact']; onSaved: () => void }) {
  async function save(values: Values, _: HTMLFormElement, form: string) {
    await sendAdminCall('POST /api/admin/help-contact', { body: { ...values, seen: contact.id }, form })
    onSaved()
    return 'Saved. Players see it now.'
  }
  const business = (part: 'name' | 'licence' | 'state') => ({
    maxLength: TALK_LIMITS.business,
    defaultValue: contact[part] ?? '',
  })
  return (
    <Section title="Your business, and help for players">
      <p className="text-sm text-quiet">
        Terms and privacy name the business. Help opens a message that names the player’s screen, account and
        last payment. To find the player, type the account or the payment into the search of Users.
      </p>
      <StaffForm
        label="Your business, and help for players"
        button="Save"
        send={save}
        explain={because('It is not saved.')}
        className="mt-2 max-w-3xl"
      >
        <Field label="Name of the business" name="name" {...business('name')} />
        <Field label="Licence" name="licence" hint="Such as “LSLGA 0815”." {...business('licence')} />
        <Field label="State whose law applies" name="state" {...business('state')} />
        <Field label="Email" name="email" inputMode="email" defaultValue={contact.email ?? ''} />
        <Field
          label="WhatsApp number"
          name="whatsapp"
          inputMode="tel"
          defaultValue={contact.whatsapp ? `+${contact.whatsapp}` : ''}
        />
        <Field
          label="Hours"
          name="hours"
          maxLength={TALK_LIMITS.hours}
          hint="Such as “Monday to Saturday, 8:00 to 20:00”."
          defaultValue={contact.hours ?? ''}
        />
        <ReasonField />
      </StaffForm>
    </Section>
  )
}
