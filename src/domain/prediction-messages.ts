/** The specification's text of Prediction, apart from those that every screen loads. */
export const PREDICTION_MESSAGES = {
  loading: 'Loading predictions...',
} as const
