import { gamesOfDay } from '../../../draws/rules/day-result.ts'
import { formatDate, lagosDate, type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { drawOfDay, publicDrawPath, publicResultsPath } from '../../../platform/rules/site/paths.ts'
import { type ShareKind, sharePicturePath } from '../../../platform/rules/site/share-pictures.ts'
import { drawAltText, daySentence } from '../../../draws/rules/draw-text.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { keptPromise } from '../../../draws/server/memory.ts'
import { correctedOn, findDraw } from '../../../draws/server/single-draw.ts'
import { versionOf, loadCanvas } from './render.ts'
import { drawSlip, daySlip } from './draw-slips.ts'

type Of = Pick<Services, 'db' | 'draws' | 'settings'>

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
    corrected: game.draw !== null && corrected.has(drawOfDay(game.key, date)),
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
