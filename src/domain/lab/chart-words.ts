/** In place of the result of the chart test. */
export const TOO_FEW_FOR_CHART_TEST = 'There are too few draws to test it.'

/** Beside the result on generated draws. */
export const CHART_TEST_ON_SAMPLES =
  'These draws are generated. They show how the test works and say nothing about real draws.'
