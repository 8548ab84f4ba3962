import { PATHS } from '../../../domain/site/paths.ts'
import { failureText, useAdminCall } from '../../admin/calls.ts'
import { OnlyWith } from '../../admin/only-with.tsx'
import { Section } from '../../admin/section.tsx'
import { SampleTag } from '../../draws/sample-note.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { EraseForm } from './erase-form.tsx'
import { Multipliers } from './multipliers.tsx'
import { AUTHOR, PenNameForm } from './pen-name-form.tsx'
import { StandingTable } from './standing-table.tsx'

const RECORD = '/api/admin/forecast-record'

export const calls = () => [RECORD, AUTHOR]

/** The record as staff see it: the forecasts by standing and author, the own pen name, and the multipliers. */
export default function RecordPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/forecast-record', RECORD)
  const author = useAdminCall('GET /api/admin/author', AUTHOR)
  return (
    <>
      <Head
        title="Forecast record"
        end={
          <a href={PATHS.record} className="link tap">
            Public record
          </a>
        }
      >
        {data?.sample && <SampleTag />}
      </Head>
      {data ? (
        <div className="space-y-4">
          <Section title="By standing">
            <StandingTable house={data.house} authors={data.authors} />
          </Section>
          {author.data && (
            <Section title="Your pen name">
              <PenNameForm
                penName={author.data.penName}
                onSaved={() => {
                  author.refetch()
                  refetch()
                }}
              />
            </Section>
          )}
          <Section title="Multipliers">
            <Multipliers operators={data.operators} rows={data.multipliers} onSaved={refetch} />
          </Section>
          <OnlyWith right="operate">
            <Section title="Erase texts">
              <EraseForm onErased={refetch} />
            </Section>
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
