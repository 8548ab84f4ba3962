import type { Draw, DrawState } from './draw.ts'

/** One draw of a download. */
export interface DownloadDraw extends Draw {
  /** The game's key. */
  game: string
  name: string
  sample: boolean
}

const PLACES = [1, 2, 3, 4, 5]
/** The columns of a table of draws. The import reads the same ones, and ignores `sample`. */
export const DRAW_COLUMNS = [
  'game',
  'date',
  'serial',
  'status',
  ...PLACES.map((place) => `w${place}`),
  ...PLACES.map((place) => `m${place}`),
  'sample',
]

const STATUS: Record<DrawState, string> = { drawn: 'ok', no_draw: 'no_draw', unconfirmed: 'suspect' }

/** A draw as a row of {@link DRAW_COLUMNS}. Numbers that are not known are empty. */
export function drawRow({ name, date, serial, state, winning, machine, sample }: DownloadDraw): string[] {
  const cells = (numbers: readonly number[]) => PLACES.map((place) => String(numbers[place - 1] ?? ''))
  return [
    name,
    date,
    String(serial ?? ''),
    STATUS[state],
    ...cells(winning),
    ...cells(machine),
    sample ? 'yes' : '',
  ]
}
