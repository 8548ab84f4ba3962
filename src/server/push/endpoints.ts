/** The push services of Chrome and Samsung, Firefox, Safari and Edge. A `*` is one or more labels. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * The address of a subscription, normalised; null if it does not belong to a push service. It comes from the browser, so
 * without this check anyone could make the server send requests into its own network.
 * @param standIn addresses that begin with this are allowed, too: the demo's stand-in
 */
export function readEndpoint(text: string, standIn: string | null): string | null {
  if (!URL.canParse(text)) return null
  const { href, protocol, hostname, port, username, password } = new URL(text)
  if (standIn !== null && href.startsWith(standIn)) return href
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && SERVICES.some((service) => isOf(service, hostname)) ? href : null
}

const isOf = (service: string, host: string) =>
  service.startsWith('*') ? host.endsWith(service.slice(1)) : host === service
