import { useState } from 'react'
import { CHANNEL_LIMITS } from '../../domain/channels/channels.ts'
import { useAdminCall } from '../admin/calls.ts'
import { ReasonForm } from '../billing/admin/reason-form.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Select, TextArea, useProblem } from '../ui/field.tsx'
import { CHANNELS } from './addresses.ts'
import type { Channels } from './settings-page.tsx'

type Games = Channels['games']

/** The choice of a form, as the API takes it. */
export function choiceIn(form: HTMLFormElement) {
  const data = new FormData(form)
  return { games: data.getAll('games').map(String), schedule: data.has('schedule'), table: data.has('table') }
}

interface ChoicesProps {
  games: Games
  /** Null for a new channel, which gets every game. */
  chosen: Pick<Channels['channels'][number], 'games' | 'schedule' | 'table'> | null
}

/** The games of a channel, what else is posted in it, and a preview. */
export function Choices({ games, chosen }: ChoicesProps) {
  const error = useProblem('games')
  const [previewed, setPreviewed] = useState<string | null>(null)
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-label font-bold">Results of these games</legend>
        <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
          {games.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              name="games"
              value={key}
              defaultChecked={chosen === null || chosen.games.includes(key)}
            />
          ))}
        </div>
        {error && <p className="mt-1 text-sm font-bold text-error">{error}</p>}
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-label font-bold">Also</legend>
        <Checkbox label="The schedule at 07:00" name="schedule" defaultChecked={chosen?.schedule ?? false} />
        <Checkbox
          label="The table of the day, when all results are in, or at 23:00"
          name="table"
          defaultChecked={chosen?.table ?? false}
        />
      </fieldset>
      <Button
        kind="plain"
        onClick={(event) => setPreviewed(choiceIn(event.currentTarget.form!).games.join(','))}
      >
        Preview
      </Button>
      {previewed !== null && <Preview games={previewed} />}
    </>
  )
}

/** The posts as readers of the channel see them. */
function Preview({ games }: { games: string }) {
  const address = `/api/admin/channel-preview?games=${encodeURIComponent(games)}`
  const { data, error } = useAdminCall('GET /api/admin/channel-preview', address)
  if (error) return <p className="text-sm text-error">The preview could not be loaded.</p>
  if (!data) return <p className="text-sm">Loading...</p>
  if (data.posts.length === 0) return <p className="text-sm">These games have no result and no draw today.</p>
  return (
    <div className="space-y-3">
      {data.posts.map(({ kind, text, picture }) => (
        <div key={kind} className="rounded-lg border border-line bg-sheet p-3 text-sm">
          {picture && <img src={picture} alt="" className="mb-2 w-full rounded-lg" />}
          <b>{text.split('\n')[0]}</b>
          <p className="wrap-anywhere whitespace-pre-line">{text.split('\n').slice(1).join('\n')}</p>
        </div>
      ))}
    </div>
  )
}

/** Connects a channel. */
export function ConnectForm({ games, onDone }: { games: Games; onDone: () => void }) {
  return (
    <ReasonForm
      label="Connect a channel"
      note="Make a bot with @BotFather at Telegram, and make it an administrator of your channel who may post. The bot also answers questions about results."
      address={CHANNELS}
      body={({ token, chat }, form) => ({ token: token?.trim(), chat: chat?.trim(), ...choiceIn(form) })}
      done="Connected. The next result is posted."
      onDone={onDone}
    >
      <Field
        label="Token of the bot"
        name="token"
        type="password"
        autoComplete="off"
        required
        hint="It is kept encrypted, and never shown again."
      />
      <Field
        label="Name of the channel"
        name="chat"
        placeholder="@lotto_results"
        autoCapitalize="none"
        required
      />
      <Choices games={games} chosen={null} />
    </ReasonForm>
  )
}

/** Posts a text: information, or advertising with its approval. */
export function TextForm({ channel, onDone }: { channel: Channels['channels'][number]; onDone: () => void }) {
  const { id, title } = channel
  return (
    <ReasonForm
      label={`Post a text in ${title}`}
      button="Post"
      note="A result or a change of time is information. An offer, a price or a forecast is advertising, which ARCON must approve before it appears."
      address={`${CHANNELS}/${id}/texts`}
      done="The text is posted within seconds."
      onDone={onDone}
    >
      <TextArea label="Text" name="text" rows={4} required maxLength={CHANNEL_LIMITS.text} />
      <Select
        label="This text is"
        name="purpose"
        options={[
          ['information', 'Information'],
          ['advertising', 'Advertising'],
        ]}
      />
      <Field
        label="Number of the approval"
        name="approval"
        maxLength={CHANNEL_LIMITS.approval}
        hint="For advertising."
      />
    </ReasonForm>
  )
}
