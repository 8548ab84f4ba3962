import { LAB_FIGURES, type LabFigureKey } from '../lab/figures.ts'
import { LAB_NUMBER_METHODS } from './lab-number-methods.ts'
import { FAIR_DRAW, type LabMethod, LEFT_OUT, NO_PROMISE } from './lab-shared.ts'
import { LAB_STEP_METHODS } from './lab-step-methods.ts'
import type { Method } from './method.ts'

const FIGURES: Record<LabFigureKey, LabMethod> = { ...LAB_NUMBER_METHODS, ...LAB_STEP_METHODS }

const MANY_LOOKS: Method = {
  title: 'Many looks: when a figure is unusual',
  question: 'The lab shows thousands of figures. Which one may be called unusual?',
  formula: [
    'p = twice the smaller exact tail of the count (for the top pairs the upper tail)',
    'p′ = 1 − (1 − p)^m for a screen of m figures; unusual if p′ ≤ 5%',
  ],
  meaning: [
    'Of 27 fair figures, one or two lie outside their own range. If each of them were called a discovery, the lab would publish false discoveries every day.',
    'Four screens may have a verdict: the 90 numbers, the 90 longest gaps, the top of 4,005 pairs, and the 27 tests of the chart. Each covers the whole history and all games, so that nobody picks the draws. On each of them luck alone shows something unusual in at most 5 of 100 histories.',
    'With games, a weekday or dates of your own, the page shows counts with their range and no verdict. Anyone who tries 20 choices finds about one count outside its range by luck.',
  ],
  window: 'All recorded draws of all games, winning numbers.',
  holes: LEFT_OUT,
  assumptions: [
    FAIR_DRAW,
    "Šidák's correction treats the figures of a screen as independent. Simulated fair histories stay below 5% on each screen.",
  ],
  limits: [
    'Each screen is corrected for itself. Over all four, up to 19 of 100 fair histories show something unusual somewhere.',
    'An unusual figure is most often a typing error on record.',
    NO_PROMISE,
  ],
}

const entries = (Object.keys(LAB_FIGURES) as LabFigureKey[]).map((key): [LabFigureKey, Method] => {
  const { title, question } = LAB_FIGURES[key]
  return [key, { title, question, ...FIGURES[key] }]
})

/** The figures of the statistics lab, and the rule for verdicts. */
export const LAB_METHODS = {
  ...(Object.fromEntries(entries) as Record<LabFigureKey, Method>),
  'many-looks': MANY_LOOKS,
} satisfies Record<string, Method>
