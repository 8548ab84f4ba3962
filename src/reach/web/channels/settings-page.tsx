import { CHANNEL_LIMITS } from '../../rules/channels/channels.ts'
import { useAdminCall } from '../../../people/web/staff/calls.ts'
import { Section, OnlyWith } from '../../../people/web/staff/section.tsx'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { problemText, ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { Field, Select, Checkbox, TextArea, useProblem } from '../../../platform/web/ui/field.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { useState } from 'react'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { OpenPosts, PostLine } from './channel-posts.tsx'

/** The channels and the posts of their outbox. */
const CHANNELS = '/api/admin/channels'

export const calls = () => [CHANNELS]

export type Channels = AnswerOf<'GET /api/admin/channels'>

/** Settings of the staff area: the channels at Telegram, and the posts that staff must decide. */
export default function SettingsPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/channels', CHANNELS, STAFF_LIMITS.channelsMs)
  if (!data)
    return (
      <>
        <Head title="Settings" />
        {error ? (
          <Failure text="The settings could not be loaded." detail={problemText(error)} onRetry={refetch} />
        ) : (
          <Loading />
        )}
      </>
    )
  const open = data.posts.filter(({ state }) => state === 'uncertain' || state === 'refused')
  const others = data.posts.filter((post) => !open.includes(post))
  return (
    <>
      <Head title="Settings" />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
        <ChannelSection data={data} onDone={refetch} />
        <Section title="Posts">
          {open.length > 0 && (
            <div className="mb-4">
              <OpenPosts posts={open} onDone={refetch} />
            </div>
          )}
          <Ruled label="Latest posts">
            {others.map((post) => (
              <li key={post.id} className="py-2 text-sm">
                <PostLine post={post} />
              </li>
            ))}
            {data.posts.length === 0 && <li className="py-2 text-sm text-quiet">Nothing was posted yet.</li>}
          </Ruled>
        </Section>
      </div>
    </>
  )
}

function ChannelSection({ data, onDone }: { data: Channels; onDone: () => void }) {
  const { channels, games } = data
  return (
    <Section title="Telegram">
      <Ruled label="Channels">
        {channels.map((channel) => {
          const { id, title, bot, schedule, table } = channel
          const seen = { games: channel.games, schedule, table }
          const names = games.filter(({ key }) => channel.games.includes(key)).map(({ name }) => name)
          return (
            <li key={id} className="py-2 text-sm">
              <b>{title}</b>, posted by @{bot}
              <p className="text-quiet">
                {[
                  names.length === games.length ? 'Every game' : names.join(', '),
                  schedule && 'schedule of the morning',
                  table && 'table of the day',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <OnlyWith right="connect-channels">
                <ReasonForm
                  key={JSON.stringify(seen)}
                  label={`Change what is posted in ${title}`}
                  button="Save"
                  address={`${CHANNELS}/${id}`}
                  body={(_, form) => ({ ...choiceIn(form), seen })}
                  done="Saved."
                  onDone={onDone}
                >
                  <Choices games={games} chosen={channel} />
                </ReasonForm>
                <TextForm channel={channel} onDone={onDone} />
                <ReasonForm
                  label={`Disconnect ${title}`}
                  note="The token and the list of posts are deleted here. The posts stay at Telegram, and corrections no longer reach them."
                  address={`${CHANNELS}/${id}/disconnect`}
                  done="Disconnected."
                  onDone={onDone}
                />
              </OnlyWith>
            </li>
          )
        })}
        {channels.length === 0 && <li className="py-2 text-sm text-quiet">No channel is connected.</li>}
        <OnlyWith right="connect-channels">
          <li>
            <ConnectForm games={games} onDone={onDone} />
          </li>
        </OnlyWith>
      </Ruled>
    </Section>
  )
}

type Games = Channels['games']

/** The choice of a form, as the API takes it. */
function choiceIn(form: HTMLFormElement) {
  const data = new FormData(form)
  return { games: data.getAll('games').map(String), schedule: data.has('schedule'), table: data.has('table') }
}

interface ChoicesProps {
  games: Games
  /** Null for a new channel, which gets every game. */
  chosen: Pick<Channels['channels'][number], 'games' | 'schedule' | 'table'> | null
}

/** The games of a channel, what else is posted in it, and a preview. */
function Choices({ games, chosen }: ChoicesProps) {
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
function ConnectForm({ games, onDone }: { games: Games; onDone: () => void }) {
  return (
    <ReasonForm
      label="Connect a channel"
      note="Make a bot with @BotFather at Telegram, and make it an administrator of your channel who may post."
      address={CHANNELS}
      body={({ token, chat }, form) => ({ token: token?.trim(), chat: chat?.trim(), ...choiceIn(form) })}
      done="The channel is connected. We post the next result."
      onDone={onDone}
    >
      <Field
        label="Token of the bot"
        name="token"
        type="password"
        autoComplete="off"
        required
        hint="The token is kept encrypted, and never shown again."
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
function TextForm({ channel, onDone }: { channel: Channels['channels'][number]; onDone: () => void }) {
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
