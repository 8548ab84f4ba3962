import type { Attempt, Outcome } from './transactions.ts'

/** What the page knows of the transaction that it shows, out of verify_access_code. */
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
 * Runs in the checkout page, inside the shop's page or alone, and speaks to the checkout library by messages. The page
 * gets this function's own text: it uses nothing from outside itself.
 */
export function runCheckout(): void {
  const find = (id: string) => document.getElementById(id)!
  const field = (id: string) => find(id) as HTMLInputElement
  const value = (id: string) => field(id).value
  const { accessCode, back } = document.body.dataset
  const alone = accessCode !== undefined
  let shown: Shown | null = null
  /** What the library asked for last, null when it is done with. */
  let asked: string | null = null
  let vault = false
  let busy = false

  const tell = (event: string, data?: unknown) => {
    if (!alone) window.parent.postMessage({ event, data }, '*')
  }
  const say = (text: string) => {
    find('problem').textContent = ''
    find('status').textContent = text
  }
  const complain = (text: string) => {
    find('status').textContent = ''
    find('problem').textContent = text
  }

  async function ask<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    const answer = (await response.json()) as T & { status?: boolean; message?: string }
    if (answer.status === false) throw new Error(answer.message)
    return answer
  }

  /** Nothing can be paid here now; the library may ask again. */
  function fail(message: string): void {
    asked = null
    shown = null
    find('ways').hidden = true
    complain(message)
    tell('error', { type: 'setup', message })
  }

  /** The library says the same twice when it opens: at once, and again when it hears that this page is there. */
  async function open(params: { accessCode?: string }): Promise<void> {
    const wish = JSON.stringify(params)
    if (wish === asked) return
    asked = wish
    try {
      const mode = await ask<{ checkout: string }>('/paystack/mode')
      if (mode.checkout === 'setup-error') throw new Error('The transaction could not be set up')
      const { data } = params.accessCode
        ? await ask<{ data: Shown }>(
            `/transaction/verify_access_code/${encodeURIComponent(params.accessCode)}`,
          )
        : await ask<{ data: Shown }>('/checkout/request_inline', params)
      if (wish !== asked) return
      show(data)
      if (mode.checkout === 'normal')
        tell('loaded:transaction', { id: data.id, customer: data.customer, accessCode: data.access_code })
    } catch (error) {
      if (wish === asked) fail((error as Error).message)
    }
  }

  function show(transaction: Shown): void {
    shown = transaction
    vault = false
    const { amount, currency, channels, merchant_name: merchant, email } = transaction
    const sum = (amount / 100).toLocaleString('en-NG', { style: 'currency', currency })
    find('heading').textContent = `Pay ${merchant} ${sum}`
    find('email').textContent = email
    find('saved').hidden = true
    find('fields').hidden = false
    for (const secret of ['pin', 'otp']) {
      find(`${secret}-row`).hidden = true
      field(secret).value = ''
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-channel]'))
      element.hidden = !channels.includes(element.dataset.channel ?? '')
    find('ways').hidden = false
    say('')
  }

  /** Done with this transaction, whatever the shop does next. */
  function leave(event: string, data: object): void {
    asked = null
    shown = null
    find('ways').hidden = true
    tell(event, data)
    if (alone && back) window.location.assign(back)
  }

  async function attempt(wish: Attempt): Promise<void> {
    if (!shown || busy) return
    const { access_code: code, reference, id } = shown
    busy = true
    say('Please wait...')
    try {
      const outcome = await ask<Outcome>(`/checkout/attempt/${code}`, wish)
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
        say('Payment successful.')
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
        say('Waiting for your transfer. You can leave this page.')
        return leave('transfer:pending', { status: 'pending' })
      case 'cancelled':
        say('Payment cancelled.')
        return leave('cancel', { status: 'abandoned' })
      case 'failed':
        return fail(outcome.message)
      case 'declined':
        tell('error', { type: 'transaction', message: outcome.message })
        return complain(outcome.message)
      case 'asked':
        find(`${outcome.for}-row`).hidden = false
        find(outcome.for).focus()
        return say(outcome.for === 'pin' ? 'Enter your card PIN.' : 'Enter the one-time password.')
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
    void attempt(vault ? { action: 'vault' } : typedCard())
  })
  for (const button of document.querySelectorAll<HTMLElement>('[data-action]'))
    button.addEventListener(
      'click',
      () => void attempt({ action: button.dataset.action as Exclude<Attempt['action'], 'pay'> }),
    )
  find('close').addEventListener('click', close)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })

  if (alone) return void open({ accessCode })
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent) return
    if (data === 'render') find('heading').focus()
    if (data === 'close') asked = shown = null
    if (data?.type === 'inline:url') void open(data.params as { accessCode?: string })
    if (data?.type === 'inline:pay-with-vault') {
      vault = true
      find('fields').hidden = true
      find('saved').hidden = false
    }
  })
  tell('loaded:checkout')
}
