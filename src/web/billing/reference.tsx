/** A payment's reference: on a line of its own rather than cut where it would just not fit. */
export function Reference({ children }: { children: string }) {
  return <span className="inline-block max-w-full break-all">{children}</span>
}
