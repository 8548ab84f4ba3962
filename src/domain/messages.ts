/** Texts that the specification gives word for word and that stand on more than one screen or on both sides of a call. */
export const MESSAGES = {
  loading: 'Loading...',
  pleaseWait: 'Please wait...',
  noNetwork: 'No internet connection. Please check your network.',
  notFound: '404 Page Not Found',
  notAuthorized: 'Access Denied: You are not authorized to view this page.',
  invalidCredentials: 'Login failed! Invalid credentials.',
  emailInUse: 'Email already in use. Try logging in.',
  signUpFailed: 'Signup failed',
  notSignedIn: 'User not signed in',
  resultsFailed: 'Failed to load results.',
  frequentFailed: 'Failed to load frequent numbers. Please try again later.',
  noPredictions: 'No predictions available.',
  loadingPredictions: 'Loading predictions...',
  predictionUploaded: 'Prediction uploaded successfully!',
  predictionFailed: 'Failed to upload prediction.',
  planNotSaved: 'Failed to save your plan. Please try again.',
  welcomeAdmin: 'Welcome, Admin!',
  notAdmin: 'Access Denied. You are not an admin.',
} as const

/** What a call without an ok answer raises in the browser. */
export function serverError(status: number): string {
  return `Server error: ${status}`
}

export function noResultFor(weekday: string): string {
  return `No result found for ${weekday}`
}

export function noDocument(monthYear: string): string {
  return `Document "${monthYear}" does not exist`
}

export function errorFetching(message: string): string {
  return `Error fetching results: ${message}`
}

/** The honesty notes of design section 9. */
export const NOTES = {
  odds: 'Past draws do not change the odds.',
  adults: '18+',
  responsibly: 'Play responsibly',
  sample: 'Sample data: these draws are generated, they are not real results.',
} as const
