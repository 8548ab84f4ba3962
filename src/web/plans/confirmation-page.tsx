import { useState } from 'react'
import { useLocation } from 'wouter'
import { MESSAGES } from '../../domain/messages.ts'
import { PLANS } from '../../domain/plans.ts'
import { AgeQuestion } from '../accounts/age-question.tsx'
import { useMe } from '../accounts/me.ts'
import { send } from '../api/call.ts'
import { useSite } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { Title } from '../ui/title.tsx'
import { PlanCard } from './plan-card.tsx'
import { PaymentsSoon } from './payments-soon.tsx'

/** The plan choice after a sign-up. */
export default function ConfirmationPage() {
  const me = useMe()
  return me?.ageConfirmed === false ? <AgeQuestion /> : <PlanChoice />
}

function PlanChoice() {
  const me = useMe()
  const site = useSite()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function chooseFree() {
    setBusy(true)
    setFailed(false)
    try {
      await send('POST /api/plans/free')
      const to = site?.destinations.results ?? '/'
      if (to.startsWith('/')) navigate(to)
      else location.assign(to)
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  return (
    <>
      <Title>Welcome, {me?.username || me?.email}</Title>
      <p className="mt-1 text-quiet">Choose your plan. You can change it at any time.</p>
      {failed && (
        <p role="alert" className="mt-4 rounded-lg bg-error-soft p-3 text-error">
          {MESSAGES.planNotSaved}
        </p>
      )}
      <div className="mt-4 space-y-4">
        <PlanCard plan="free">
          <Button className="w-full" disabled={busy} onClick={() => void chooseFree()}>
            {PLANS.free.button}
          </Button>
        </PlanCard>
        <PlanCard plan="basic">
          <Button className="w-full" disabled>
            {PLANS.basic.button}
          </Button>
        </PlanCard>
        <PlanCard plan="pro">
          <Button className="w-full" disabled>
            {PLANS.pro.button}
          </Button>
        </PlanCard>
      </div>
      <PaymentsSoon />
    </>
  )
}
