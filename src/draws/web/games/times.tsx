import { useState } from 'react'
import {
  capitalised,
  formatClock,
  formatDate,
  type LagosDate,
  parseClock,
  type Weekday,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { DEFAULT_EXPECTED_MINUTES, type Slot } from '../../rules/games.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { failureText, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import type { StaffGame } from './games-page.tsx'

interface Props {
  game: StaffGame
  today: LagosDate
  /** The first day on which new times may take effect. */
  earliest: LagosDate
  onSaved: () => void
}

/** The current and coming closes of a game, and a form for new times from a given day. */
export function Times({ game, today, earliest, onSaved }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const slots = WEEKDAYS.flatMap((weekday) => shownSlots(game.slots, weekday, today))

  async function remove({ weekday, validFrom }: Slot) {
    setFailure(null)
    try {
      const params = { key: game.key, weekday, validFrom }
      await sendAdminCall('DELETE /api/admin/games/:key/slots/:weekday/:validFrom', { params })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      onSaved()
    }
  }

  return (
    <section aria-label={`Times of ${game.name}`} className="mt-4 border-t border-line pt-2">
      <h2 className="font-bold">Times</h2>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <ul className="mt-1 text-sm">
        {slots.map((slot) => (
          <li key={`${slot.weekday} ${slot.validFrom}`} className="flex flex-wrap items-center gap-2 py-1">
            <span>
              {capitalised(slot.weekday)}{' '}
              {slot.close === null
                ? 'no draw'
                : `closes ${formatClock(slot.close)}, result after ${slot.expectedMinutes} min`}
              {slot.validFrom > today && `, from ${formatDate(slot.validFrom)}`}
              {slot.close !== null && `; forecasts close ${slot.marginMinutes} min earlier`}
            </span>
            {slot.validFrom > today && (
              <Button
                kind="plain"
                className="px-3 text-sm"
                aria-label={`Remove the times of ${capitalised(slot.weekday)} from ${formatDate(slot.validFrom)}`}
                onClick={() => void remove(slot)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddForm game={game} earliest={earliest} onSaved={onSaved} />
    </section>
  )
}

/** The slot of a weekday that is in force today, and those to come. */
function shownSlots(slots: readonly Slot[], weekday: Weekday, today: LagosDate): Slot[] {
  const all = slots
    .filter((slot) => slot.weekday === weekday)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const past = all.filter((slot) => slot.validFrom <= today)
  return [...past.slice(-1), ...all.filter((slot) => slot.validFrom > today)]
}

function AddForm({ game, earliest, onSaved }: Omit<Props, 'today'>) {
  async function add(
    { weekday, validFrom, close = '', expectedMinutes, marginMinutes }: Values,
    form: HTMLFormElement,
    id: string,
  ) {
    const body = {
      weekday,
      close: parseClock(close),
      expectedMinutes: Number(expectedMinutes),
      ...(marginMinutes && { marginMinutes: Number(marginMinutes) }),
      validFrom,
    }
    await sendAdminCall('POST /api/admin/games/:key/slots', {
      params: { key: game.key },
      body,
      form: id,
    })
    form.reset()
    onSaved()
  }
  return (
    <StaffForm
      label={`New times of ${game.name}`}
      button="Add these times"
      look="plain"
      send={add}
      className="mt-2"
    >
      <Select label="Weekday" name="weekday" options={WEEKDAYS.map((day) => [day, capitalised(day)])} />
      <Field label="Closes at" name="close" type="time" hint="Empty: no draw on this weekday." />
      <Field
        label="Minutes until the result"
        name="expectedMinutes"
        type="number"
        min={0}
        max={1440}
        required
        defaultValue={DEFAULT_EXPECTED_MINUTES}
      />
      <Field
        label="How many minutes earlier forecasts close"
        name="marginMinutes"
        type="number"
        min={0}
        max={1439}
        hint="Empty: the usual ones."
      />
      <Field
        label="Valid from"
        name="validFrom"
        type="date"
        min={earliest}
        required
        defaultValue={earliest}
      />
    </StaffForm>
  )
}
