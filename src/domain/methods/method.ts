/** How one figure is computed, as its page under `/methods` explains it. Plain text in plain English. */
export interface Method {
  /** The heading of the page, and the text of links to it. */
  title: string
  /** The question that the figure answers. */
  question: string
  /** The formulas, one per line. */
  formula: readonly string[]
  /** What the formulas mean, a paragraph each, with an example. */
  meaning: readonly string[]
  /** Which draws or forecasts count. */
  window: string
  /** What happens where draws are missing, corrected or void. */
  holes: string
  assumptions: readonly string[]
  limits: readonly string[]
}
