import { type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { isCsv } from '../../../domain/notation.ts'
import { type AnswerOf, CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { causeOf, change } from '../calls.ts'
import type { Said } from './use-desk.ts'

type Verdicts = AnswerOf<'POST /api/admin/draws/check'>
interface Upload {
  content: Blob
  format: 'csv' | 'lines'
  name: string
}

const WORDS = { new: 'New', change: 'Changes', same: 'Same already', refused: 'Refused' } as const

/** Many draws at once: a verdict on every row first, then the good rows go in. */
export function Bulk({ secondPerson, onSaved }: { secondPerson: boolean; onSaved: () => void }) {
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<{ upload: Upload; verdicts: Verdicts } | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function run(what: () => Promise<void>) {
    setBusy(true)
    setSaid(null)
    try {
      await what()
    } catch (error) {
      setSaid({ kind: 'bad', text: causeOf(error) })
    } finally {
      setBusy(false)
    }
  }

  function check(event: FormEvent) {
    event.preventDefault()
    const found = new FormData(form.current!).get('file')
    const chosen = found instanceof File && found.name !== '' ? found : null
    if (!chosen && text.trim() === '') {
      setSaid({ kind: 'bad', text: 'Choose a file or paste some draws.' })
      return
    }
    const typed = { type: 'text/csv' }
    const upload: Upload = chosen
      ? { content: new Blob([chosen], typed), format: 'csv', name: chosen.name.slice(0, 100) }
      : { content: new Blob([text], typed), format: isCsv(text) ? 'csv' : 'lines', name: 'pasted' }
    void run(() => judge(upload))
  }

  async function judge(upload: Upload) {
    const query = { format: upload.format }
    const verdicts = await change('POST /api/admin/draws/check', { query, body: upload.content })
    setChecked({ upload, verdicts })
  }

  function write(upload: Upload, plan: string) {
    const { content, format, name } = upload
    void run(async () => {
      const query = { format, name, plan }
      const done = await change('POST /api/admin/draws/import', { query, body: content }).catch(
        async (error: unknown) => {
          if (error instanceof CallError && error.status === 409) await judge(upload)
          throw error
        },
      )
      setSaid({
        kind: 'good',
        text: `${done.inserted} new, ${done.corrected} changed, ${done.unchanged} the same already, ${done.refused.length} refused.`,
      })
      setChecked(null)
      setText('')
      form.current?.reset()
      onSaved()
    })
  }

  return (
    <details className="mt-6 rounded-lg border border-line bg-sheet p-3">
      <summary className="min-h-11 cursor-pointer py-2 font-bold">Many draws at once</summary>
      {said && <Banner kind={said.kind}>{said.text}</Banner>}
      <form ref={form} onSubmit={check} aria-label="Bulk upload" className="space-y-2">
        <Field
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          name="file"
          hint="Columns: game, date, serial, status, w1 to w5, m1 to m5."
          onChange={() => setChecked(null)}
        />
        <TextArea
          label="Or paste draws, one a line"
          rows={5}
          value={text}
          hint="Bingo 2023-10-02 7 12 45 60 89 / 3 9 27 33 81"
          onChange={(event) => {
            setText(event.target.value)
            setChecked(null)
          }}
        />
        {secondPerson && (
          <p className="text-sm">
            What is uploaded stays unconfirmed until a second person uploads or types the same.
          </p>
        )}
        <Button type="submit" kind="plain" disabled={busy}>
          Check
        </Button>
      </form>
      {checked && (
        <VerdictTable
          verdicts={checked.verdicts}
          busy={busy}
          onWrite={() => write(checked.upload, checked.verdicts.plan)}
        />
      )}
    </details>
  )
}

function VerdictTable({
  verdicts: { verdicts, more, inserted, corrected, unchanged, refused },
  busy,
  onWrite,
}: {
  verdicts: Verdicts
  busy: boolean
  onWrite: () => void
}) {
  const good = inserted + corrected
  return (
    <div className="mt-3">
      <p role="status" className="font-semibold">
        {inserted} new, {corrected} to change, {unchanged} the same already, {refused} refused. Nothing is
        written yet.
      </p>
      <div className="scroller mt-2" role="region" aria-label="Verdict on each row" tabIndex={0}>
        <table className="table">
          <caption className="sr-only">Verdict on each row</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Game</th>
              <th scope="col">Date</th>
              <th scope="col">Verdict</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {verdicts.map(({ line, game, date, verdict, notes }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td>{game.slice(0, LIMITS.gameName)}</td>
                <td className="whitespace-nowrap">{date.slice(0, LIMITS.gameName)}</td>
                <td className={verdict === 'refused' ? 'font-semibold text-error' : ''}>{WORDS[verdict]}</td>
                <td>{notes.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="text-sm text-quiet">And {more} more rows without a complaint.</p>}
      <Button className="mt-3" disabled={busy || good === 0} onClick={onWrite}>
        {good === 0 ? 'Nothing to write' : `Write ${good} draw(s)`}
      </Button>
    </div>
  )
}
