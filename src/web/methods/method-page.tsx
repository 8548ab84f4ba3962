import type { ReactNode } from 'react'
import { MESSAGES } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { Head } from '../ui/title.tsx'
import { type Method, methodOf } from './methods.ts'

export const head = (subject: string): DocumentHead => {
  const method = methodOf(subject)
  if (!method) return { title: MESSAGES.notFound, missing: true }
  return { title: method.title, description: method.question }
}

/** One method: the same sections for every figure. */
export default function MethodPage({ subject }: PageProps) {
  const method = methodOf(subject)
  return method ? <Explained method={method} /> : <NoSuchMethod />
}

function Explained({ method }: { method: Method }) {
  const { title, question, formula, meaning, window, holes, assumptions, limits } = method
  return (
    <article className="max-w-[40rem]">
      <Head title={title} end={<AllMethods />} />
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
      <Part title="Holes">
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

const AllMethods = () => (
  <a className="link tap -my-3" href={PATHS.methods}>
    All methods
  </a>
)

function NoSuchMethod() {
  return (
    <>
      <Head title={MESSAGES.notFound} end={<AllMethods />} />
      <p>There is no such method.</p>
    </>
  )
}
