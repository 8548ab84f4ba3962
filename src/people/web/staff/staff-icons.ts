/** Paths of icons of the staff's screens, for `IconPath`. They are apart, so that no player fetches them. */
export const EDIT = 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3'
export const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2'
export const USERS =
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5'
export const CALENDAR = 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7M9 14.5h.01M12 14.5h.01M15 14.5h.01'
export const SETTINGS = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4'
