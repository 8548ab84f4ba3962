import { formatDate, lagosDate, type LagosDate, parseDate } from '../../domain/base/calendar.ts'
import { witnessedText, placeText } from '../../domain/record/place.ts'
import { drawOfDay, publicDrawPath, publicForecastPath, publicResultsPath } from '../../domain/site/paths.ts'
import type { SearchAnswers } from '../../domain/draws/joined-search.ts'
import { type ShareKind, sharePicturePath, SHARE_LIMITS } from '../../domain/share/other-sites.ts'
import { drawAltText, daySentence } from '../../domain/share/draw-text.ts'
import { forecastSentence, forecastTitle } from '../../domain/share/share-text.ts'
import type { Services } from '../api/services.ts'
import { gamesOfDay } from '../draws/queries.ts'
import { keptPromise } from '../draws/memory.ts'
import { correctedOn, findDraw } from '../draws/single-draw.ts'
import { findForecast, type PublicForecast } from '../record/record-view.ts'
import { versionOf, loadCanvas, type Canvas, COLOURS, EDGE, pictureOf, stripeColour } from './render.ts'
import type { Draw } from '../../domain/draws/draw.ts'
import { PREDICTION_FORMS, premierName } from '../../domain/predictions/predictions.ts'
import { outcomeOf, scoreSentence, scoreWords } from '../../domain/record/score.ts'

interface Row {
  /** The centre of its first ball. */
  x: number
  y: number
  step: number
  radius: number
  /** Between a ball and a dash. */
  gap: number
}

/** The numbers of a draw on one line. */
const winningRow = (canvas: Canvas, winning: readonly number[], row: Row): string[] => [
  ...winning.map((number, i) => canvas.ball(number, row.x + i * row.step, row.y, row.radius)),
  ...(winning.length > 0 ? dashes(canvas, row) : []),
]

/** The dashes between five balls. */
const dashes = (canvas: Canvas, { x, y, step, radius, gap }: Row): string[] =>
  [0.5, 1.5, 2.5, 3.5].map((i) => canvas.dash(x + i * step, y, step - 2 * (radius + gap)))

interface SlipDraw extends Pick<Draw, 'state' | 'winning' | 'machine' | 'serial'> {
  game: { name: string; operator: string }
  date: LagosDate
  sample: boolean
  /** The Lagos date of the last correction; null for a draw that was never corrected. */
  corrected: LagosDate | null
}

const NAME_Y = 172
const NAME_SIZE = 96
const DAY_SIZE = 38

/** The picture of one draw: our results slip. @param address without its scheme */
function drawSlip(canvas: Canvas, draw: SlipDraw, address: string): string {
  const { game, serial, sample } = draw
  const source = serial === null ? game.operator : `${game.operator}, S/N ${serial}`
  const day = formatDate(draw.date)
  const { note, heading } = namedHeading(canvas, game.name, day, source)
  return pictureOf(canvas, {
    stripes: [stripeColour(game.operator)],
    note,
    address,
    isSample: sample,
    content: [
      heading,
      draw.state === 'no_draw'
        ? canvas.text('No draw on this day.', EDGE.left, 370, { face: 'bold', size: 72 })
        : sets(canvas, draw),
      stateTag(canvas, draw),
    ].join(''),
  })
}

/** A name with its day at the right. A long name takes the whole line, and the day moves into the note. */
function namedHeading(
  { text, widthOf }: Canvas,
  name: string,
  day: string,
  source: string,
): { note: string; heading: string } {
  const whole = EDGE.right - EDGE.left
  const beside = whole - widthOf(day, 'plain', DAY_SIZE) - 48
  const isLong = widthOf(name, 'bold', NAME_SIZE) > beside
  const x = EDGE.left - 4
  const heading = text(name, x, NAME_Y, { face: 'bold', size: NAME_SIZE, fit: isLong ? whole : beside })
  return isLong
    ? { note: `${day}, ${source}`, heading }
    : { note: source, heading: heading + text(day, EDGE.right, NAME_Y, { size: DAY_SIZE, anchor: 'end' }) }
}

