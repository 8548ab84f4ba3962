import type { LuckFigure, LuckScale } from '../../draws/rules/luck/luck-bar.ts'
import { drawsWords, times } from '../../platform/rules/base/words.ts'
import { Ball, type BallLook } from '../../platform/web/ui/ball.tsx'
import { LuckBar } from '../../draws/web/luck-bar.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'

interface Props {
  name: string
  /** The draws that were counted. */
  draws: number
  /** The game's own page: all its numbers. */
  to: string
  /** Most frequent first. */
  ranked: readonly { number: number; count: number }[]
  look?: BallLook
  bar: LuckFigure
  /** The bar's value in words. */
  said: string
  /** Shared by the rows. */
  scale: LuckScale
}

/** A game in 72 pixels: five numbers with how often each came, and one luck bar. The whole row opens the game. */
export function GameRow({ name, draws, to, ranked, look = 'winning', bar, said, scale }: Props) {
  return (
    <li className="game-row">
      <div className="min-w-0 flex-[1_1_5.75rem] text-label leading-[1.2] tracking-[-0.03em] max-[21rem]:basis-full md:flex-[0_0_10rem] md:text-sm">
        <PageLink to={to} className="font-bold after:absolute after:inset-0">
          {name}
        </PageLink>
        <small className="block text-quiet max-[21rem]:ml-2 max-[21rem]:inline">{drawsWords(draws)}</small>
      </div>
      <Ranked ranked={ranked} look={look} isPlain />
      <LuckBar {...bar} said={said} scale={scale} />
    </li>
  )
}

/** Numbers with how often each came, most often first. */
export function Ranked({
  ranked,
  look = 'winning',
  isPlain = false,
}: Pick<Props, 'ranked' | 'look'> & { isPlain?: boolean }) {
  return (
    <ol className="flex gap-1.25 text-center">
      {ranked.map(({ number, count }) => (
        <li key={number}>
          <Ball number={number} look={look} unlinked={isPlain} />
          <span className="visually-hidden">: </span>
          <b className="block pt-1 text-label leading-none">{count}</b>
          <span className="visually-hidden">{times(count).slice(String(count).length)}</span>
        </li>
      ))}
    </ol>
  )
}
