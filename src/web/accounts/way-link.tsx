/** The link below a form that leads to another way in. */
export function WayLink({ lead, to, children }: { lead?: string; to: string; children: string }) {
  return (
    <p className="mt-2 -mb-2 text-center text-sm">
      {lead && `${lead} `}
      <a href={to} className="link inline-block py-3">
        {children}
      </a>
    </p>
  )
}
