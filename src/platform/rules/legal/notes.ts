/** What the deletion of an account does. */
export const DELETION_NOTE =
  'You are logged out everywhere at once, and your name, email and login are erased. Payment records stay without your name, because the law requires them. The log of changes and network addresses stays too. Remaining paid time is lost. This cannot be undone.'

/** What players read instead of terms that name nobody. */
export const BEING_SET_UP =
  'This site is being set up. Terms, privacy and sign-up for players follow when its owner has entered the name of the business.'
