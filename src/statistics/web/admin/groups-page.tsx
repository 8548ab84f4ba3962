import { GROUP_LIMITS, groupText } from '../../rules/number-groups.ts'
import { failureText, formFailure, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { Disclosure, Ruled } from '../../../people/web/staff/ruled.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { useForm } from '../../../platform/web/api/use-form.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'

const GROUPS = '/api/admin/number-groups'
type Group = AnswerOf<'GET /api/admin/number-groups'>['groups'][number]

export const calls = () => [GROUPS]

/** The staff screen of the groups of numbers that players follow. */
export default function GroupsPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/number-groups', GROUPS)
  return (
    <>
      <Head title="Number groups" />
      <p className="mb-3 text-sm text-quiet">
        Moving Numbers shows these groups to players: what each points to, and how often that came.
      </p>
      {data ? (
        <>
          <AddForm onSaved={refetch} />
          <Groups groups={data.groups} onSaved={refetch} />
        </>
      ) : error ? (
        <Failure text={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function AddForm({ onSaved }: { onSaved: () => void }) {
  async function add(body: Values, form: HTMLFormElement, id: string) {
    await sendAdminCall('POST /api/admin/number-groups', { body, form: id })
    form.reset()
    onSaved()
  }
  return (
    <StaffForm label="Add a group" button="Add group" send={add} className="mb-4">
      <Field label="Numbers" name="numbers" hint="Such as 1-10-89" required autoComplete="off" />
      <Field label="Name (optional)" name="name" maxLength={GROUP_LIMITS.name} />
    </StaffForm>
  )
}

function Groups({ groups, onSaved }: { groups: readonly Group[]; onSaved: () => void }) {
  if (groups.length === 0) return <Empty text="There are no groups yet." />
  return (
    <Ruled label="Groups">
      {groups.map((group) => (
        <li key={group.id}>
          <Disclosure
            line={
              <>
                <span className="font-bold">{groupText(group.numbers)}</span>{' '}
                <span className="text-sm text-quiet">
                  {group.name !== groupText(group.numbers) && group.name}
                  {group.retired && ' retired'}
                </span>
              </>
            }
          >
            <ChangeForm key={group.version} group={group} onSaved={onSaved} />
          </Disclosure>
        </li>
      ))}
    </Ruled>
  )
}

function ChangeForm({ group, onSaved }: { group: Group; onSaved: () => void }) {
  const numbers = groupText(group.numbers)
  const put = async (name: string, retired: boolean) => {
    await sendAdminCall('PUT /api/admin/number-groups/:id', {
      params: { id: group.id },
      body: { version: group.version, name, retired },
    })
    onSaved()
  }
  const { busy, result, fields, submit } = useForm(formFailure)
  const rename = submit((form) => put(formText(form, 'name'), group.retired))
  const retire = submit(() => put(group.name, !group.retired))
  return (
    <>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      <div className="flex flex-wrap items-end gap-2">
        <form aria-label={`Rename ${numbers}`} onSubmit={rename} className="flex flex-wrap items-end gap-2">
          <Field
            label="Name"
            name="name"
            defaultValue={group.name}
            maxLength={GROUP_LIMITS.name}
            error={fields.name}
          />
          <Button type="submit" kind="plain" disabled={busy}>
            Rename
          </Button>
        </form>
        <form aria-label={`${group.retired ? 'Use' : 'Retire'} ${numbers}`} onSubmit={retire}>
          <Button type="submit" kind="plain" disabled={busy}>
            {group.retired ? 'Use again' : 'Retire'}
          </Button>
        </form>
      </div>
    </>
  )
}
