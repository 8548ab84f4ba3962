import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type AnswerOf, ME } from './call.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { useAnswerCache } from './use-call.ts'

/** A form whose text is kept until it is sent or dropped. */
export interface Drafted {
  form: RefObject<HTMLFormElement | null>
  /** Tells the forms of a page apart. */
  name: string
}

export interface Draft {
  /** When the text that the form shows again was typed; undefined for another form. */
  restoredAt: number | undefined
  /** Empties the form, as it was opened. */
  discard: () => void
  /** The form has been sent. */
  drop: () => void
  /** A part of the form has been sent. */
  keep: () => void
}

type Values = readonly (readonly [name: string, value: string])[]
type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Passwords, codes, cards and proofs are never kept. */
const SECRET = /password|code|token|proof|secret|^cc-/i

const isTyped = ({ type, name, autocomplete }: Input) =>
  name !== '' &&
  !/^(password|hidden|file|submit|button)$/.test(type) &&
  !SECRET.test(`${autocomplete} ${name}`)

/** The fields whose values are kept. The list is live: a value may open more fields. */
function* fieldsOf(form: HTMLFormElement): Generator<Input> {
  for (let i = 0; i < form.elements.length; i++) {
    const field = form.elements[i] as Input
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(field.tagName) && isTyped(field)) yield field
  }
}

function valuesOf(form: HTMLFormElement): Values {
  const kept = new Set([...fieldsOf(form)].map(({ name }) => name))
  return [...new FormData(form)].flatMap(([name, value]) =>
    kept.has(name) && typeof value === 'string' ? [[name, value] as const] : [],
  )
}

/** The fields that the user typed into before this script ran. */
const touchedIn = (form: HTMLFormElement): Set<string> =>
  new Set(
    [...fieldsOf(form)].flatMap((field) =>
      'defaultValue' in field && field.value !== field.defaultValue ? field.name : [],
    ),
  )

/** Writes values as a person would, so that React's own state follows. */
function fill(form: HTMLFormElement, values: Values): void {
  const left = new Map<string, string[]>()
  for (const [name, value] of values) left.set(name, [...(left.get(name) ?? []), value])
  for (const field of fieldsOf(form)) {
    const own = left.get(field.name) ?? []
    if (field.type === 'checkbox' || field.type === 'radio') {
      if ((field as HTMLInputElement).checked !== own.includes(field.value)) field.click()
      continue
    }
    const value = own.shift() ?? (field.tagName === 'INPUT' ? '' : field.value)
    if (value === field.value) continue
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  }
}

/** Fills a form twice, because its first values may open more fields. The focus stays where it is. */
function fillWhole(form: HTMLFormElement, values: Values): void {
  const focused = document.activeElement
  fill(form, values)
  setTimeout(() => {
    fill(form, values)
    if (document.activeElement !== focused && focused instanceof HTMLElement)
      focused.focus({ preventScroll: true })
  })
}

const isEqual = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Keeps what is typed into a form on this device, and restores it when the form opens again for the same person.
 * @param id of the form while its answer is missing: it is kept too
 */
export function useDraft(drafted?: Drafted, id?: RefObject<string>): Draft {
  const cache = useAnswerCache()
  const subscribe = useCallback((reader: () => void) => cache.subscribe(ME, reader), [cache])
  const uidNow = () => (cache.known(ME).data as AnswerOf<'GET /api/me'> | null | undefined)?.uid
  const uid = useSyncExternalStore(subscribe, uidNow, uidNow)
  const [restoredAt, setRestored] = useState<number>()
  /** The form as it was opened, or after it was sent. */
  const opened = useRef<Values>([])
  const keep = useRef<(values: Values | null) => void>(() => undefined)
  const { form, name } = drafted ?? {}

  useEffect(() => {
    const element = form?.current
    if (!element || uid === undefined || name === undefined) return
    const key = `${location.pathname} ${name}`
    keep.current = (values) => keepDraft(uid, key, values && { id: id?.current ?? '', values })
    const keepSoon = () =>
      setTimeout(() => {
        if (!element.isConnected) return
        const values = valuesOf(element)
        keep.current(isEqual(values, opened.current) ? null : values)
      })
    opened.current = valuesOf(element)
    const touched = touchedIn(element)
    const restoring = setTimeout(() => {
      const stored = readDraft(uid, key)
      const kept = stored?.value as { id: string; values: Values } | undefined
      const draft = kept?.values.filter(([field]) => !touched.has(field))
      if (draft && !isEqual(draft, opened.current)) {
        fillWhole(element, [...draft, ...opened.current.filter(([field]) => touched.has(field))])
        if (id) id.current = kept!.id
        setRestored(stored!.at)
        for (let at: Element | null = element; at; at = at.parentElement)
          if (at instanceof HTMLDetailsElement) at.open = true
      }
      element.addEventListener('input', keepSoon)
      // A tap may fill a field too.
      element.addEventListener('click', keepSoon)
    })
    return () => {
      clearTimeout(restoring)
      element.removeEventListener('input', keepSoon)
      element.removeEventListener('click', keepSoon)
    }
  }, [form, name, uid, id])

  function drop() {
    setRestored(undefined)
    keep.current(null)
    setTimeout(() => {
      if (!form?.current) return
      opened.current = valuesOf(form.current)
      keep.current(null)
    })
  }
  return {
    restoredAt,
    drop,
    keep: () => form?.current?.dispatchEvent(new Event('input')),
    discard: () => {
      if (form?.current) fillWhole(form.current, opened.current)
      drop()
    },
  }
}
