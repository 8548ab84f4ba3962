/**
 * The full name of a cookie. On https it has the `__Host-` prefix: browsers then refuse a copy that a sibling host or a
 * plain http response sets. Over plain http browsers refuse such names.
 */
export const cookieName = (appUrl: string, name: string): string =>
  appUrl.startsWith('https://') ? `__Host-lotto.${name}` : `lotto.${name}`
