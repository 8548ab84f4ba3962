import google from './google.svg?no-inline'
import { Button } from '../ui/button.tsx'

/** Needs script, so it is hidden without script. */
export function GoogleButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button kind="plain" className="script-only w-full" onClick={onClick}>
      <img src={google} width="18" height="18" alt="" />
      {children}
    </Button>
  )
}

/** The Google button above the email form. */
export function GoogleAboveForm({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <div className="mb-3">
      <GoogleButton onClick={onClick}>{children}</GoogleButton>
    </div>
  )
}
