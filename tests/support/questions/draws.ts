/** Questions about draws, steps, words and bets. */
import type { Choice, Drawn } from './oracle.ts'
import * as truth from './oracle.ts'
import {
  type Check,
  type Make,
  GAMES,
  DAYS,
  say,
  one,
  gamePart,
  scopePart,
  text,
  expected,
  COME,
} from './parts.ts'

export const DRAWS: Record<string, Make> = {
  draw(r, draws) {
    const { key } = gamePart(r)
    const name = one(r, GAMES[key]!)
    const roll = r.below(5)
    const [day, date] = r.pick(DAYS)
    const [forms, choice]: [string[], Choice] =
      roll === 0
        ? [
            [
              `last ${name} [result|draw]`,
              `what was the last ${name} draw?`,
              `latest ${name} result`,
              `wetin be the last ${name} result`,
            ],
            { games: [key], last: 1 },
          ]
        : roll === 1
          ? [
              [
                `second last ${name} draw`,
                `second to last draw of ${name}`,
                `the draw before the last ${name} draw`,
                `last but one ${name} result`,
                `2nd last ${name} draw`,
              ],
              { games: [key], last: 1, skip: 1 },
            ]
          : roll === 2
            ? [
                ['last draw', 'what was the last draw?', 'newest draw', 'what came in the last draw'],
                { last: 1 },
              ]
            : roll === 3
              ? [
                  [
                    `${name} result ${one(r, day)}`,
                    `what did ${name} [play|draw] ${one(r, day)}`,
                    `${name} ${one(r, day)}`,
                  ],
                  { games: [key], from: date, to: date },
                ]
              : [
                  [
                    `results ${one(r, day)}`,
                    `what [played|came|was drawn] ${one(r, day)}?`,
                    `all results ${one(r, day)}`,
                  ],
                  { from: date, to: date },
                ]
    const right = truth
      .chosen(draws, choice)
      .map(({ game, date: on, winning, machine }) => text([game, on, winning, machine]))
    const check: Check = (_, value) =>
      text(value.map((e: Drawn) => text([e.game, e.date, e.winning, e.machine]))) === text(right)
    return { question: say(r, r.pick(forms)), isRight: expected('draw', [], choice, check) }
  },
  next(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const game = gamePart(r)
    const within = r.pick([1, 2, 3])
    const step = within === 1 ? 'in the next draw' : `within ${within} draws`
    const forms = [
      `how many times did ${b} come ${step} after ${a} ${game.text}?`,
      `how often did ${b} follow ${a} ${step} ${game.text}`,
      `if ${a} ${COME} how many times ${b} don ${COME} ${step} ${game.text}`,
    ]
    const right = truth.followed(truth.chosen(draws, game.choice), { number: a }, { number: b }, { within })
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'then',
        [{ number: a }, { number: b }],
        game.choice,
        (answer, value) => (answer.query!.slots.within ?? 1) === within && text(value) === text(right),
      ),
    }
  },
  compare(r, draws) {
    const [a, b] = r.balls() as [number, number]
    const scope = scopePart(r)
    const all = truth.chosen(draws, scope.choice)
    const forms = [
      `which came more ${scope.text}, ${a} or ${b}?`,
      `between ${a} and ${b} which one don ${COME} pass ${scope.text}`,
      `compare ${a} and ${b} ${scope.text}`,
    ]
    const right = [truth.count(all, { number: a }), truth.count(all, { number: b })]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'compare',
        [{ number: a }, { number: b }],
        scope.choice,
        (_, value) => text(value) === text(right),
      ),
    }
  },
  held(r, draws) {
    const scope = scopePart(r)
    const forms = [
      `how many draws were [held|] ${scope.text}?`,
      `number of draws ${scope.text}`,
      `how many draws ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected(
        'draw-count',
        [],
        scope.choice,
        (_, value) => value === truth.chosen(draws, scope.choice).length,
      ),
    }
  },
  words(r) {
    const [question, term] = r.pick([
      ['what is [lapping|lapping numbers]', 'lapping'],
      ['[what does|how much does] pro cost', 'pro'],
      ['how much is [the pro plan|pro]', 'pro'],
      ['price of [basic|the basic plan]', 'basic'],
      ['what is perm', 'perm'],
      ['wetin be [machine number|machine]', 'machine'],
      ['what does counterpart mean', 'counterpart'],
      ['meaning of against', 'against'],
    ] as const)
    return {
      question: say(r, question),
      isRight: (answer) => answer.query!.intent === 'help' && answer.query!.slots.term === term,
    }
  },
  bets(r) {
    const k = 2 + r.below(4)
    const of = k + 1 + r.below(5)
    const stake = r.pick([10, 50, 100, 200])
    let lines = 1
    for (let i = 1; i <= k; i++) lines = (lines * (of - k + i)) / i
    const pays = [0, 40, 240, 2100, 6000, 44000][k]!
    const names = ['', '', 'two', 'three', 'four', 'five']
    return r.below(2)
      ? {
          question: say(
            r,
            `[how many lines is|what does] perm ${k} [of|from|/] ${of} [cost|] at ${stake} naira a line`,
          ),
          isRight: ({ value }) =>
            text(value) === text({ lines: Math.round(lines), cost: Math.round(lines) * stake }),
        }
      : {
          question: say(
            r,
            `how much do I win with [₦${stake}|${stake} naira] on ${r.pick([names[k]!, String(k)])} ${k === 2 ? 'sure' : 'direct'}`,
          ),
          isRight: ({ value }) => text(value) === text({ wins: stake * pays }),
        }
  },
}
