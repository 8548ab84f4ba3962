/** Limits of predictions. */
export const PREDICTION_LIMITS = {
  /** Numbers of one prediction. */
  numbers: 20,
  /** Characters of the pen name of an author. */
  penName: 30,
  /** Characters of the reasons of a prediction. */
  reasons: 500,
  /** How many days ahead a prediction's draw may be. */
  daysAhead: 366,
  /** Characters of the address of a picture on another host. */
  imageAddress: 2000,
  /** Predictions of one page of the list. */
  page: 20,
} as const
