import { Button } from '../ui/button.tsx'

/** Needs script, and so is shown by it only: without, there is the form. */
export function GoogleButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button kind="plain" className="script-only w-full" onClick={onClick}>
      <img src="/google.svg" width="18" height="18" alt="" />
      {children}
    </Button>
  )
}

/** The button above a form that is the other way in. */
export function GoogleFirst({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <div className="script-only mb-3">
      <GoogleButton onClick={onClick}>{children}</GoogleButton>
      <p className="mt-3 text-center text-sm text-quiet">or with your email</p>
    </div>
  )
}
