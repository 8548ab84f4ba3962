import { capitalised } from '../../../domain/base/calendar.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { GAME_COLOURS } from '../../../domain/draws/operators.ts'
import { Field, Select } from '../../ui/field.tsx'
import type { StaffGame } from './games-page.tsx'

/** The colour and the first serial number of a game. */
export function GameLooks({ game, fields }: { game?: StaffGame; fields: Readonly<Record<string, string>> }) {
  return (
    <>
      <Select label="Colour" name="colour" defaultValue={game?.colour ?? ''} error={fields.colour}>
        <option value="">Of its operator</option>
        {GAME_COLOURS.map((colour) => (
          <option key={colour} value={colour}>
            {capitalised(colour)}
          </option>
        ))}
      </Select>
      <Field
        label="First serial number (optional)"
        name="firstSerial"
        type="number"
        min={1}
        max={DRAW_LIMITS.highestSerial}
        defaultValue={game?.firstSerial ?? ''}
        hint="The desk proposes it for the first draw."
        error={fields.firstSerial}
      />
    </>
  )
}
