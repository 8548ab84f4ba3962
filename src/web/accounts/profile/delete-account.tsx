import { useState } from 'react'
import { send } from '../../api/call.ts'
import { leaveToLogin } from '../leave-to-login.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { useProof } from '../proof.tsx'
import { ChangeStatus } from './change-status.tsx'
import { Section } from './section.tsx'
import { useChange } from './use-change.ts'

/** The way out: said plainly, confirmed by a tick and by showing who it is. */
export function DeleteAccount() {
  const { busy, said, run, tell } = useChange()
  const { dialog, proven } = useProof()
  const [sure, setSure] = useState(false)

  function remove() {
    if (!sure) return tell('Tick the box first.')
    void run(async () => {
      await proven(() => send('DELETE /api/profile', { confirm: true }))
      leaveToLogin('account-deleted')
      return null
    })
  }

  return (
    <Section
      title="Delete my account"
      note="You are logged out everywhere at once and your name, email and ways in are erased. Records of payments stay, without your name, because the law asks for them; so does the log of what was changed and from which network address. Paid time that is left is lost. This cannot be undone."
    >
      <Checkbox
        label="I want to delete my account for good"
        checked={sure}
        onChange={(event) => setSure(event.target.checked)}
      />
      <Button kind="danger" className="mt-2" disabled={busy} onClick={remove}>
        Delete my account
      </Button>
      <ChangeStatus said={said} />
      {dialog}
    </Section>
  )
}
