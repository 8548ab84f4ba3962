/** The one client of the stand-in for Google: the app. */
export const GOOGLE_CLIENT_ID = 'lotto-sandbox'
export const GOOGLE_CLIENT_SECRET = 'lotto-sandbox-secret'
