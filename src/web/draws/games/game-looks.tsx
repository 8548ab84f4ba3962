import { capitalised } from '../../../domain/base/calendar.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { GAME_COLOURS } from '../../../domain/draws/operators.ts'
import { Field, Select } from '../../ui/field.tsx'
import type { StaffGame } from './games-page.tsx'

/** The colour and the first serial number of a game. */
export function GameLooks({ game }: { game?: StaffGame }) {
  return (
    <>
      <Select
        label="Colour"
        name="colour"
        defaultValue={game?.colour ?? ''}
        options={[
          ['', 'Of its operator'],
          ...GAME_COLOURS.map((colour) => [colour, capitalised(colour)] as const),
        ]}
      />
      <Field
        label="First serial number (optional)"
        name="firstSerial"
        type="number"
        min={1}
        max={DRAW_LIMITS.highestSerial}
        defaultValue={game?.firstSerial ?? ''}
        hint="The desk proposes it for the first draw."
      />
    </>
  )
}
