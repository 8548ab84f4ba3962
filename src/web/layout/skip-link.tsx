/** The first link of a page, which lets keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="skip absolute top-1 left-2 z-20 rounded-lg bg-brand px-4 py-2 text-on-brand"
    >
      Skip to content
    </a>
  )
}
