import type { ComponentProps } from 'react'
import { useLocation } from './location.ts'

type Props = { name: string; opensAtTop?: boolean } & Omit<
  ComponentProps<'form'>,
  'action' | 'id' | 'method' | 'name'
>

/**
 * A form that the address of its page serves without script. The answer opens at the form.
 * @param name of the call's form on the server
 * @param opensAtTop whether the answer opens at the top of the page, for one of several forms with this name
 */
export function PlainForm({ name, opensAtTop = false, children, ...form }: Props) {
  const [page] = useLocation()
  const place = opensAtTop ? {} : { id: name }
  return (
    <form {...form} {...place} method="post" action={opensAtTop ? page : `${page}#${name}`} noValidate>
      <input type="hidden" name="form" value={name} />
      {children}
    </form>
  )
}
