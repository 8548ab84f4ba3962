/** The icon of what failed or needs attention. It is here because every screen can fail. */
export const WARN = 'M12 4 2.8 20h18.4zM12 10v5M12 17.8h.01'

/** A line icon beside a label, from its path; hidden from screen readers. */
export function IconPath({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="icon" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
