import { CHART_TEST_ON_SAMPLES, TOO_FEW_FOR_CHART_TEST } from '../../domain/classification/classification.ts'
import { useCall } from '../api/use-call.ts'
import { MethodLink } from '../methods/method-link.tsx'

export const CHART_RESULT = '/api/chart-result'

/** What the test of the chart on all recorded draws says now. */
export function ChartResult() {
  const { data, error, refetch } = useCall('GET /api/chart-result', CHART_RESULT)
  return (
    <section aria-labelledby="chart-result" className="no-print mt-4 max-w-prose text-sm">
      <h2 id="chart-result" className="mb-1 font-bold">
        Does the chart tell the next draws?
      </h2>
      {data && <Result {...data} />}
      {error && (
        <p role="alert">
          The test could not be loaded.{' '}
          <button type="button" className="link" onClick={refetch}>
            Try again
          </button>
        </p>
      )}
      <p className="mt-1 text-quiet">
        The chart is a tradition of players. <MethodLink of="chart-test">How the test works</MethodLink>
      </p>
    </section>
  )
}

function Result({ sentence, sample }: { sentence: string | null; sample: boolean }) {
  if (sentence === null) return <p>{TOO_FEW_FOR_CHART_TEST}</p>
  return (
    <>
      <p>{sentence}</p>
      {sample && <p className="mt-1">{CHART_TEST_ON_SAMPLES}</p>}
    </>
  )
}
