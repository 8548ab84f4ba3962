import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DateQuestion } from '../../../domain/ingest/ingest.ts'
import type { DateOrder } from '../../../domain/draws/written-dates.ts'
import { CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { DateOrderQuestion } from './date-order.tsx'
import type { DeskDay } from './entry.ts'
import type { Notice } from './use-desk.ts'
import { type Verdicts, VerdictTable } from './verdict-table.tsx'

interface Upload {
  content: Blob
  name: string
  /** The date for draws without one. */
  date: string
  /** The order of day and month that staff chose. */
  dateOrder: DateOrder | null
}

interface CheckedUpload {
  upload: Upload
  verdicts: Verdicts
  /** What was asked about the dates. It stays after the choice, which can be changed. */
  question: DateQuestion | null
}

/** Imports many draws at once. The check gives a verdict on every row; only then can the valid rows be written. */
export function Bulk({ today, onSaved }: { today: DeskDay; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is above, and the section may be outside the window.
  useEffect(() => heading.current?.focus(), [])
  const form = useRef<HTMLFormElement>(null)
  const bulk = useBulk(today, form, onSaved)
  const { checked, notice, busy } = bulk

  return (
    <section aria-labelledby="many" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="many" ref={heading} tabIndex={-1} className="mb-2 font-bold">
        Many at once
      </h2>
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <form ref={form} onSubmit={bulk.check} aria-label="Draws" className="space-y-2">
        <Field
          label="CSV file"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          name="file"
          hint="Columns: game, date, serial, status, w1 to w5, m1 to m5."
          onChange={() => bulk.setChecked(null)}
        />
        <TextArea
          label="Or paste draws"
          rows={5}
          value={bulk.text}
          hint="One per line, such as Bingo 2/10/2023 7 12 45 60 89 / 3 9 27 33 81, or in blocks with W: and M: as on WhatsApp."
          onChange={(event) => {
            bulk.setText(event.target.value)
            bulk.setChecked(null)
          }}
        />
        <Field
          label="Date for draws without one"
          type="date"
          value={bulk.date}
          max={today.today}
          hint="Dates such as 07/08/2025 have the day first. If one of them cannot, you are asked."
          onChange={(event) => {
            bulk.setDate(event.target.value)
            bulk.setChecked(null)
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
      {checked?.question && (
        <DateOrderQuestion
          question={checked.question}
          order={checked.upload.dateOrder}
          onChoose={(dateOrder) => bulk.recheck({ ...checked, upload: { ...checked.upload, dateOrder } })}
        />
      )}
      {checked && (
        <VerdictTable
          verdicts={checked.verdicts}
          games={today.games}
          busy={busy}
          onWrite={(correct) => bulk.importUpload(checked, correct)}
        />
      )}
    </section>
  )
}

const orderOf = ({ dateOrder }: Upload): Record<string, string> => (dateOrder ? { dateOrder } : {})

/** The typed draws, their check and their import. */
function useBulk(today: DeskDay, form: RefObject<HTMLFormElement | null>, onSaved: () => void) {
  const [text, setText] = useState('')
  const [date, setDate] = useState<string>(today.today)
  const [checked, setChecked] = useState<CheckedUpload | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState(false)

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
    const name = chosen?.name.slice(0, 100) ?? 'pasted'
    void run(() => checkUpload({ content, name, date, dateOrder: null }))
  }

  async function checkUpload(upload: Upload, question: DateQuestion | null = null) {
    const verdicts = await sendAdminCall('POST /api/admin/draws/check', {
      query: { date: upload.date, ...orderOf(upload) },
      body: upload.content,
    })
    setChecked({ upload, verdicts, question: question ?? verdicts.dateQuestion })
  }

  function importUpload({ upload, verdicts: { plan }, question }: CheckedUpload, correct: boolean) {
    const { content, name, date: day } = upload
    void run(async () => {
      const query = { date: day, name, plan, correct: correct ? 'yes' : 'no', ...orderOf(upload) }
      const done = await sendAdminCall('POST /api/admin/draws/import', { query, body: content }).catch(
        async (error: unknown) => {
          if (error instanceof CallError && error.status === 409) await checkUpload(upload, question)
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

  /** Checks an upload again, with another order of its dates. */
  function recheck(again: CheckedUpload) {
    setChecked(again)
    void run(() => checkUpload(again.upload, again.question))
  }

  return {
    text,
    setText,
    date,
    setDate,
    checked,
    setChecked,
    notice,
    busy,
    check,
    recheck,
    importUpload,
  }
}
