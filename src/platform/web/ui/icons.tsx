import { IconPath } from './icon-path.tsx'

/** Line icons on a 24-pixel grid, one path each. */
export const SHAPES = {
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-6h-5v6H4z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20',
  day: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7M9 14.5h.01M12 14.5h.01M15 14.5h.01',
  chart: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  forecast: 'M4 18l5-6 4 3 7-9M20 6v5M20 6h-5',
  bars: 'M5 20v-7M10 20V8M15 20V4M20 20v-9',
  moving: 'M4 8h13l-3-3M20 16H7l3 3',
  card: 'M3 6h18v12H3zM3 10.5h18M7 14.5h4',
  flask: 'M9 3h6M10 3v6l-5 9.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L14 9V3M8 15h8',
  slip: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  down: 'M6 9.5l6 6 6-6',
} as const

type IconName = keyof typeof SHAPES

/**
 * An icon beside a label; hidden from screen readers. Icons that only some screens use are paths passed to
 * {@link IconPath}.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <IconPath path={SHAPES[name]} size={size} />
}
