/** Paths of icons that few screens use, for `IconPath`. One constant each, so that a screen fetches only its own. */
export const LEFT = 'M14.5 6l-6 6 6 6'
export const RIGHT = 'M9.5 6l6 6-6 6'
export const LOCK = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5'
export const COPY = 'M9 9h11v11H9zM15 9V4H4v11h5'
export const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8'
export const OFFLINE =
  'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.6M19 12.5a10 10 0 0 0-5-3M8.5 16a5 5 0 0 1 7 0M12 19.5h.01'
export const WARN = 'M12 4 2.8 20h18.4zM12 10v5M12 17.8h.01'
export const PLUS = 'M12 5v14M5 12h14'
export const TABLE = 'M4 5h16v14H4zM4 10h16M10 10v9'
export const CROSS = 'M6 6l12 12M18 6 6 18'
export const EDIT = 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3'
export const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2'
export const USERS =
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5'
