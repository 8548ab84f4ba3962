import type { MethodKey } from '../../../platform/rules/methods/keys.ts'
import { methodPath } from '../../../platform/rules/site/paths.ts'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import { METHOD_GROUPS } from './methods.ts'

export const head = (): DocumentHead => ({
  title: 'Methods',
  description: 'How each figure of Lotto Forecast is computed: its formula, its assumptions and its limits.',
})

/** The index of the methods. */
export default function MethodsPage() {
  return (
    <>
      <Head title="Methods" />
      <p className="max-w-[40rem]">
        Each page explains one figure: its question, its formula, what it assumes and what it cannot show.
      </p>
      {METHOD_GROUPS.filter(({ methods }) => Object.keys(methods).length > 0).map(({ title, methods }) => (
        <section key={title} className="mt-5">
          <h2 className="mb-2 font-bold">{title}</h2>
          <ul className="ruled">
            {Object.entries(methods).map(([key, { title, question }]) => (
              <li key={key} className="pb-2">
                <a className="link tap font-bold" href={methodPath(key as MethodKey)}>
                  {title}
                </a>
                <p className="text-sm text-quiet max-md:hidden">{question}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
