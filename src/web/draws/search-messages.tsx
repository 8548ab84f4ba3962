import type { SearchMessage } from '../../domain/number-search.ts'

interface Props {
  messages: readonly SearchMessage[]
}

/** What each row of a search found, in the specification's words. */
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

/** What luck alone gives where was searched: a count alone says nothing. */
export function LuckNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((text) => (
    <p key={text} className="mt-2 text-sm text-quiet">
      {text}
    </p>
  ))
}
