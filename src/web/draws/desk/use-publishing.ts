import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../domain/base/calendar.ts'
import { sameNumbers, type Draw } from '../../../domain/draws/draw.ts'
import { type AnswerOf, CallError, get } from '../../api/call.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { deskAddress } from './addresses.ts'
import { correctionOf, type DeskDay, type Entry, entryOf, lineOf } from './entry.ts'
import type { EntryForm, Notice } from './use-entry.ts'

export type Held = DeskDay['held'][number]
type State = AnswerOf<'POST /api/admin/draws'>['state'] | null
interface Saved {
  id: number
  version: number
  /** Null after a correction. */
  state: State
  publishAt?: number | null
}

/** A result whose publication counts down. */
export interface Publishing {
  held: Held & { publishAt: number }
  /** As it was typed; after a reload, as the server keeps it. */
  entry: Entry
  /** Why the last step did not succeed. */
  failure: string | null
  /** The server does not have it any more, and no such draw is recorded. */
  isLost: boolean
}

/** What became of a saved draw. */
function outcomeOf(state: State): string {
  return state === 'held' ? 'waits for its close. Nobody sees it until then.' : 'is saved.'
}

export const numbersOf = ({ state, winning }: Pick<Draw, 'state' | 'winning'>): string =>
  state === 'no_draw' ? 'No draw' : winning.join(' - ')

/** Removes a result that is not published yet. @returns whether the server still had it */
export async function removeHeld({ id }: Pick<Held, 'id'>): Promise<boolean> {
  try {
    await sendAdminCall('DELETE /api/admin/held-results/:id', { params: { id } })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** Milliseconds until a publication is asked for again that got no answer, or came a moment too early. */
const RETRY_MS = 2000

const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 409)

/**
 * The results that count down on this screen, of all users.
 * @param onGone gets each that the server does not list any more
 */
function useCountdowns(today: DeskDay, onGone: (one: Publishing) => void) {
  const [all, setAll] = useState<readonly Publishing[]>([])
  /** Those that have ended here; an answer that was on its way may still list them. */
  const ended = useRef(new Set<number>())
  const listed = useRef<readonly number[]>([])

  useEffect(() => {
    const running = today.held.flatMap((held) =>
      held.publishAt === null || ended.current.has(held.id) ? [] : [{ ...held, publishAt: held.publishAt }],
    )
    const ids = running.map(({ id }) => id)
    const gone = all.filter(({ held }) => listed.current.includes(held.id) && !ids.includes(held.id))
    listed.current = ids
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed here outlives the answer
    setAll((before) => [
      ...before,
      ...running
        .filter(({ id }) => !before.some(({ held }) => held.id === id))
        .map((held) =>
          publishing(held, { ...entryOf(held.game, { ...held, version: 1 }), correcting: null }),
        ),
    ])
    for (const one of gone) onGone(one)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only an answer of the server changes what it holds
  }, [today])

  return {
    all,
    add: (one: Publishing) =>
      setAll((before) => [...before.filter(({ held }) => held.id !== one.held.id), one]),
    hasEnded: ({ held }: Publishing) => ended.current.has(held.id),
    /** @returns whether it ran until now */
    end: ({ held: { id } }: Publishing): boolean => {
      const isFirst = !ended.current.has(id)
      ended.current.add(id)
      setAll((before) => before.filter(({ held }) => held.id !== id))
      return isFirst
    },
    fail: (one: Publishing, failure: string, isLost = false) =>
      setAll((before) =>
        before.map((other) => (other.held.id === one.held.id ? { ...other, failure, isLost } : other)),
      ),
  }
}

/**
 * Publishes and undoes results whose publication counts down. The server publishes them by itself; this screen does it
 * sooner and says what became of them.
 */
export function usePublishing(today: DeskDay, form: EntryForm, onSaved: () => void) {
  const { all, add, hasEnded, end, fail } = useCountdowns(today, (one) => void findOut(one))
  /** The form as it is when an answer arrives. */
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const nameOf = ({ game, date }: Draw) => `${form.nameOf(game)}, ${formatDate(date)}`

  const noticeOf = (draw: Draw, entry: Entry, saved: Saved): Notice => ({
    kind: 'good',
    text: `${nameOf(draw)}, ${outcomeOf(saved.state)}`,
    saved: { entry: saved.state === 'held' ? null : correctionOf(entry, saved), numbers: numbersOf(draw) },
  })

  /** Publishes it at the end of its time. */
  async function publish(one: Publishing): Promise<void> {
    if (hasEnded(one)) return
    try {
      const params = { id: one.held.id }
      say(one, await sendAdminCall('POST /api/admin/held-results/:id/publish', { params }))
    } catch (error) {
      if (isGone(error)) return findOut(one)
      fail(one, `${failureText(error)} The server publishes it by itself.`)
      const isTemporary = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (isTemporary) setTimeout(() => void publish(one), RETRY_MS)
    }
  }

  /** Says that it is published, but not over what the user has to do now. */
  function say(one: Publishing, saved: Saved): void {
    if (!end(one)) return
    onSaved()
    if (!one.held.mine) return
    const notice = noticeOf(one.held, one.entry, saved)
    form.setNotice((before) => (before === null || before.kind === 'good' ? notice : before))
  }

  /** Asks what became of one that the server has no more: it is published, or another user undid or replaced it. */
  async function findOut(one: Publishing, isUndo = false): Promise<void> {
    const { held, entry } = one
    try {
      const day = await get<'GET /api/admin/desk'>(deskAddress(held.date, today.today)!)
      if (day.held.some(({ id }) => id === held.id)) return void setTimeout(() => void publish(one), RETRY_MS)
      const stored = lineOf(held, day)?.draw
      const isOther = stored && stored.source !== 'sample'
      if (isOther && sameNumbers({ ...held, ...stored }, held)) {
        if (!isUndo) return say(one, stored)
        if (!end(one)) return
        onSaved()
        const text = `Too late to undo: ${nameOf(held)}, is published. Correct it here, or delete it under "Entered".`
        form.setNotice({ ...noticeOf(held, entry, stored), kind: 'warn', text })
      } else if (isUndo) finishUndo(one)
      else if (held.mine)
        fail(one, isOther ? 'Another result was recorded meanwhile.' : 'Another user has undone it.', true)
      else end(one)
    } catch (error) {
      fail(one, failureText(error))
    }
  }

  /** Ends one that nobody has seen, and puts what was typed back into the form. */
  function finishUndo(one: Publishing): void {
    if (!end(one)) return
    onSaved()
    const text = `${nameOf(one.held)}, is undone. Nobody has seen it.`
    latest.current.putBack(one.entry, { kind: 'warn', text: `${text} Change it and upload it again.` })
  }

  async function undo(one: Publishing): Promise<void> {
    if (one.isLost) return finishUndo(one)
    try {
      if (await removeHeld(one.held)) finishUndo(one)
      else await findOut(one, true)
    } catch (error) {
      fail(one, failureText(error))
    }
  }

  return {
    all,
    /** Counts down for a draw that the server has just taken, if it does. @returns else what became of the draw */
    take(draw: Draw, entry: Entry, saved: Saved): Notice | null {
      const { id, publishAt } = saved
      if (!publishAt) return noticeOf(draw, entry, saved)
      const held = { ...draw, id, publishAt, by: null, mine: true, closesAt: publishAt }
      add(publishing(held, entry))
      return null
    },
    publish,
    undo,
  }
}

const publishing = (held: Publishing['held'], entry: Entry): Publishing => ({
  held,
  entry,
  failure: null,
  isLost: false,
})
