import type { SearchAnswers } from '../../domain/draws/joined-search.ts'
import { SHARE_LIMITS } from '../../domain/share/share-pictures.ts'
import { type Canvas, COLOURS, EDGE, pictureOf } from './render.ts'

/** The picture of a number search with its answer. @param address without its scheme */
export function searchSlip(
  canvas: Canvas,
  { scope, answers, isSample }: SearchAnswers & { isSample: boolean },
  address: string,
): string {
  const shown = answers.slice(0, SHARE_LIMITS.answers)
  const more = answers.length - shown.length
  const height = Math.floor(350 / Math.max(2, shown.length))
  return pictureOf(canvas, {
    stripes: [COLOURS.gold],
    note: more > 0 ? `Number search, ${more} more on the page` : 'Number search',
    address,
    isSample,
    content: [
      canvas.text(scope, EDGE.left - 3, 164, { face: 'bold', size: 76, fit: EDGE.right - EDGE.left }),
      ...shown.map((one, i) => answer(canvas, one, 200 + i * height, height)),
    ].join(''),
  })
}

function answer(
  canvas: Canvas,
  { balls, sentence, luck }: SearchAnswers['answers'][number],
  y: number,
  height: number,
): string {
  const middle = Math.round(y + height / 2)
  const radius = Math.round(Math.min(58, height * 0.42))
  const step = Math.round(radius * 2.3)
  const x = EDGE.left + balls.length * step + 16
  const size = Math.round(Math.min(46, height * 0.36))
  const fit = EDGE.right - x
  return [
    `<path d="M${EDGE.left} ${y}H${EDGE.right}" stroke="${COLOURS.rule}" stroke-width="2"/>`,
    ...balls.map(({ number, type }, i) => {
      const at = EDGE.left + radius + i * step
      return type === 'winning'
        ? canvas.ball(number, at, middle, radius)
        : canvas.square(number, at, middle, Math.round(radius * 0.9) * 2)
    }),
    canvas.text(sentence, x, middle - size * 0.1, { face: 'bold', size, fit }),
    canvas.text(luck, x, middle + size * 0.95, { size: size * 0.75, colour: COLOURS.quiet, fit }),
  ].join('')
}
