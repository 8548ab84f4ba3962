import { useState } from 'react'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { LEFT_OUT, PLAN_MAIL_GROUP_KEYS, PLAN_MAIL_GROUPS, PLAN_MAILS } from '../../rules/talk/plan-mails.ts'
import { type AnswerOf, get } from '../../../platform/web/api/call.ts'
import { Select, TextArea } from '../../../platform/web/ui/field.tsx'
import { because, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { Section } from '../../../people/web/staff/section.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'

const PREVIEW = 'GET /api/admin/plan-mails/preview'
type Preview = AnswerOf<typeof PREVIEW>

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)

/** A mail to a group of players. The first press shows who gets it and how it reads, the second sends it. */
export function PlanMailForm() {
  const [preview, setPreview] = useState<Preview | null>(null)
  const isReady = preview?.mail != null
  async function next({ group = '', text = '' }: Values, form: HTMLFormElement, id: string) {
    if (!isReady) {
      const query = new URLSearchParams({ group, text }).toString()
      setPreview(await get<typeof PREVIEW>(`/api/admin/plan-mails/preview?${query}`))
      return null
    }
    const sent = await sendAdminCall('POST /api/admin/plan-mails', { body: { group, text }, form: id })
    form.reset()
    setPreview(null)
    return `The mail goes to ${people(sent.people)} within the next minutes.`
  }
  return (
    <Section title="A mail to a group of players">
      <p className="text-sm text-quiet">
        Each player gets one in {PLAN_MAILS.apartDays} days at most. Each mail has a button that stops these
        mails.
      </p>
      <StaffForm
        label="A mail to a group of players"
        button={isReady ? `Send it to ${people(preview.people)}` : 'See the mail and the count'}
        send={next}
        explain={because('Nothing is sent.')}
        className="mt-2 max-w-3xl"
        onChange={() => setPreview(null)}
      >
        <div className="sm:col-span-2">
          <Select
            label="To"
            name="group"
            options={PLAN_MAIL_GROUP_KEYS.map((key) => [key, PLAN_MAIL_GROUPS[key]] as const)}
          />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            label="Your own words"
            name="text"
            rows={3}
            maxLength={PLAN_MAILS.text}
            hint="Optional. The mail already says the player’s own plan, the prices, and how to stop these mails."
          />
        </div>
        <div className="sm:col-span-2" aria-live="polite">
          {preview && <Shown preview={preview} />}
        </div>
      </StaffForm>
    </Section>
  )
}

function Shown({ preview: { people: count, leftOut, mail } }: { preview: Preview }) {
  const left = leftOut.filter((one) => one.people > 0)
  return (
    <>
      <p className="font-bold">
        {count === 0
          ? 'Nobody gets this mail now.'
          : `${people(count)} ${count === 1 ? 'gets' : 'get'} this mail. Nothing is sent yet.`}
      </p>
      {left.length > 0 && (
        <p className="text-sm text-quiet">
          Left out: {left.map((one) => `${formatCount(one.people)} ${LEFT_OUT[one.reason]}`).join('; ')}.
        </p>
      )}
      {mail && (
        <div className="mt-2 rounded-lg border border-line p-3 text-sm wrap-anywhere">
          <b className="block">{mail.subject}</b>
          <p className="mt-1 whitespace-pre-line">{mail.text}</p>
        </div>
      )}
    </>
  )
}
