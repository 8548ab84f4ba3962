/** The first link of a page, which lets keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="absolute left-2 -top-20 z-20 rounded-lg bg-brand px-4 py-2 text-on-brand focus:top-2"
    >
      Skip to content
    </a>
  )
}