function sets(canvas: Canvas, { winning, machine }: SlipDraw): string {
  const row = { x: 140, y: 316, step: 230, radius: 66, gap: 36 }
  const isIn = machine.length > 0
  return [
    canvas.label('Winning', EDGE.left, 228, COLOURS.gold),
    ...winningRow(canvas, winning, row),
    canvas.label(isIn ? 'Machine' : 'Machine: not in yet', EDGE.left, 420),
    ...Array.from({ length: 5 }, (_, i) => canvas.square(machine[i] ?? null, row.x + i * row.step, 486, 92)),
    ...(isIn ? dashes(canvas, { ...row, y: 486 }) : []),
  ].join('')
}

function stateTag(canvas: Canvas, { state, corrected }: SlipDraw): string {
  if (state === 'unconfirmed') return canvas.tag('Unconfirmed', 222)
  return corrected ? canvas.tag(`Corrected ${formatDate(corrected)}`, 222) : ''
}

interface SlipDay {
  date: LagosDate
  /** Those that have drawn, in the order of their close. */
  games: readonly {
    name: string
    operator: string
    draw: Pick<Draw, 'state' | 'winning'>
    corrected: boolean
  }[]
  isSample: boolean
}

/** The area of the rows, in pixels. */
const TOP = 206
const HEIGHT = 340
const MOST_IN_COLUMN = 6
const GAP = 56

