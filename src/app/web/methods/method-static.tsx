import type { ReactNode } from 'react'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import type { MethodKey } from '../../../platform/rules/methods/keys.ts'
import { methodPath, PATHS } from '../../../platform/rules/site/paths.ts'
import type { Head as DocumentHead, PageProps, Trail } from '../../../platform/web/site/page.ts'
import { Breadcrumbs } from '../../../platform/web/site/breadcrumbs.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { type Method, methodOf } from './methods.ts'

export const head = (subject: string): DocumentHead => {
  const method = methodOf(subject)
  if (!method) return { title: MESSAGES.notFound, missing: true }
  return { title: method.title, description: method.question, trail: trailOf(subject, method) }
}

const trailOf = (subject: string, { title }: Method): Trail => [
  [PATHS.methods, 'Methods'],
  [methodPath(subject as MethodKey), title],
]

/** One method: the same sections for every figure. */
export default function MethodPage({ subject }: PageProps) {
  const method = methodOf(subject)
  return method ? <Explained method={method} trail={trailOf(subject, method)} /> : <NoSuchMethod />
}

function Explained({ method, trail }: { method: Method; trail: Trail }) {
  const { title, question, formula, meaning, window, holes, assumptions, limits } = method
  return (
    <article className="max-w-[40rem]">
      <Breadcrumbs trail={trail} />
      <Head title={title} />
      <p className="text-lg leading-tight">{question}</p>
      <Part title="Formula">
        <div className="space-y-1 rounded-lg border border-line bg-sheet p-3">
          {formula.map((line) => (
            <p key={line} className="pl-4 -indent-4 font-mono text-sm">
              {line}
            </p>
          ))}
        </div>
      </Part>
      <Part title="In words">
        {meaning.map((text) => (
          <p key={text} className="mb-2">
            {text}
          </p>
        ))}
      </Part>
      <Part title="What counts">
        <p>{window}</p>
      </Part>
      <Part title="What is left out">
        <p>{holes}</p>
      </Part>
      <Part title="Assumptions">
        <Lines of={assumptions} />
      </Part>
      <Part title="Limits">
        <Lines of={limits} />
      </Part>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h2 className="mb-1 font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Lines({ of }: { of: readonly string[] }) {
  return (
    <ul className="list-disc pl-5">
      {of.map((text) => (
        <li key={text} className="mb-1">
          {text}
        </li>
      ))}
    </ul>
  )
}

function NoSuchMethod() {
  return (
    <>
      <Head title={MESSAGES.notFound} />
      <p>There is no such method.</p>
      <a className="link tap" href={PATHS.methods}>
        All methods
      </a>
    </>
  )
}
