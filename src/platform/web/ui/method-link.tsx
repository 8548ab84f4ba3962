import type { MethodKey } from '../../rules/methods/keys.ts'
import { methodPath } from '../../rules/site/paths.ts'

/** A link to the page that explains how a figure is computed. */
export function MethodLink({ of, children }: { of: MethodKey; children: string }) {
  return (
    <a className="link tap -my-3" href={methodPath(of)}>
      {children}
    </a>
  )
}
