/** The product's logo: a winning ball and a machine ball. */
export function Logo({ size, className }: { size: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b3d27" />
      <circle cx="12" cy="13" r="7" fill="#ffffff" />
      <rect x="15" y="15" width="12" height="12" rx="3.5" fill="none" stroke="#ffc233" strokeWidth="2.5" />
    </svg>
  )
}
