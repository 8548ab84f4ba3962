/** Said wherever a plan could be bought: this release cannot take payments yet. */
export function PaymentsSoon() {
  return (
    <p className="mt-4 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      Basic and Pro cannot be bought yet: payments come with the next release.
    </p>
  )
}
