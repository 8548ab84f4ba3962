/** Questions about one or two numbers. */
import type { Drawn } from './oracle.ts'
import * as truth from './oracle.ts'
import {
  type Check,
  type Make,
  GAMES,
  BOX_WORDS,
  say,
  one,
  gamePart,
  scopePart,
  anyNumber,
  ballPart,
  text,
  expected,
  COME,
  CAME,
  BEGIN,
  counting,
} from './parts.ts'

export const NUMBERS: Record<string, Make> = {
  count(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const question = say(
      r,
      r.pick([
        `${BEGIN}how many times [did|has] ${n} ${COME} ${place} ${scope.text}?`,
        `${BEGIN}how often did ${n} ${COME} ${place} ${scope.text}?`,
        `number of times ${n} ${CAME} ${place} ${scope.text}`,
        `${BEGIN}how many times ${n} don ${COME} ${place} ${scope.text}`,
        `${BEGIN}how many time ${n} ${COME} ${place} ${scope.text}`,
        `${scope.text} how many times did ${n} ${COME} ${place}?`,
        `in how many draws did ${n} ${COME} ${place} ${scope.text}?`,
      ]),
    )
    return { question, isRight: counting(draws, ball, scope.choice) }
  },
  short(r, draws) {
    const number = anyNumber(r)
    const { key } = gamePart(r)
    const box = r.below(3) === 0 ? 1 + r.below(5) : undefined
    const year = r.below(3) === 0
    const words = [
      String(number),
      box ? say(r, `${one(r, BOX_WORDS[box - 1]!)} box`) : '',
      one(r, GAMES[key]!),
    ]
    const question = [...words, year ? '2024' : ''].join(' ')
    const choice = { games: [key], ...(year && { from: '2024-01-01', to: '2024-12-31' }) }
    return { question: say(r, question), isRight: counting(draws, { number, ...(box && { box }) }, choice) }
  },
  yesNo(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const question = say(
      r,
      r.pick([
        `did ${n} [ever|] ${COME} ${place} ${scope.text}?`,
        `has ${n} ever ${COME} ${place} ${scope.text}`,
      ]),
    )
    return { question, isRight: counting(draws, ball, scope.choice) }
  },
  seen(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const end = r.pick(['newest', 'oldest', 'newest'] as const)
    const forms =
      end === 'newest'
        ? [
            `when did ${n} last ${COME} ${place} ${scope.text}?`,
            `last time ${n} ${CAME} ${place} ${scope.text}`,
            `when last ${n} ${COME} ${place} ${scope.text}`,
            `when was the last time ${n} ${CAME} ${place} ${scope.text}?`,
          ]
        : [
            `when did ${n} first ${COME} ${place} ${scope.text}?`,
            `first time ${n} ${CAME} ${place} ${scope.text}`,
            `when was the first time ${n} ${CAME} ${place} ${scope.text}`,
          ]
    const right = truth.seen(truth.chosen(draws, scope.choice), [ball], end)
    const sorted = (found: any) =>
      text(found && [found.date, [...found.games].sort((a: string, b: string) => (a < b ? -1 : 1))])
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        end === 'newest' ? 'last-seen' : 'first-seen',
        [ball],
        scope.choice,
        (_, value) => sorted(value) === sorted(right),
      ),
    }
  },
  dates(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const scope = scopePart(r)
    const top = r.pick([3, 5, 10])
    const forms = [
      `last ${top} times ${n} ${CAME} ${place} ${scope.text}`,
      `[show me |]the last ${top} dates [of|when] ${n} ${place} ${scope.text}`,
      top === 10
        ? `on which dates did ${n} ${COME} ${place} ${scope.text}`
        : `last ${top} dates ${n} ${CAME} ${place} ${scope.text}`,
      `when did ${n} ${COME} the last ${top} times ${place} ${scope.text}`,
    ]
    const found = truth
      .chosen(draws, scope.choice)
      .filter((draw) => truth.comes(draw, ball))
      .reverse()
      .slice(0, top)
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'appearances',
        [ball],
        scope.choice,
        (_, value) => text(value.map(({ date }: Drawn) => date)) === text(found.map(({ date }) => date)),
      ),
    }
  },
  gap(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const game = gamePart(r)
    const forms = [
      `what is the [current|] gap of ${n} ${place} ${game.text}`,
      `how many draws since ${n} last ${CAME} ${place} ${game.text}?`,
      `gap ${n} ${place} ${game.text}`,
      `how long has ${n} not ${COME} ${place} ${game.text}`,
      `how many draws has ${n} been sleeping ${place} ${game.text}`,
    ]
    const right = truth.gap(truth.chosen(draws, game.choice), ball)
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('gap', [ball], game.choice, (_, value) => text(value) === text(right)),
    }
  },
  longest(r, draws) {
    const { text: n, place, ball } = ballPart(r)
    const game = gamePart(r)
    const right = truth.longestRun(truth.chosen(draws, game.choice), ball)
    const forms = [
      `what is the longest gap of ${n} ${place} ${game.text}`,
      `longest absence of ${n} ${place} ${game.text}`,
      `what was the longest time ${n} stayed away ${place} ${game.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('longest-gap', [ball], game.choice, (_, value) => value[0].draws === right),
    }
  },
  together(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const scope = scopePart(r)
    const balls = [{ number: a }, { number: b }]
    const right = truth.together(truth.chosen(draws, scope.choice), balls)
    const forms = [
      `have ${a} and ${b} ever come together ${scope.text}?`,
      `how many times did ${a} and ${b} ${COME} together ${scope.text}?`,
      `${a} and ${b} [same draw|together] ${scope.text}`,
      `did ${a} and ${b} ${COME} in the same draw ${scope.text}`,
      `how many times did ${a} come with ${b} ${scope.text}`,
    ]
    const check: Check = (_, value) => text(value) === text(right)
    const straight = expected('together', balls, scope.choice, check)!
    return { question: say(r, r.pick(forms)), isRight: straight }
  },
}
