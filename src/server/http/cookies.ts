/**
 * The name of a cookie of ours: on https it carries the prefix that makes browsers refuse a copy set by a sibling host
 * or over http. On plain http, as on a developer's machine, such names would be refused.
 */
export function cookieName(appUrl: string, name: string): string {
  return appUrl.startsWith('https://') ? `__Host-lotto.${name}` : `lotto.${name}`
}
