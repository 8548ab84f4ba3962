import {
  FEWEST_EXPECTED,
  isOutside,
  luckEnds,
  type LuckFigure,
  luckPlaces,
  type LuckScale,
  luckScale,
  luckSentence,
} from '../rules/luck/luck-bar.ts'

interface Props extends LuckFigure {
  /** Shared by the bars of a list ({@link luckScale}); the figure's own by default. */
  scale?: LuckScale
  /** Prints the usual range and the mean below, at the first or only bar. */
  ends?: boolean
  /** The value is a hit: its dot is gold. */
  hit?: boolean
  /** Luck gives too few cases to compare: an empty frame. A figure that is no count says so itself. */
  few?: boolean
  /** The value in words, which the sentence for screen readers begins with; the value alone by default. */
  said?: string
  /** A value in words; whole from ten on by default. */
  words?: (value: number) => string
}

/** A figure beside luck: the shaded usual range, the dashed mean, and a dot, or a square on its corner outside the range. */
export function LuckBar({ scale, ends = false, hit = false, few, said, words, ...figure }: Props) {
  const shared = scale ?? luckScale([figure])
  const at = luckPlaces(figure, shared)
  const dot = hit ? 'luck-dot luck-hit' : 'luck-dot'
  return (
    <svg
      className={`luck${ends ? ' luck-ends' : ''}`}
      role="img"
      aria-label={luckSentence(figure, said, words)}
    >
      {(few ?? figure.mean < FEWEST_EXPECTED) ? (
        <>
          <rect className="luck-few" width="100%" y=".1875em" height=".875em" />
          {ends && <End at={50} text="too few to tell" />}
        </>
      ) : (
        <>
          <line x2="100%" y1=".625em" y2=".625em" />
          <rect x={`${at.low}%`} width={`${(at.high - at.low).toFixed(1)}%`} y=".1875em" height=".875em" />
          <line x1={`${at.low}%`} x2={`${at.low}%`} y1=".1875em" y2="1.0625em" />
          <line x1={`${at.high}%`} x2={`${at.high}%`} y1=".1875em" y2="1.0625em" />
          <line className="luck-mean" x1={`${at.mean}%`} x2={`${at.mean}%`} y2="1.25em" />
          {isOutside(figure) ? (
            <rect
              className={`${dot} luck-out`}
              x={`${at.value}%`}
              y=".1875em"
              width=".875em"
              height=".875em"
              rx="2"
            />
          ) : (
            <circle className={dot} cx={`${at.value}%`} cy=".625em" r=".4375em" />
          )}
          {ends && luckEnds(figure, shared, words).map((end) => <End key={end.at} {...end} />)}
        </>
      )}
    </svg>
  )
}

function End({ at, text }: { at: number; text: string }) {
  return (
    <text x={`${at}%`} y="2.75em" textAnchor={at < 5 ? 'start' : at > 95 ? 'end' : 'middle'}>
      {text}
    </text>
  )
}

interface KeyProps {
  /** What the dot is. */
  value?: string
  band?: string
  /** Null where the words for the dot take the line. */
  mean?: string | null
}

/** What the marks of the bars mean: once a page, at most 12 words. A style hides "outside it" where no bar is outside. */
export function LuckKey({ value = 'what came', band = 'usual by luck', mean = 'average' }: KeyProps) {
  return (
    <p className="luck-key">
      <span>{value}</span>
      <span>{band}</span>
      <span className="luck-key-out">outside it</span>
      {mean && <span>{mean}</span>}
    </p>
  )
}
