/** Every address of a screen, in one place. */
export const PATHS = {
  start: '/',
  login: '/login',
  signUp: '/signup',
  logout: '/logout',
  confirmation: '/confirmation',
  notAuthorized: '/not-authorized',
  overview: '/dashboard',
  prediction: '/dashboard/prediction',
  frequentNumbers: '/dashboard/frequent-numbers',
  dayResult: '/dashboard/day-result',
  pastResults: '/dashboard/past-results',
  classification: '/dashboard/classification',
  paymentChannel: '/dashboard/payment-channel',
  movingNumbers: '/dashboard/moving-numbers',
  assistant: '/dashboard/ai',
  admin: '/admin',
} as const
