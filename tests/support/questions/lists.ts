/** Questions about lists and where a number came most. */
import * as truth from './oracle.ts'
import {
  type Check,
  type Question,
  type Make,
  KEYS,
  SHORT,
  BOXES,
  say,
  one,
  EVERYWHERE,
  gamePart,
  periodPart,
  scopePart,
  anyNumber,
  text,
  expected,
  COME,
  sameRanks,
} from './parts.ts'

export const LISTS: Record<string, Make> = {
  list(r, draws) {
    const scope = r.below(2) ? gamePart(r) : scopePart(r)
    const isRising = r.below(3) === 0
    const machine = r.below(5) === 0
    const top = r.pick([1, 3, 5])
    const word = isRising
      ? r.pick(['coldest', 'least drawn', 'rarest'])
      : r.pick(['hottest', 'most frequent', 'most drawn', 'commonest'])
    const type = machine ? 'machine' : ''
    const forms =
      top === 1
        ? [
            `what is the ${word} ${type} number ${scope.text}`,
            `which ${type} number came ${isRising ? 'least' : 'most'} ${scope.text}?`,
            `${word} ${type} number ${scope.text}`,
            ...(machine ? [] : [`which number dey come ${isRising ? 'small pass' : 'pass'} ${scope.text}`]),
          ]
        : [
            `[what are the |]${top} ${word} numbers ${machine ? 'as machine' : ''} ${scope.text}`,
            `which ${top} ${type} numbers came ${isRising ? 'least' : 'most'} ${scope.text}`,
          ]
    const right = truth.frequent(
      truth.chosen(draws, scope.choice),
      machine ? { type: 'machine' } : {},
      isRising,
    )
    const isRight: Question['isRight'] = (answer) =>
      answer.query!.slots.rank === undefined &&
      answer.query!.slots.box === undefined &&
      (answer.query!.slots.type ?? '') === type &&
      expected(isRising ? 'cold' : 'hot', [], scope.choice, (_, value) =>
        sameRanks(value, right, top, 'count', isRising),
      )!(answer)
    return { question: say(r, r.pick(forms)), isRight }
  },
  place(r, draws) {
    const scope = r.below(2) ? gamePart(r) : scopePart(r)
    const rank = 2 + r.below(3)
    const word = one(r, ['', '', 'second|2nd', 'third|3rd', 'fourth|4th'][rank]!)
    const isRising = r.below(3) === 0
    const what = isRising
      ? r.pick(['coldest', 'least frequent', 'least drawn'])
      : r.pick(['hottest', 'most frequent', 'most drawn', 'most common'])
    const forms = [
      `${word} ${what} number ${scope.text}`,
      `what is the ${word} ${what} number ${scope.text}?`,
      `which number is the ${word} ${what} ${scope.text}`,
    ]
    const right = truth.frequent(truth.chosen(draws, scope.choice), {}, isRising)
    const figure = right[rank - 1]!.figure
    const isRight = expected(isRising ? 'cold' : 'hot', [], scope.choice, (answer, value) => {
      const same = right.filter((entry) => entry.figure === figure).map(({ number }) => number)
      return (
        answer.query!.slots.rank === rank &&
        (figure === 0 && !isRising ? true : text(value.map((e: any) => e.number)) === text(same))
      )
    })
    return { question: say(r, r.pick(forms)), isRight }
  },
  due(r, draws) {
    const game = gamePart(r)
    const top = r.pick([1, 5])
    const forms =
      top === 1
        ? [
            `which number is most overdue ${game.text}`,
            `which number don tey pass ${game.text}`,
            `most overdue number ${game.text}`,
          ]
        : [
            `[top|] 5 overdue numbers ${game.text}`,
            `most overdue numbers ${game.text}`,
            `what are the sleeping numbers ${game.text}`,
          ]
    const right = truth.overdue(truth.chosen(draws, game.choice), {})
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('due', [], game.choice, (_, value) => sameRanks(value, right, top, 'draws')),
    }
  },
  never(r, draws) {
    const game = gamePart(r)
    const scope = r.below(2)
      ? game
      : { text: `${game.text} this year`, choice: { ...game.choice, from: '2025-01-01' } }
    const right = truth.never(truth.chosen(draws, scope.choice), {})
    const forms = [
      `which numbers have never [come|dropped|been drawn] ${scope.text}`,
      `numbers never drawn ${scope.text}`,
      `which numbers never ${COME} ${scope.text}?`,
      `which numbers have not come ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('never-drawn', [], scope.choice, (_, value) => text(value) === text(right)),
    }
  },
  pairs(r, draws) {
    const scope = scopePart(r)
    const { most, pairs } = truth.bestPairs(truth.chosen(draws, scope.choice))
    const forms = [
      `best pair ${scope.text}`,
      `which two numbers ${COME} together most ${scope.text}?`,
      `which pair came most ${scope.text}`,
      `most common pair ${scope.text}`,
      `best pairs ${scope.text}`,
    ]
    const check: Check = (_, value) =>
      value.length === 0 ? most === 0 : value[0].count === most && pairs.includes(value[0].numbers.join('-'))
    return { question: say(r, r.pick(forms)), isRight: expected('best-pairs', [], scope.choice, check) }
  },
  companions(r, draws) {
    const number = anyNumber(r)
    const scope = scopePart(r)
    const right = truth.companions(truth.chosen(draws, scope.choice), number)
    const forms = [
      `which number comes most with ${number} ${scope.text}`,
      `top 5 companions of ${number} ${scope.text}`,
      `which number came most often with ${number} in the same draw ${scope.text}`,
    ]
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('pairs-with', [{ number }], scope.choice, (_, value) => sameRanks(value, right, 1)),
    }
  },
  sides(r, draws) {
    const number = anyNumber(r)
    const period = r.below(2) ? periodPart(r) : EVERYWHERE
    const by = r.pick(['game', 'weekday', 'box'] as const)
    const word = by === 'weekday' ? 'day' : by
    const all = truth.chosen(draws, period.choice)
    const figure = (value: string) =>
      by === 'game'
        ? truth.count(
            all.filter(({ game }) => game === value),
            { number },
          )
        : by === 'weekday'
          ? truth.count(truth.chosen(all, { weekday: SHORT.indexOf(value) }), { number })
          : truth.count(all, { number, box: BOXES.indexOf(value) + 1 })
    const values = by === 'game' ? KEYS : by === 'weekday' ? SHORT : BOXES
    const best = Math.max(...values.map(figure))
    const forms = [
      `which ${word} brings ${number} most ${period.text}`,
      `in which ${word} does ${number} ${COME} most ${period.text}?`,
      `which ${word} ${number} dey ${COME} pass ${period.text}`,
    ]
    const check: Check = (_, value) =>
      value[0].count === best && value.every((e: any) => e.count === figure(e[by]))
    return {
      question: say(r, r.pick(forms)),
      isRight: expected('most-in', [{ number }], period.choice, check),
    }
  },
}
