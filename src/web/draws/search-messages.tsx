import type { SearchMessage } from '../../domain/number-search.ts'

interface Props {
  messages: readonly SearchMessage[]
}

/** The outcome of each row of a search, in the specification's words. */
export function SearchMessages({ messages }: Props) {
  return (
    <ul className="space-y-1">
      {messages.map(({ row, found, text }) => (
        <li key={row} className={`rounded-lg px-3 py-2 ${found ? 'bg-soft' : 'bg-warn-soft'}`}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** The counts that chance alone gives in the searched places, because a count without them says nothing. */
export function LuckNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((text) => (
    <p key={text} className="mt-2 text-sm text-quiet">
      {text}
    </p>
  ))
}
