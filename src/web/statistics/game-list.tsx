import type { ReactNode } from 'react'
import { usePopup } from '../layout/use-popup.ts'
import { Icon } from '../ui/icons.tsx'

interface Game {
  id: string
  gameName: string
}

const anchorOf = ({ id }: Game) => `game-${id}`

/** One game of the list: its name and its numbers on a line, with the rest below. */
export function GameRow({
  game,
  numbers,
  link,
  children,
}: {
  game: Game
  numbers: ReactNode
  /** Below the name. */
  link?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-label={game.gameName}
      id={anchorOf(game)}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 not-first:border-t not-first:border-line md:px-4"
    >
      <div className="min-w-[5.25rem] flex-1 leading-tight">
        <h2 className="text-name font-bold">{game.gameName}</h2>
        {link}
      </div>
      {numbers}
      <div className="w-full text-xs text-quiet lg:w-[25rem]">{children}</div>
    </section>
  )
}

/** Links to the games of the list below it. */
export function GamePicker({ games }: { games: readonly Game[] }) {
  const { popup, close } = usePopup()
  return (
    <details ref={popup} className="relative ml-auto">
      <summary className="flex min-h-11 items-center gap-1 rounded-md border-[1.5px] border-edge bg-sheet pr-2 pl-3 font-bold">
        Game
        <Icon name="down" />
      </summary>
      <ul className="lifted absolute right-0 z-5 grid w-[min(22rem,92vw)] grid-cols-2 rounded-lg p-2">
        {games.map((game) => (
          <li key={game.id}>
            <a
              href={`#${anchorOf(game)}`}
              onClick={close}
              className="flex min-h-11 items-center rounded-md px-2 text-sm leading-tight"
            >
              {game.gameName}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
