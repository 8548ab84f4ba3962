import { useState } from 'react'
import { drawOfDay, publicDrawPath } from '../../platform/rules/site/paths.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { ShareDialog } from '../../platform/web/ui/share-dialog.tsx'
import { cardWords, firstName } from '../rules/card.ts'
import type { Entry, Judged } from './parts/use-slip.ts'

interface Props {
  entry: Entry
  draw: Judged
  onClose: () => void
}

/** Shares the player's numbers beside a draw, with the amount and the first name by choice. */
export default function ShareCard({ entry, draw, onClose }: Props) {
  const [showsAmount, setShowsAmount] = useState(true)
  const [isNamed, setNamed] = useState(false)
  const [isWide, setWide] = useState(false)
  const name = firstName(useMe()?.username ?? '')
  const { game, date } = draw
  const wordsWith = (amount: boolean) =>
    cardWords({
      entry,
      verdict: draw,
      draw: { ...draw, game: draw.name },
      name: isNamed ? name : null,
      showsAmount: amount,
      address: location.origin + publicDrawPath(drawOfDay(game, date)),
    })
  const { amount, kept } = wordsWith(true)
  const query = new URLSearchParams({
    entry: String(entry.id),
    game,
    date,
    ...(!showsAmount && { amount: 'off' }),
    ...(isNamed && { name: 'on' }),
    ...(isWide && { shape: 'wide' }),
  })
  return (
    <ShareDialog
      title={draw.isWin && kept ? 'Share your win' : 'Share your numbers'}
      text={wordsWith(showsAmount).text}
      picture={`/api/slip/card/picture?${query}`}
      isSquare={!isWide}
      choices={
        <>
          {amount && <Switch label="Show the amount" isOn={showsAmount} turn={setShowsAmount} />}
          {amount && showsAmount && name && (
            <Switch label={`Show my first name, ${name}`} isOn={isNamed} turn={setNamed} />
          )}
          <Switch label="Wide picture, for a post" isOn={isWide} turn={setWide} />
        </>
      }
      note="The link opens the draw. Nobody sees your slip."
      onClose={onClose}
    />
  )
}

const Switch = ({ label, isOn, turn }: { label: string; isOn: boolean; turn: (on: boolean) => void }) => (
  <label className="line mx-0! min-h-12!">
    {label}
    <input
      type="checkbox"
      className="switch"
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
    />
  </label>
)
