import { binomial, hypergeometric } from '../../../../draws/rules/luck/counts.ts'
import { chanceOf } from '../../../../draws/rules/luck/distribution.ts'
import { tally } from '../../../../platform/rules/base/lists.ts'
import { type FigureTask, markOf, outsideSentence, wholeOf } from '../figure.ts'
import { casesInDraws } from '../opened-draws.ts'
import { ballsAt, drawsIn, eachStep, HIGHEST, type Sequence, widthOf } from '../scope.ts'

/** Draws by how many of their numbers are high (statistics.md, section 5: high/low). */

const isHigh = (ball: number) => ball > HIGHEST / 2

/** For each number of high balls, the draws with so many and the chances of that by luck. */
export function highLow(sequences: readonly Sequence[]) {
  const [draws, width] = [drawsIn(sequences), widthOf(sequences)]
  const counts = new Uint32Array(width + 1)
  eachStep(sequences, 0, (sequence, t) => tally(counts, ballsAt(sequence, t).filter(isHigh).length))
  const oneDraw = hypergeometric(HIGHEST / 2, width, HIGHEST)
  return Array.from(counts, (count, high) => ({ count, luck: binomial(draws, chanceOf(oneDraw, high)) }))
}

export const highLowFigure: FigureTask = {
  answer({ sequences }) {
    const [cases, width] = [drawsIn(sequences), widthOf(sequences)]
    const cells = highLow(sequences)
    const marks = cells.map((cell, high) =>
      markOf({ ...cell, key: String(high), label: `${high} high, ${width - high} low`, cases }),
    )
    return {
      sentences: [outsideSentence(marks, cells)],
      series: [{ key: 'high', title: 'Draws by their high numbers', marks }],
    }
  },
  open({ sequences }, mark) {
    const wanted = wholeOf(mark, 0, widthOf(sequences))
    if (wanted === null) return null
    return casesInDraws(sequences, (balls) => {
      const high = [...balls].filter(isHigh)
      return high.length === wanted ? [high] : []
    })
  },
}
