import type { Trail } from './page.ts'

/** The pages above this one, and its name; nothing for the top. */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  if (trail.length < 2) return null
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="-mt-2 flex flex-wrap items-center gap-x-2 text-sm">
        {trail.map(([path, name], i) => (
          <li key={path} className="inline-flex items-center gap-x-2">
            {i > 0 && <span aria-hidden="true">›</span>}
            <a href={path} aria-current={i === trail.length - 1 ? 'page' : undefined} className="link tap">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
