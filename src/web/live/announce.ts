import { addDays, lagosDate } from '../../domain/base/calendar.ts'
import { isCurrent, manyDraws, newsSentence, newsText } from '../../domain/live/live-news.ts'
import { drawPath } from '../../domain/site/paths.ts'
import { get } from '../api/call.ts'
import { serverNow } from '../api/server-time.ts'
import { markCorrections, type News, rowsOf } from './mark-corrections.ts'

/** A note about a new result closes by itself. A correction stays, because the reader may have noted the old numbers. */
const SHOWN_MS = 20_000
/** The sentence is gone before a reader meets it a second time. */
const SPOKEN_MS = 10_000

/** Announces the draws that changed after a version, if they are of these days or on the screen. */
export async function announceNews(after: number): Promise<void> {
  const { draws, total } = await get<'GET /api/live/news'>(`/api/live/news?after=${after}`)
  const yesterday = addDays(lagosDate(serverNow()), -1)
  const relevant = draws.filter((news) => isCurrent(news.date, yesterday) || rowsOf(news).length > 0)
  markCorrections(relevant)
  if (relevant.length > 0) {
    speak(relevant.map(newsSentence).join('. '))
    show(relevant)
  } else if (total > draws.length) speak(manyDraws(total))
}

let spoken: HTMLElement | null = null

/** Announces a text politely. The region exists before the text, as screen readers need it. */
function speak(text: string): void {
  spoken ??= document.body.appendChild(element('p', 'visually-hidden', { role: 'status' }))
  const region = spoken
  setTimeout(() => (region.textContent = text), 100)
  setTimeout(() => region.textContent === text && (region.textContent = ''), SPOKEN_MS)
}

let note: HTMLElement | null = null

/** Shows a note above the bottom bar, over the page, so that nothing moves. */
function show(draws: readonly News[]): void {
  note?.remove()
  const own = element('section', 'offline-note no-print', { 'aria-label': 'New results' })
  const text = element('div', 'min-w-0 flex-1')
  text.append(...draws.map(lineOf))
  const close = element('button', '-my-2 min-h-11 px-2 font-bold', { type: 'button' })
  close.textContent = 'Close'
  close.addEventListener('click', () => own.remove())
  own.append(text, close)
  document.body.append(own)
  note = own
  if (draws.every(({ changes }) => changes.length === 0))
    setTimeout(() => own.contains(document.activeElement) || own.remove(), SHOWN_MS)
}

function lineOf(news: News): HTMLElement {
  const { title, values } = newsText(news)
  const line = element('p', '')
  const name = news.removed
    ? element('b', '')
    : element('a', 'font-bold underline', { href: drawPath(news.publicId) })
  name.textContent = title
  line.append(name)
  for (const { text, old } of values) {
    line.append(` ${text}`)
    if (old !== null) {
      const before = element('del', '')
      before.textContent = old
      line.append(', was ', before)
    }
  }
  return line
}

function element(name: string, className: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
