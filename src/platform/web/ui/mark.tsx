/** The product's mark: a winning ball and a machine ball, corner to corner, for a deep ground. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="shrink-0" aria-hidden="true">
      <rect x="16" y="16" width="13" height="13" rx="4" fill="none" stroke="#ffc233" strokeWidth="3" />
      <circle cx="11" cy="11" r="9" fill="#fff" />
    </svg>
  )
}
