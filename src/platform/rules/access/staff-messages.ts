/** The specification's texts of the staff screens, word for word. In a file of their own, which no player's phone loads. */
export const STAFF_MESSAGES = {
  adminCheckFailed: 'Failed to verify admin role.',
  predictionUploaded: 'Prediction uploaded successfully!',
  predictionFailed: 'Failed to upload prediction.',
  welcomeAdmin: 'Welcome, Admin!',
  notAdmin: 'Access Denied. You are not an admin.',
  userAdded: 'User added to Firestore (manual record only, not full auth)',
  confirmDeleteUser: 'Are you sure you want to delete this user?',
  fillAllFields: 'Please fill all fields',
} as const
