/** The result of a change. */
export function ChangeStatus({ result }: { result: { text: string; good: boolean } | null }) {
  return (
    <p
      role="status"
      className={`mt-2 font-semibold empty:hidden ${result?.good ? 'text-action' : 'text-error'}`}
    >
      {result?.text}
    </p>
  )
}
