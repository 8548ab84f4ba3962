import type { Attempt, Outcome } from './payments.ts'

/** The transaction on the page, from verify_access_code. */
interface Shown {
  id: unknown
  access_code: string
  amount: number
  currency: string
  email: string
  merchant_name: string
  reference: string
  channels: string[]
  customer: unknown
}

/**
 * What the checkout page shows and fetches. The page gets the source text of this function and of the next one, so neither may use
 * anything from outside itself.
 */
function viewOf() {
  const find = (id: string) => document.getElementById(id)!
  const heading = document.querySelector('h1')!
  heading.tabIndex = -1
  const say = (status: string, problem = '') => {
    find('status').textContent = status
    find('problem').textContent = problem
  }
  const chooseSavedCard = (isSaved: boolean) => {
    find('saved').hidden = !isSaved
    find('fields').hidden = isSaved
  }
  /** @throws Error with Paystack's message */
  async function fetchJson<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(path, body && { method: 'POST', body: JSON.stringify(body) })
    const answer = (await response.json()) as T & { status?: boolean; message?: string }
    if (answer.status === false) throw new Error(answer.message)
    return answer
  }
  function show({ amount, currency, channels, merchant_name: merchant, email }: Shown): void {
    const sum = (amount / 100).toLocaleString('en-NG', { style: 'currency', currency })
    heading.textContent = `Pay ${merchant} ${sum}`
    find('email').textContent = email
    for (const element of document.querySelectorAll<HTMLElement>('[data-channel]'))
      element.hidden = !channels.includes(element.dataset.channel ?? '')
    find('ways').hidden = false
    say('')
  }
  return { find, heading, say, chooseSavedCard, fetchJson, show }
}

/** Runs the checkout in a frame, where it exchanges messages with the checkout library. */
function run({ find, heading, say, chooseSavedCard, fetchJson, show }: ReturnType<typeof viewOf>): void {
  let shown: Shown | null = null
  /** The library's current request as JSON, null when it is finished. */
  let currentRequest: string | null = null
  let busy = false

  const notifyLibrary = (event: string, data?: unknown) => window.parent.postMessage({ event, data }, '*')
  /** Ends the transaction on this page. The library may send a new request. */
  function end(event: string, data: object): void {
    currentRequest = shown = null
    find('ways').hidden = true
    notifyLibrary(event, data)
  }
  function fail(message: string): void {
    say('', message)
    end('error', { type: 'setup', message })
  }

  /** The library sends its request twice on opening: immediately, and again after this page reports that it loaded. */
  async function open(params: { accessCode?: string }): Promise<void> {
    const request = JSON.stringify(params)
    if (request === currentRequest) return
    currentRequest = request
    chooseSavedCard(false)
    try {
      const mode = await fetchJson<{ checkout: string }>('/paystack/mode')
      const code = encodeURIComponent(params.accessCode ?? '')
      const { data } = await fetchJson<{ data: Shown }>(`/transaction/verify_access_code/${code}`)
      if (request !== currentRequest) return
      shown = data
      show(data)
      const { id, customer, access_code: accessCode } = data
      if (mode.checkout === 'normal') notifyLibrary('loaded:transaction', { id, customer, accessCode })
    } catch (error) {
      if (request === currentRequest) fail((error as Error).message)
    }
  }

  async function submit(attempt: Partial<Attempt>): Promise<void> {
    if (!shown || busy) return
    const { access_code: code, reference, id } = shown
    busy = true
    say('Please wait...')
    try {
      const outcome = await fetchJson<Outcome>(`/checkout/attempt/${code}`, attempt)
      if (shown?.access_code === code) react(outcome, reference, String(id))
    } catch (error) {
      fail((error as Error).message)
    } finally {
      busy = false
    }
  }

  function react(outcome: Outcome, reference: string, trans: string): void {
    if (outcome.outcome === 'declined') {
      notifyLibrary('error', { type: 'transaction', message: outcome.message })
      return say('', outcome.message)
    }
    const [sentence, event] = {
      cancelled: ['Payment cancelled.', 'cancel'],
      pending: ['Waiting for your transfer. You can leave this page.', 'transfer:pending'],
      success: ['Payment successful.', 'success'],
    }[outcome.outcome] as [string, string]
    say(sentence)
    if (event === 'cancel') return end(event, { status: 'abandoned' })
    if (event === 'transfer:pending') return end(event, { status: 'pending' })
    const ids = { reference, trxref: reference, trans, transaction: trans }
    const redirecturl = `?trxref=${reference}&reference=${reference}`
    end(event, { ...ids, status: 'success', message: 'Approved', redirecturl })
  }

  const close = () => {
    if (shown) end('close', { status: 'abandoned' })
  }
  find('ways').addEventListener('submit', (event) => {
    event.preventDefault()
    const action = (event.submitter as HTMLButtonElement).value as Attempt['action']
    const { value: number } = find('number') as HTMLSelectElement
    void submit({ action, ...(!find('fields').hidden && { number }) })
  })
  find('close').addEventListener('click', close)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent) return
    if (data === 'render') heading.focus()
    if (data === 'close') currentRequest = shown = null
    if (data?.type === 'inline:url') void open(data.params as { accessCode?: string })
    if (data?.type === 'inline:pay-with-vault') chooseSavedCard(true)
  })
  notifyLibrary('loaded:checkout')
}

/** The script of the checkout page. */
export const CHECKOUT_SCRIPT = `(${run.toString()})((${viewOf.toString()})())`
