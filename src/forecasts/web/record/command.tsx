/** A command to copy, in a line that breaks. */
export function Command({ children }: { children: string }) {
  return (
    <pre className="mt-1 rounded-lg border border-line bg-sheet p-3 font-mono text-xs break-all whitespace-pre-wrap">
      {children}
    </pre>
  )
}