/** The picture of a day: the winning numbers of each game. @param address without its scheme */
function daySlip(canvas: Canvas, { date, games, isSample }: SlipDay, address: string): string {
  const shown = games.slice(0, SHARE_LIMITS.gamesOfDay)
  const more = games.length - shown.length
  const columns = shown.length > MOST_IN_COLUMN ? 2 : 1
  const inColumn = Math.max(4, Math.ceil(shown.length / columns))
  const width = (EDGE.right - EDGE.left - GAP * (columns - 1)) / columns
  const height = Math.floor(HEIGHT / inColumn)
  const rows = shown.map((game, i) => {
    const x = EDGE.left + Math.floor(i / inColumn) * (width + GAP)
    return gameRow(canvas, game, { x, y: TOP + (i % inColumn) * height, width, height })
  })
  const count = `${games.length} ${games.length === 1 ? 'game' : 'games'}`
  return pictureOf(canvas, {
    stripes: [...new Set(shown.map(({ operator }) => stripeColour(operator)))],
    note: more > 0 ? `${count}, ${more} more on the page` : count,
    address,
    isSample,
    content: [
      canvas.text(formatDate(date), EDGE.left - 3, 164, { face: 'bold', size: 76 }),
      canvas.text('WINNING', EDGE.right, 164, {
        face: 'bold',
        size: 25,
        colour: COLOURS.gold,
        anchor: 'end',
      }),
      ...rows,
    ].join(''),
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function gameRow(
  canvas: Canvas,
  { name, operator, draw: { state, winning }, corrected }: SlipDay['games'][number],
  { x, y, width, height }: Box,
): string {
  const middle = Math.round(y + height / 2)
  const radius = Math.round(Math.min(27, height * 0.42))
  const step = Math.round(radius * 2.75)
  const size = Math.round(Math.min(36, height * 0.6))
  const first = x + width - radius - 4 * step
  const word =
    state === 'no_draw' ? 'No draw' : corrected ? 'Corrected' : state === 'unconfirmed' ? 'Unconfirmed' : ''
  const nameFit = first - radius - 24 - x - 24
  return [
    `<path d="M${x} ${y}h${width}" stroke="${COLOURS.rule}" stroke-width="2"/>`,
    `<rect x="${x}" y="${y + 9}" width="7" height="${height - 18}" fill="${stripeColour(operator)}"/>`,
    // A word about the draw is below its name.
    canvas.text(name, x + 24, middle + size * (word ? 0.08 : 0.36), { face: 'bold', size, fit: nameFit }),
    word && canvas.text(word, x + 24, middle + size * 0.72, { size: size * 0.55, colour: COLOURS.gold }),
    ...winningRow(canvas, winning, { x: first, y: middle, step, radius, gap: 4 }),
  ].join('')
}

const FORECAST_Y = 312
const DRAW_Y = 456
/** Numbers on one line, before the balls become smaller. */
const LARGE = 5

/**
 * The picture of a scored forecast beside its draw. There is none of a forecast without a score.
 * @param address without its scheme
 */
function forecastSlip(
  canvas: Canvas,
  { draw, form, numbers, winning, earlier, place }: PublicForecast & { winning: readonly number[] },
  isSample: boolean,
  address: string,
): string {
  const score = { numbers, form, winning }
  const { note, heading } = namedHeading(canvas, premierName(draw.name), formatDate(draw.date), draw.operator)
  return pictureOf(canvas, {
    stripes: [stripeColour(draw.operator)],
    note,
    address,
    isSample,
    content: [
      heading,
      canvas.label(
        form ? `Forecast: ${PREDICTION_FORMS[form].name}` : 'Forecast',
        EDGE.left,
        228,
        COLOURS.gold,
      ),
      canvas.tag(scoreWords(score), 222),
      ...forecastBalls(canvas, numbers, winning),
      canvas.label(earlier.length > 0 ? 'Draw, corrected' : 'Draw', EDGE.left, 408),
      ...winningRow(canvas, winning, { x: EDGE.left + 36, y: DRAW_Y, step: 104, radius: 36, gap: 8 }),
      ...[...placeText(place).split('; '), witnessedText(place)].map((line, i, lines) =>
        canvas.text(line, EDGE.right, DRAW_Y + 14 + 36 * (i + 0.5 - lines.length / 2), {
          size: 26,
          colour: COLOURS.quiet,
          anchor: 'end',
        }),
      ),
      canvas.text(scoreSentence(outcomeOf(score).came.length, numbers.length), EDGE.left, 546, {
        size: 30,
        fit: EDGE.right - EDGE.left,
      }),
    ].join(''),
  })
}

/** The forecast numbers: a hit is solid and ringed. More than ten fill two lines. */
function forecastBalls(canvas: Canvas, numbers: readonly number[], winning: readonly number[]): string[] {
  const lines = numbers.length > 10 ? 2 : 1
  const inLine = Math.ceil(numbers.length / lines)
  const radius = numbers.length <= LARGE ? 60 : lines === 1 ? 44 : 30
  const step =
    numbers.length <= LARGE ? 196 : (EDGE.right - EDGE.left - radius * 2.4) / Math.max(9, inLine - 1)
  return numbers.map((number, i) => {
    const x = Math.round(EDGE.left + radius * 1.2 + (i % inLine) * step)
    const y = Math.round(FORECAST_Y + (lines === 1 ? 0 : (Math.floor(i / inLine) - 0.5) * radius * 2.45))
    return winning.includes(number)
      ? canvas.ball(number, x, y, radius, true)
      : canvas.miss(number, x, y, radius)
  })
}

/** The picture of a number search with its answer. @param address without its scheme */
function searchSlip(
  canvas: Canvas,
  { scope, answers, isSample }: SearchAnswers & { isSample: boolean },
  address: string,
): string {
  const shown = answers.slice(0, SHARE_LIMITS.answers)
  const more = answers.length - shown.length
  const height = Math.floor(350 / Math.max(2, shown.length))
  return pictureOf(canvas, {
    stripes: [COLOURS.gold],
    note: more > 0 ? `Number search, ${more} more on the page` : 'Number search',
    address,
    isSample,
    content: [
      canvas.text(scope, EDGE.left - 3, 164, { face: 'bold', size: 76, fit: EDGE.right - EDGE.left }),
      ...shown.map((one, i) => answer(canvas, one, 200 + i * height, height)),
    ].join(''),
  })
}

function answer(
  canvas: Canvas,
  { balls, sentence, luck }: SearchAnswers['answers'][number],
  y: number,
  height: number,
): string {
  const middle = Math.round(y + height / 2)
  const radius = Math.round(Math.min(58, height * 0.42))
  const step = Math.round(radius * 2.3)
  const x = EDGE.left + balls.length * step + 16
  const size = Math.round(Math.min(46, height * 0.36))
  const fit = EDGE.right - x
  return [
    `<path d="M${EDGE.left} ${y}H${EDGE.right}" stroke="${COLOURS.rule}" stroke-width="2"/>`,
    ...balls.map(({ number, type }, i) => {
      const at = EDGE.left + radius + i * step
      return type === 'winning'
        ? canvas.ball(number, at, middle, radius)
        : canvas.square(number, at, middle, Math.round(radius * 0.9) * 2)
    }),
    canvas.text(sentence, x, middle - size * 0.1, { face: 'bold', size, fit }),
    canvas.text(luck, x, middle + size * 0.95, { size: size * 0.75, colour: COLOURS.quiet, fit }),
  ].join('')
}

type Of = Pick<Services, 'db' | 'draws' | 'record' | 'settings'>

/** A drawing with its text, before it is rendered. */
export interface Drawing {
  svg: string
  /** The picture's address and its text, as a page describes them. */
  picture: { path: string; alt: string }
}

export function drawingOf(kind: ShareKind, id: string | number, svg: string, alt: string): Drawing {
  return { svg, picture: { path: sharePicturePath(kind, id, versionOf(svg)), alt } }
}

/** The address of this installation without its scheme. */
export const hostOf = ({ settings }: Pick<Services, 'settings'>): string => new URL(settings.appUrl).host

/** A draw as everyone may see it, by its game and date or its public id; null if there is none. Its drawing is of the result. */
export async function shareDraw(services: Of, text: string, now: number) {
  const found = await findDraw(services, text, now)
  if (!found) return null
  const { game, date, draw } = found
  const corrections = found.corrections.map(({ at, changes }) => ({ at, changes }))
  const page = { ...found, corrections }
  if (!draw) return { page, drawing: null }
  const last = corrections[corrections.length - 1]
  const corrected = last ? lagosDate(last.at) : null
  const address = hostOf(services) + publicDrawPath(drawOfDay(game.key, date))
  const svg = drawSlip(await loadCanvas(), { ...draw, game, date, corrected }, address)
  const alt = drawAltText({ ...draw, game: game.name, date }, corrected)
  return { page, drawing: drawingOf('draws', draw.publicId, svg, alt) }
}

/**
 * A day up to today with its games, as everyone may see it; null for a day on which no game draws. It is kept until the next
 * change, so that the page is there while the database is away.
 */
export async function shareDay(services: Of, text: string, now: number) {
  const date = parseDate(text)
  if (!date || date > lagosDate(now)) return null
  return keptPromise(services.draws, `shared day ${date}`, () => readDay(services, date))
}

async function readDay(services: Of, date: LagosDate) {
  const all = gamesOfDay(services.draws.current(), date)
  if (all.length === 0) return null
  const corrected = await correctedOn(services.db, date)
  const games = all.map((game) => ({
    ...game,
    corrected: game.draw !== null && corrected.has(game.draw.publicId),
  }))
  const isSample = games.some(({ draw }) => draw?.sample)
  const drawn = games.flatMap(({ draw, ...game }) => (draw ? [{ ...game, draw }] : []))
  const day = { date, games, sample: isSample }
  if (drawn.length === 0) return { day, drawing: null }
  const address = hostOf(services) + publicResultsPath(date)
  const svg = daySlip(await loadCanvas(), { date, games: drawn, isSample }, address)
  const alt = `${formatDate(date)}. ${daySentence({ date, games })}`
  return { day, drawing: drawingOf('days', date, svg, alt) }
}

/**
 * A forecast of the record past its close, as everyone may see it; null for an unknown or a secret one. Only a scored
 * forecast has a picture.
 */
export async function shareForecast(services: Of, text: string, now: number) {
  const { ledger, state } = await services.record.state(now)
  const forecast = findForecast(ledger, state, text, services.draws.current(), now)
  if (!forecast) return null
  const { draw, form, numbers, winning, place } = forecast
  const isSample = ledger.chain === 'sample'
  if (winning === null) return { forecast, isSample, drawing: null }
  const scored = { game: draw.name, date: draw.date, numbers, form, winning, place }
  const address = hostOf(services) + publicForecastPath(forecast.id)
  const svg = forecastSlip(await loadCanvas(), { ...forecast, winning }, isSample, address)
  const alt = `${forecastTitle(scored)}. ${forecastSentence(scored)} ${witnessedText(place)}.`
  return { forecast, isSample, drawing: drawingOf('forecasts', forecast.id, svg, alt) }
}

/** The drawing of a number search. Everyone with a login may make the search, and nothing paid is on it. */
export async function drawSearch(services: Of, answers: SearchAnswers, isSample: boolean): Promise<string> {
  return searchSlip(await loadCanvas(), { ...answers, isSample }, hostOf(services))
}
