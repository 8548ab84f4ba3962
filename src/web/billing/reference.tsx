/** A payment's reference. It wraps to a new line before it breaks. */
export function Reference({ children }: { children: string }) {
  return <span className="inline-block max-w-full break-all">{children}</span>
}
