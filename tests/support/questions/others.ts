/** Questions about follow-ups, and questions that no answer fits. */
import type { Ball, Choice } from './oracle.ts'
import * as truth from './oracle.ts'
import {
  type Make,
  GAMES,
  say,
  one,
  gamePart,
  periodPart,
  anyNumber,
  ballPart,
  expected,
  COME,
  counting,
} from './parts.ts'

export const OTHERS: Record<string, Make> = {
  followUp(r, draws) {
    const first = ballPart(r)
    const game = gamePart(r)
    const previous = say(r, `how many times has ${first.ball.number} come ${first.place} ${game.text}?`)
    const other = gamePart(r, game.key)
    const number = anyNumber(r)
    const period = periodPart(r)
    const [question, ball, choice]: [string, Ball, Choice] = r.pick([
      [`[and|what about|how about] ${one(r, GAMES[other.key]!)}?`, first.ball, other.choice],
      [`${other.text} nko`, first.ball, other.choice],
      [`[and|what about] ${number}?`, { ...first.ball, number }, game.choice],
      [`[and|only|] ${period.text}`, first.ball, { ...game.choice, ...period.choice }],
      [`and [in|] all games?`, first.ball, {}],
      [`and last box?`, { ...first.ball, box: 5 }, game.choice],
      [`as machine number?`, { ...first.ball, type: 'machine' }, game.choice],
      [`and on Fridays`, first.ball, { ...game.choice, weekday: 4 }],
    ] as [string, Ball, Choice][])
    return { question: say(r, question), previous, isRight: counting(draws, ball, choice) }
  },
  before(r, draws) {
    const { key } = gamePart(r)
    const choice = { games: [key], last: 1, skip: 1 }
    const right = truth.chosen(draws, choice)
    return {
      previous: `last ${one(r, GAMES[key]!)} draw`,
      question: r.pick([
        'the one before',
        'and the one before?',
        'the one before that',
        'and the previous one?',
      ]),
      isRight: expected('draw', [], choice, (_, value) => value[0]?.date === right[0]?.date),
    }
  },
  condition(r) {
    const number = anyNumber(r)
    const game = gamePart(r)
    const strange = r.pick([
      'when it rained',
      'at night',
      'on public holidays',
      'except 2024',
      'excluding Metro',
      'in Lagos',
      'twice in a row',
      'more than 3 times',
      'in the first half of 2024',
      'when 12 was absent',
      'apart from June',
      'in leap years',
      'in the sixth box',
      'as the seventh ball',
      'on the sixth',
      'in ramadan',
      'during covid',
      'in the evening',
      'before noon',
      'by mistake',
      'in every third draw',
      'in the 80s',
      'at least twice',
      'in even months',
      'with a bonus',
      'in the second week of June',
      'on weekends',
      'in the morning draws',
      'outside Bonanza',
      'without 12',
      'but not 2024',
      'in the second quarter',
      'on the 13th',
      'in odd weeks',
      'with the same machine',
      'by my uncle',
      'in Ibadan',
      'on Christmas',
      'during Easter',
      'other than Gold',
    ])
    return {
      question: say(r, `how many times did ${number} ${COME} ${game.text} ${strange}?`),
      isRight: null,
    }
  },
  impossible(r) {
    const game = gamePart(r)
    return {
      question: say(
        r,
        r.pick([
          `how many times did ${91 + r.below(200)} come ${game.text}`,
          'when did 0 last come',
          `how many times did 45 come in ${r.pick(['Vag', 'Tota', 'Enugu', 'Mark II', 'Powerball'])}`,
          `how many numbers in the ${10 * (1 + r.below(9))}s came ${game.text}`,
          `how many times did ${r.pick(['sixth', 'seventh', 'eighth', 'ninth', 'tenth'])} come ${game.text}`,
          `${game.text} result on 31 June 2025`,
          `how many times did 45 come in 2019`,
          `how many times did numbers between 10 and 20 come ${game.text}`,
          `${r.pick(['sixth', 'tenth', 'eleventh'])} draw of ${one(r, GAMES[game.key]!)}`,
        ]),
      ),
      isRight: null,
    }
  },
  tip(r) {
    return {
      question: say(
        r,
        r.pick([
          'best banker today',
          `which number will come in ${one(r, GAMES.national!)} tomorrow`,
          'give me two sure for tonight',
          'abeg give me sure number',
          'what should I play today',
          'predict tomorrow',
          `will ${anyNumber(r)} come today?`,
          'lucky numbers for tonight',
        ]),
      ),
      isRight: null,
    }
  },
}
