import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../domain/errors.ts'
import { NOT_OPENED, PAYMENT_MESSAGES } from '../../domain/payment-messages.ts'
import { isEmail } from '../../domain/identity.ts'
import type { PaidPlan } from '../../domain/plans.ts'
import { useMe, useRefreshMe } from '../accounts/me.ts'
import { CallError } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { openCheckout } from './checkout.ts'
import { initializeTransaction, NotOpenedError } from './initialize.ts'
import { afterCheckout, confirmPayment, PLAN, type Purchase, purchaseOf } from './purchase-state.ts'

/** Milliseconds between two questions to the server: at first, and when it takes longer. */
const FIRST_POLL_INTERVAL_MS = 3000
const LATER_POLL_INTERVAL_MS = 10_000
const FIRST_POLLS = 20
/** Milliseconds for which a settled payment is shown before the screen goes on. */
export const SETTLED_DISPLAY_MS = 3000
/** Questions in a row that may fail before people who have paid are told. */
const MAX_FAILURES = 2

/**
 * Buying a plan: opens the checkout, then asks the server until the payment is settled. One that is on its way already,
 * from before or from Paystack's own page, is taken up again.
 *
 * @param returned reference of a payment that Paystack's own page sent the browser back with
 */
export function usePurchase(returned: string | null = null) {
  const me = useMe()
  const plan = useCall('GET /api/plan', PLAN)
  const [purchase, setPurchase] = useState<Purchase>(() =>
    returned ? { step: 'waiting', reference: returned, plan: null } : { step: 'idle' },
  )
  const [dismissed, setDismissed] = useState(false)
  const busy = useRef(false)
  const pressed = useRef<HTMLElement | null>(null)
  const page = useLeaveSignal()
  usePaymentPolling(purchase, setPurchase)
  // The window took the focus along; the button has it back once it is enabled again.
  useEffect(() => {
    if (purchase.step !== 'opening') pressed.current?.focus({ preventScroll: true })
  }, [purchase.step])
  useRefreshWhenDecided(purchase, plan.askAgain)

  const before = plan.data?.pending[0]
  if (purchase.step === 'idle' && before && !dismissed) setPurchase(purchaseOf(before))

  async function buy(wanted: PaidPlan, buttonId: string): Promise<void> {
    const button = document.getElementById(buttonId)
    if (!button) throw new Error(PAYMENT_MESSAGES.noButton)
    if (busy.current || !me) return
    const problem = emailProblem(me.email)
    if (problem) return setPurchase({ step: 'refused', text: problem })
    busy.current = true
    pressed.current = button
    setPurchase({ step: 'opening', plan: wanted })
    try {
      const { signal: left } = page.current
      const opened = await initializeTransaction(wanted, me)
      if (!left.aborted) setPurchase(await afterCheckout(await openCheckout(opened, left), opened, wanted))
    } catch (error) {
      setPurchase({ step: 'refused', text: error instanceof NotOpenedError ? error.sentence : NOT_OPENED })
    } finally {
      busy.current = false
    }
  }

  return {
    plan,
    purchase,
    buy,
    dismiss: () => {
      setDismissed(true)
      setPurchase({ step: 'idle' })
    },
  }
}

/** Aborted when the page is left. */
function useLeaveSignal() {
  const presence = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    presence.current = here
    return () => here.abort()
  }, [])
  return presence
}

/** What is wrong with the e-mail that Paystack would be given. */
function emailProblem(email: string): string | null {
  if (email.trim() === '') return PAYMENT_MESSAGES.noEmail
  return isEmail(email) ? null : PAYMENT_MESSAGES.wrongEmail
}

/** Asks after a payment until the server has decided. */
function usePaymentPolling(purchase: Purchase, setPurchase: (purchase: Purchase) => void): void {
  const reference = purchase.step === 'waiting' || purchase.step === 'unsettled' ? purchase.reference : null
  const latest = useRef(purchase)
  useEffect(() => {
    latest.current = purchase
  })
  useEffect(() => {
    if (reference === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let asked = 0
    let failed = 0
    const look = async () => {
      const found = await confirmPayment(reference).then(purchaseOf, (error: unknown) => error)
      if (isOver) return
      const current = latest.current
      if (isNotOurs(found)) return setPurchase({ step: 'refused', text: found.problem.title })
      if (found instanceof Error) {
        const isOffline = found instanceof CallError && found.status === 0
        if (!isOffline) failed += 1
        if (current.step === 'waiting')
          setPurchase(
            current.isClaimed && failed >= MAX_FAILURES
              ? { step: 'unsettled', reference, plan: current.plan }
              : { ...current, isOffline },
          )
      } else {
        failed = 0
        setPurchase(found as Purchase)
      }
      asked += 1
      timer = setTimeout(
        () => void look(),
        asked < FIRST_POLLS ? FIRST_POLL_INTERVAL_MS : LATER_POLL_INTERVAL_MS,
      )
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reference, setPurchase])
}

/** Whether a reference, which may come from an address that somebody made up, is that of no payment of this person. */
function isNotOurs(error: unknown): error is CallError & { problem: Problem } {
  return (
    error instanceof CallError && (error.status === 403 || error.status === 404) && error.problem !== null
  )
}

/** Asks for person and plan again when a payment has settled, or was refused: an earlier one may have settled since. */
function useRefreshWhenDecided(purchase: Purchase, askPlan: () => void): void {
  const refreshMe = useRefreshMe()
  const news = useRef(() => {})
  useEffect(() => {
    news.current = () => {
      // Without a network the page keeps what it knows.
      refreshMe().catch(() => undefined)
      askPlan()
    }
  })
  useEffect(() => {
    if (purchase.step === 'settled' || purchase.step === 'refused') news.current()
  }, [purchase.step])
}
