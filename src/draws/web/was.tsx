import { type Corrected, useCorrected } from '../../platform/web/api/draw-news.ts'

/** The earlier values of a draw that was corrected while the page was open. */
export function Was({ draw }: { draw: string }) {
  const changes: Corrected | undefined = useCorrected(draw).get(draw)
  if (!changes) return null
  return (
    <del className="block whitespace-normal">
      <span className="visually-hidden">corrected, was </span>
      {changes.map(({ old }) => old).join(', ')}
    </del>
  )
}
