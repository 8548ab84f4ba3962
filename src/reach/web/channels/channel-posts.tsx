import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { DECISIONS, type PostKind, type PostState } from '../../rules/channels/channels.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import type { Channels } from './settings-page.tsx'

type Post = Channels['posts'][number]

const KINDS: Record<PostKind, string> = {
  draw: 'Result',
  schedule: 'Schedule',
  table: 'Table of the day',
  text: 'Text',
}
const STATES: Record<PostState, string> = {
  waiting: 'waits',
  sending: 'on its way',
  sent: 'posted',
  uncertain: 'uncertain: it may have arrived',
  refused: 'refused',
  dropped: 'not posted',
}

export function PostLine({ post }: { post: Post }) {
  const { kind, state, channel, text, problem, purpose, approval, sentAt, changedAt } = post
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-3">
        <b>{text?.split('\n')[0] ?? KINDS[kind]}</b>
        <span
          className={state === 'uncertain' || state === 'refused' ? 'font-bold text-error' : 'text-quiet'}
        >
          {STATES[state]}
        </span>
      </div>
      <p className="text-quiet">
        {[KINDS[kind], channel, formatInstant(sentAt ?? changedAt)].join(', ')}
        {purpose === 'advertising' && `. Advertising, approval ${approval}`}
      </p>
      {problem && <p>{problem}</p>}
    </>
  )
}

const DECISION_TEXTS: Record<(typeof DECISIONS)[number], string> = {
  again: 'It is not in the channel: send it again',
  arrived: 'It is in the channel: its link is below',
  drop: 'Leave it',
}

/** Look into the channel first: nothing is sent twice without a decision. */
export function OpenPosts({ posts, onDone }: { posts: readonly Post[]; onDone: () => void }) {
  return (
    <Ruled label="Posts to decide">
      {posts.map((post) => (
        <li key={post.id} className="py-2 text-sm">
          <PostLine post={post} />
          <ReasonForm
            label={`Decide about post ${post.id}`}
            button="Decide"
            note="Look into the channel first. Nothing is sent twice without your decision."
            address={`/api/admin/channel-posts/${post.id}`}
            done="Decided."
            onDone={onDone}
          >
            <Select
              label="Decision"
              name="decision"
              required
              defaultValue=""
              options={[['', 'Choose'], ...DECISIONS.map((one) => [one, DECISION_TEXTS[one]] as const)]}
            />
            <Field
              label="Link of the post"
              name="link"
              inputMode="url"
              hint="Only if it is in the channel. Corrections edit this post from then on."
            />
          </ReasonForm>
        </li>
      ))}
    </Ruled>
  )
}
