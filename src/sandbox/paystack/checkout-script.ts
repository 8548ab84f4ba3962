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
 * The script of the checkout page. In a frame it exchanges messages with the checkout library. The page gets this
 * function's source text, so it must not use anything from outside itself.
 */
export function runCheckout(): void {
  const find = (id: string) => document.getElementById(id)!
  const field = (id: string) => find(id) as HTMLInputElement
  const value = (id: string) => field(id).value
  const { accessCode, back } = document.body.dataset
  const isStandalone = accessCode !== undefined
  let shown: Shown | null = null
  /** The library's current request as JSON, null when it is finished. */
  let currentRequest: string | null = null
  let vault = false
  let busy = false

  const notifyLibrary = (event: string, data?: unknown) => {
    if (!isStandalone) window.parent.postMessage({ event, data }, '*')
  }
  const showStatus = (text: string) => {
    find('problem').textContent = ''
    find('status').textContent = text
  }
  const showProblem = (text: string) => {
    find('status').textContent = ''
    find('problem').textContent = text
  }

  async function fetchJson<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    const answer = (await response.json()) as T & { status?: boolean; message?: string }
    if (answer.status === false) throw new Error(answer.message)
    return answer
  }

  /** Shows a problem that prevents any payment. The library may send a new request. */
  function fail(message: string): void {
    currentRequest = null
    shown = null
    find('ways').hidden = true
    showProblem(message)
    notifyLibrary('error', { type: 'setup', message })
  }

  /** The library sends its request twice on opening: immediately, and again after this page reports that it loaded. */
  async function open(params: { accessCode?: string }): Promise<void> {
    const request = JSON.stringify(params)
    if (request === currentRequest) return
    currentRequest = request
    vault = false
    try {
      const mode = await fetchJson<{ checkout: string }>('/paystack/mode')
      if (mode.checkout === 'setup-error') throw new Error('The transaction could not be set up')
      const code = encodeURIComponent(params.accessCode ?? '')
      const { data } = await fetchJson<{ data: Shown }>(`/transaction/verify_access_code/${code}`)
      if (request !== currentRequest) return
      show(data)
      if (mode.checkout === 'normal')
        notifyLibrary('loaded:transaction', {
          id: data.id,
          customer: data.customer,
          accessCode: data.access_code,
        })
    } catch (error) {
      if (request === currentRequest) fail((error as Error).message)
    }
  }

  function show(transaction: Shown): void {
    shown = transaction
    const { amount, currency, channels, merchant_name: merchant, email } = transaction
    const sum = (amount / 100).toLocaleString('en-NG', { style: 'currency', currency })
    find('heading').textContent = `Pay ${merchant} ${sum}`
    find('email').textContent = email
    // The library may choose the saved card before the transaction has arrived.
    find('saved').hidden = !vault
    find('fields').hidden = vault
    for (const secret of ['pin', 'otp']) {
      find(`${secret}-row`).hidden = true
      field(secret).value = ''
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-channel]'))
      element.hidden = !channels.includes(element.dataset.channel ?? '')
    find('ways').hidden = false
    showStatus('')
  }

  /** Ends the transaction on this page. */
  function leave(event: string, data: object): void {
    currentRequest = null
    shown = null
    find('ways').hidden = true
    notifyLibrary(event, data)
    if (isStandalone && back) window.location.assign(back)
  }

  async function submit(attempt: Attempt): Promise<void> {
    if (!shown || busy) return
    const { access_code: code, reference, id } = shown
    busy = true
    showStatus('Please wait...')
    try {
      const outcome = await fetchJson<Outcome>(`/checkout/attempt/${code}`, attempt)
      if (shown?.access_code === code) react(outcome, reference, String(id))
    } catch (error) {
      fail((error as Error).message)
    } finally {
      busy = false
    }
  }

  function react(outcome: Outcome, reference: string, id: string): void {
    switch (outcome.outcome) {
      case 'success':
        showStatus('Payment successful.')
        return leave('success', {
          reference,
          trans: id,
          transaction: id,
          trxref: reference,
          status: 'success',
          message: 'Approved',
          redirecturl: `?trxref=${reference}&reference=${reference}`,
        })
      case 'pending':
        showStatus('Waiting for your transfer. You can leave this page.')
        return leave('transfer:pending', { status: 'pending' })
      case 'cancelled':
        showStatus('Payment cancelled.')
        return leave('cancel', { status: 'abandoned' })
      case 'failed':
        return fail(outcome.message)
      case 'declined':
        notifyLibrary('error', { type: 'transaction', message: outcome.message })
        return showProblem(outcome.message)
      case 'asked':
        find(`${outcome.for}-row`).hidden = false
        find(outcome.for).focus()
        return showStatus(outcome.for === 'pin' ? 'Enter your card PIN.' : 'Enter the one-time password.')
    }
  }

  const typedCard = (): Attempt => ({
    action: 'pay',
    card: {
      number: value('number'),
      expiry: value('expiry'),
      cvv: value('cvv'),
      ...(value('pin') && { pin: value('pin') }),
      ...(value('otp') && { otp: value('otp') }),
    },
  })
  const close = () => {
    if (shown) leave('close', { status: 'abandoned' })
  }

  find('card').addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(vault ? { action: 'vault' } : typedCard())
  })
  for (const button of document.querySelectorAll<HTMLElement>('[data-action]'))
    button.addEventListener(
      'click',
      () => void submit({ action: button.dataset.action as Exclude<Attempt['action'], 'pay'> }),
    )
  find('close').addEventListener('click', close)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })

  if (isStandalone) return void open({ accessCode })
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent) return
    if (data === 'render') find('heading').focus()
    if (data === 'close') currentRequest = shown = null
    if (data?.type === 'inline:url') void open(data.params as { accessCode?: string })
    if (data?.type === 'inline:pay-with-vault') {
      vault = true
      find('fields').hidden = true
      find('saved').hidden = false
    }
  })
  notifyLibrary('loaded:checkout')
}
