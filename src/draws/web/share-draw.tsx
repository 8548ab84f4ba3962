import { drawOfDay, publicDrawPath } from '../../platform/rules/site/paths.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { SHARE } from '../../platform/web/ui/more-icons.ts'
import { ShareButton } from '../../platform/web/ui/share-button.tsx'
import type { DrawPage } from './draw-head.tsx'

interface ShareProps {
  page: Pick<DrawPage, 'date'> & {
    game: { key: string; name: string }
    draw: Omit<NonNullable<DrawPage['draw']>, 'publicId'> | null
  }
  /** In a row: an icon alone. */
  isIcon?: boolean
}

/** Shares a draw with its picture and the address of its public page. */
export function ShareDraw({ page: { game, date, draw }, isIcon = false }: ShareProps) {
  if (!draw) return null
  const name = drawOfDay(game.key, date)
  const text = async () => {
    const { drawShareText } = await import('../rules/draw-text.ts')
    return drawShareText({ ...draw, date, game: game.name }, location.origin + publicDrawPath(name))
  }
  return (
    <ShareButton
      label={
        <>
          <IconPath path={SHARE} />
          {isIcon ? (
            <span className="visually-hidden">Share {game.name}</span>
          ) : (
            <>
              Share<span className="visually-hidden"> this draw</span>
            </>
          )}
        </>
      }
      quiet
      className={isIcon ? 'px-3 text-quiet!' : 'share-draw'}
      text={text}
      picture={`/api/public/draws/${name}`}
    />
  )
}
