/** Paths of icons that several screens use, for `IconPath`. An icon of one screen is in its module, which only it fetches. */
export const LOCK = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5'
export const CROSS = 'M6 6l12 12M18 6 6 18'
export const OFFLINE =
  'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.6M19 12.5a10 10 0 0 0-5-3M8.5 16a5 5 0 0 1 7 0M12 19.5h.01'
export const PLUS = 'M12 5v14M5 12h14'
export const TABLE = 'M4 5h16v14H4zM4 10h16M10 10v9'
export const LEFT = 'M14.5 6l-6 6 6 6'
export const RIGHT = 'M9.5 6l6 6-6 6'
export const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8'
