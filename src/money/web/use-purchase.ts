import { useEffect, useRef, useState } from 'react'
import { CHECKOUT_LIMITS } from '../rules/limits.ts'
import { NOT_OPENED, PAYMENT_MESSAGES } from '../rules/payments.ts'
import { isEmail } from '../../platform/rules/access/identity.ts'
import type { PaidPlan } from '../../platform/rules/access/plans.ts'
import { useMe, useRefreshMe } from '../../platform/web/access/me.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { openCheckout, initializeTransaction, NotOpenedError } from './checkout.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import {
  afterCheckout,
  afterPoll,
  confirmPayment,
  PLAN,
  type Purchase,
  purchaseOf,
} from './purchase-state.ts'

/**
 * Buys a plan: opens the checkout, then polls the server until the payment is settled. Resumes a
 * pending payment that was opened earlier or on Paystack's own page.
 *
 * @param start the state at first, without a refused form
 * @param isDismissed whether the payer has said that nothing was paid
 */
export function usePurchase(start: Purchase = { step: 'idle' }, isDismissed = false) {
  const me = useMe()
  const plan = useCall('GET /api/plan', PLAN)
  const { message } = useFormAnswer('pay')
  const [purchase, setPurchase] = useState<Purchase>(
    message === null ? start : { step: 'refused', text: message },
  )
  const [dismissed, setDismissed] = useState(isDismissed)
  const busy = useRef(false)
  const pressed = useRef<HTMLElement | null>(null)
  const page = useLeaveSignal()
  usePaymentPolling(purchase, setPurchase)
  // The window took the focus. It returns to the button once the button is enabled.
  useEffect(() => {
    if (purchase.step !== 'opening') pressed.current?.focus({ preventScroll: true })
  }, [purchase.step])
  useRefreshWhenDecided(purchase, plan.refetch)

  const pending = plan.data?.pending[0]
  if (purchase.step === 'idle' && pending && !dismissed) setPurchase(purchaseOf(pending))

  async function buy(wanted: PaidPlan, buttonId: string): Promise<void> {
    const button = document.getElementById(buttonId)
    if (!button) throw new Error(PAYMENT_MESSAGES.noButton)
    if (busy.current || !me) return
    const problem = emailProblem(me.email)
    if (problem) return setPurchase({ step: 'refused', text: problem })
    busy.current = true
    const kobo = plan.data?.purchases.find((one) => one.plan === wanted)?.kobo
    pressed.current = button
    setPurchase({ step: 'opening', plan: wanted })
    try {
      const { signal: leaveSignal } = page.current
      const opened = await initializeTransaction(wanted, kobo, me)
      if (!leaveSignal.aborted)
        setPurchase(await afterCheckout(await openCheckout(opened, leaveSignal), opened, wanted))
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

/** A signal that aborts when the user leaves the page. */
function useLeaveSignal() {
  const controller = useRef(new AbortController())
  useEffect(() => {
    const current = new AbortController()
    controller.current = current
    return () => current.abort()
  }, [])
  return controller
}

/** Why Paystack would refuse the user's email; null if it is valid. */
function emailProblem(email: string): string | null {
  if (email.trim() === '') return PAYMENT_MESSAGES.noEmail
  return isEmail(email) ? null : PAYMENT_MESSAGES.wrongEmail
}

/** Polls a payment until the server has decided. */
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
    let polls = 0
    let failures = 0
    const poll = async () => {
      const result = await confirmPayment(reference).catch((error: unknown) => error as Error)
      if (isOver) return
      const next = afterPoll({ purchase: latest.current, failures }, result)
      failures = next.failures
      setPurchase(next.purchase)
      polls += 1
      const interval =
        polls < CHECKOUT_LIMITS.firstPolls ? CHECKOUT_LIMITS.firstPollMs : CHECKOUT_LIMITS.laterPollMs
      timer = setTimeout(() => void poll(), interval)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reference, setPurchase])
}

/** Refreshes the user and the plan after a payment settles or is refused: an earlier one may have settled meanwhile. */
function useRefreshWhenDecided(purchase: Purchase, refetchPlan: () => void): void {
  const refreshMe = useRefreshMe()
  const refresh = useRef(() => {})
  useEffect(() => {
    refresh.current = () => {
      // Without a network the page keeps the answers that it has.
      refreshMe().catch(() => undefined)
      refetchPlan()
    }
  })
  useEffect(() => {
    if (purchase.step === 'settled' || purchase.step === 'refused') refresh.current()
  }, [purchase.step])
}
