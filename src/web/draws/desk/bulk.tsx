import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DRAW_LIMITS } from '../../../domain/draw-limits.ts'
import { type AnswerOf, CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, TextArea } from '../../ui/field.tsx'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { DeskDay } from './entry.ts'
import type { Notice } from './use-desk.ts'

type Verdicts = AnswerOf<'POST /api/admin/draws/check'>
interface Upload {
  content: Blob
  name: string
  /** The date for draws without one. */
  date: string
}

const VERDICT_LABELS = {
  new: 'New',
  complete: 'Adds',
  change: 'Changes',
  same: 'Unchanged',
  refused: 'Refused',
} as const

/** Imports many draws at once. The check gives a verdict on every row; only then can the valid rows be written. */
export function Bulk({ today, onSaved }: { today: DeskDay; onSaved: () => void }) {
  const [text, setText] = useState('')
  const [date, setDate] = useState<string>(today.today)
  const [checked, setChecked] = useState<{ upload: Upload; verdicts: Verdicts } | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is above, and the section may be outside the window.
  useEffect(() => heading.current?.focus(), [])

  async function run(what: () => Promise<void>) {
    setBusy(true)
    setNotice(null)
    try {
      await what()
    } catch (error) {
      setNotice({ kind: 'bad', text: failureText(error) })
    } finally {
      setBusy(false)
    }
  }

  function check(event: FormEvent) {
    event.preventDefault()
    const found = new FormData(form.current!).get('file')
    // An empty file field holds a file without a name.
    const chosen = found instanceof File && found.name !== '' ? found : null
    if (!chosen && text.trim() === '') {
      setNotice({ kind: 'bad', text: 'Choose a file or paste some draws.' })
      return
    }
    const content = new Blob([chosen ?? text], { type: 'text/csv' })
    const upload: Upload = { content, name: chosen?.name.slice(0, 100) ?? 'pasted', date }
    void run(() => checkUpload(upload))
  }

  async function checkUpload(upload: Upload) {
    const query = { date: upload.date }
    const verdicts = await sendAdminCall('POST /api/admin/draws/check', { query, body: upload.content })
    setChecked({ upload, verdicts })
  }

  function importUpload(upload: Upload, plan: string, correct: boolean) {
    const { content, name, date: day } = upload
    void run(async () => {
      const query = { date: day, name, plan, correct: correct ? 'yes' : 'no' }
      const done = await sendAdminCall('POST /api/admin/draws/import', { query, body: content }).catch(
        async (error: unknown) => {
          if (error instanceof CallError && error.status === 409) await checkUpload(upload)
          throw error
        },
      )
      const { completed, corrected, refused } = done.totals
      setNotice({
        kind: 'good',
        text: `${done.inserted} new, ${completed + corrected} changed, ${done.unchanged} unchanged, ${refused} refused.`,
      })
      setChecked(null)
      setText('')
      form.current?.reset()
      onSaved()
    })
  }

  return (
    <section aria-labelledby="many" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="many" ref={heading} tabIndex={-1} className="mb-2 font-bold">
        Many at once
      </h2>
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <form ref={form} onSubmit={check} aria-label="Draws" className="space-y-2">
        <Field
          label="CSV file"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          name="file"
          hint="Columns: game, date, serial, status, w1 to w5, m1 to m5."
          onChange={() => setChecked(null)}
        />
        <TextArea
          label="Or paste draws"
          rows={5}
          value={text}
          hint="One per line, such as Bingo 2/10/2023 7 12 45 60 89 / 3 9 27 33 81, or in blocks with W: and M: as on WhatsApp."
          onChange={(event) => {
            setText(event.target.value)
            setChecked(null)
          }}
        />
        <Field
          label="Date for draws without one"
          type="date"
          value={date}
          max={today.today}
          hint="Dates such as 07/08/2025 have the day first."
          onChange={(event) => {
            setDate(event.target.value)
            setChecked(null)
          }}
        />
        {today.secondPerson && (
          <p className="text-sm">
            Uploaded draws stay unconfirmed until a second person uploads or types the same numbers.
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
          onWrite={(correct) => importUpload(checked.upload, checked.verdicts.plan, correct)}
        />
      )}
    </section>
  )
}

function VerdictTable({
  verdicts: { verdicts, more, inserted, completed, corrected, unchanged, refused },
  busy,
  onWrite,
}: {
  verdicts: Verdicts
  busy: boolean
  /** @param correct whether recorded draws may change */
  onWrite: (correct: boolean) => void
}) {
  const [correct, setCorrect] = useState(false)
  const good = inserted + completed + (correct ? corrected : 0)
  return (
    <div className="mt-3">
      <p role="status" className="font-bold">
        {inserted} new, {completed} to complete, {corrected} to change, {unchanged} unchanged, {refused}{' '}
        refused. Nothing is written yet.
      </p>
      <DataTable
        caption="Verdict on each row"
        captionHidden
        columns={['Line', 'Draw', 'Verdict']}
        className="mt-2"
      >
        {verdicts.map(({ line, game, date, verdict, notes }) => (
          <tr key={`${line} ${game}`}>
            <th scope="row">{line}</th>
            <td>
              <span className="block wrap-anywhere">{game.slice(0, DRAW_LIMITS.gameName)}</span>
              <span className="block">{date.slice(0, DRAW_LIMITS.gameName)}</span>
            </td>
            <td>
              <span className={verdict === 'refused' ? 'font-bold text-error' : 'font-bold'}>
                {VERDICT_LABELS[verdict]}
              </span>
              {notes.length > 0 && <span className="block">{notes.join(' ')}</span>}
            </td>
          </tr>
        ))}
      </DataTable>
      {more > 0 && <p className="text-sm text-quiet">And {more} more rows without problems.</p>}
      {corrected > 0 && (
        <Checkbox
          label={`Change ${corrected === 1 ? 'the recorded draw' : `the ${corrected} recorded draws`} listed as "Changes"`}
          checked={correct}
          onChange={(event) => setCorrect(event.target.checked)}
        />
      )}
      <Button className="mt-3" disabled={busy || good === 0} onClick={() => onWrite(correct)}>
        {good === 0 ? 'Nothing to write' : `Write ${good} draw(s)`}
      </Button>
    </div>
  )
}
