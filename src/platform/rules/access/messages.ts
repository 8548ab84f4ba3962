/**
 * The specification's texts of the login and the other ways in, word for word. Apart from `MESSAGES`, because the app's
 * scripts need none of them.
 */
export const ACCOUNT_MESSAGES = {
  notAuthorized: 'Access Denied: You are not authorized to view this page.',
  invalidCredentials: 'Login failed! Invalid credentials.',
  emailInUse: 'Email already in use. Try logging in.',
  signUpFailed: 'Signup failed',
  noSession: 'Session creation failed',
  noProfile: 'User not found',
  resent: 'Verification email resent. Please check your inbox.',
  resendWithoutLogin: 'Unable to resend. Please try logging in again first.',
  resendFailed: 'Failed to resend email. Try again later.',
  resetSent: 'Password reset email sent! Check your inbox.',
  invalidEmail: 'Please enter a valid email.',
  resetFailed: 'Something went wrong. Try again later.',
} as const
