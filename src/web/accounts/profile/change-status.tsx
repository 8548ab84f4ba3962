/** The result of a change. */
export function ChangeStatus({ said }: { said: { text: string; good: boolean } | null }) {
  return (
    <p
      role="status"
      className={`mt-2 font-semibold empty:hidden ${said?.good ? 'text-action' : 'text-error'}`}
    >
      {said?.text}
    </p>
  )
}
