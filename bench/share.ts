// Share pictures of draws, days and searches, each drawn for the first time. A test has the largest forecasts.
import { addDays, lagosDate } from '../src/platform/rules/base/calendar.ts'
import { drawOfDay } from '../src/platform/rules/site/paths.ts'
import { atMost, type BenchServer, cookieOf, median, type Row } from './measure.ts'

const DAYS = 12
const KILO = 1000

interface Day {
  draws: { game: string }[]
  picture: { path: string } | null
}

interface Pictured {
  picture: { path: string }
}

export async function measureShare({ url }: BenchServer): Promise<Row[]> {
  const read = async <T>(path: string) => (await (await fetch(url + path)).json()) as T
  const yesterday = addDays(lagosDate(Date.now()), -1)
  const cookie = await cookieOf(url, 'free')
  const times: number[] = []
  let largest = 0
  const draw = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(url + path, { headers: { cookie } })
    const { byteLength } = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`the picture answers ${answer.status}`)
    times.push(performance.now() - began)
    largest = Math.max(largest, byteLength)
  }
  for (let i = 0; i < DAYS; i++) {
    const date = addDays(yesterday, -i)
    const { draws, picture } = await read<Day>(`/api/public/results?of=${date}`)
    if (picture) await draw(picture.path)
    const [played] = draws
    if (played)
      await draw((await read<Pictured>(`/api/public/draws/${drawOfDay(played.game, date)}`)).picture.path)
  }
  return [
    atMost('Share picture, uncached', median(times), 60, 'ms', 0),
    atMost('Largest share picture', largest / KILO, 25, 'kB'),
  ]
}
