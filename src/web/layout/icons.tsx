/** Line icons of the bottom bar on a 24-pixel grid. Hidden from screen readers, because each has a label. */
const SHAPES = {
  overview: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  results: 'M5 4h14v16H5zM5 9h14M5 14h14M10 9v11',
  day: 'M5 6h14v14H5zM5 10h14M9 4v4M15 4v4',
  chart: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
