/** The result of a change. */
export function ChangeStatus({ result }: { result: { text: string; good: boolean } | null }) {
  return (
    <p role="status" className={`mt-2 font-bold empty:hidden ${result?.good ? 'text-brand' : 'text-error'}`}>
      {result?.text}
    </p>
  )
}
