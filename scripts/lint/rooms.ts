/**
 * The rooms of src, from the top down. A room may use the rooms below it, never one above it. Type imports are free: they
 * leave nothing in the built code.
 */
export const ROOMS = [
  'app',
  'operation',
  'assistant',
  'slip',
  'forecasts',
  'statistics',
  'reach',
  'draws',
  'money',
  'people',
  'platform',
  'stand-ins',
]
