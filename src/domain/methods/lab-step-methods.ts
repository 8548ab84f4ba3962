import {
  ANY_DRAWS,
  BOTH_SETS,
  FAIR_DRAW,
  type LabMethod,
  LEFT_OUT,
  NEXT_DRAW,
  NO_PROMISE,
  NO_VERDICT,
  USUAL,
} from './lab-shared.ts'

const CELLS =
  'Cells of the chart that are not a number from 1 to 90 ("-", 0, 00, 91 to 99), and cells that equal their own number, are left out. The page gives their count.'

/** The figures that compare a draw with another one, and the chart (statistics.md, section 5). */
export const LAB_STEP_METHODS = {
  'chart-test': {
    formula: [
      'trials = balls with a relative in the column, in draws that have a draw L later (L = 1, 2, 3)',
      'hits = trials whose relative is among the balls of that later draw; 1 in 18 by luck',
      'p = twice the smaller tail of the exact distribution of the hits',
      'p′ = 1 − (1 − p)^27',
    ],
    meaning: [
      "Nine columns over three draws are 27 tests. The point is the hits divided by luck's mean: 1.05 is 5% more than luck. Its line is as long as luck's usual range, so it misses the dashed line exactly when the count is outside that range.",
      'Of 27 fair tests, one or two lie outside their own range. The soft band allows for all 27. Only a point outside the band is called unusual.',
      "The distribution is added up draw by draw. In Code and Shadow two balls can share a relative: 2 and 12 both lead to 9. Such a hit counts twice, and luck's range allows for it.",
      '"₦100 would bring back ₦66" is ₦59.93, which luck brings back for a bet of two at ×240, times the ratio of the strongest test. To break even, the ratio must be 1.67.',
    ],
    window: ANY_DRAWS,
    holes: `${NEXT_DRAW} ${CELLS}`,
    assumptions: [
      FAIR_DRAW,
      'The correction treats the 27 tests as independent. In simulated fair histories the test finds something in about 3% of them, below the allowed 5%.',
    ],
    limits: [
      'It pools all games and numbers. An effect of one game or one number can stay hidden.',
      'A column whose relative comes 15% more often is found in about 8 of 10 histories of 2,500 draws. Smaller effects are usually missed.',
      NO_PROMISE,
    ],
  },
  'chart-within': {
    formula: [
      'trials = balls with a relative in the column, in draws whose next L draws are on record',
      'P(the relative is in at least one of L draws) = 1 − (17/18)^L: 5.56%, 10.80%, 15.75%',
    ],
    meaning: [
      "A relative has more chances within three draws than in one, so a high share alone means nothing. Luck's share grows with it, and the point compares the two.",
    ],
    window: ANY_DRAWS,
    holes: `${NEXT_DRAW} ${CELLS}`,
    assumptions: [
      FAIR_DRAW,
      'Neighbouring trials share draws, so the ranges are approximate. In simulated fair histories they are at most 7% too wide and 4% too narrow.',
    ],
    limits: ['The figure has no verdict. The chart test has one, on the same draws.', NO_PROMISE],
  },
  'chart-same-draw': {
    formula: [
      'P(a number and its relative in one draw) = C(5, 2) / C(90, 2) = 1/400.5; both sets 1/89',
      'given the number, its relative is there with 4/89; both sets 9/89',
      'P(h pairs in one draw) = ways to draw 5 numbers that hold h pairs / C(90, 5); the range is of the sum over all draws',
    ],
    meaning: [
      'In the draw of a number, the other four balls come from 89 numbers, and its relative is one of these.',
      'Columns that lead both ways count each pair of numbers once.',
    ],
    window: ANY_DRAWS,
    holes: `${LEFT_OUT} ${CELLS}`,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  followers: {
    formula: [
      'trials = draws with n that have a draw L later',
      'draws with m at that distance, by luck: binomial(trials, 1/18); both sets binomial(trials, 1/9)',
    ],
    meaning: [
      'After 141 draws with a number, luck brings each of the 90 numbers about 8 times. ' + USUAL,
      'Some follower always tops the list. Of 90 followers after 141 draws, two or three are outside their own range by luck. The page gives the number for its draws.',
    ],
    window: ANY_DRAWS,
    holes: NEXT_DRAW,
    assumptions: [
      FAIR_DRAW,
      'Within the next three draws neighbouring trials share draws, so that range is approximate. In simulated fair histories it is at most 4% too narrow, for both sets 12%.',
    ],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  moving: {
    formula: [
      'P(two draws share at least one number) = 1 − C(85, 5) / C(90, 5) = 25.365%; both sets 71.2%',
      'pairs of draws that share a number, by luck: binomial(pairs, P)',
    ],
    meaning: [
      'One draw in four repeats a number of the draw before it, and just as often one of any other draw. A number that moved has the same chance as every other number to move again.',
    ],
    window: ANY_DRAWS,
    holes: NEXT_DRAW,
    assumptions: [FAIR_DRAW, 'Neighbouring pairs share a draw. In a fair draw they are still independent.'],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  carry: {
    formula: [
      'trials = the five balls of one set, in draws that have a draw L later',
      'hits by luck: the exact sum of hypergeometric(90, 5, 5) over the draws, mean 1/18 of the trials',
    ],
    meaning: [
      'In the same draw there is nothing to test: its ten balls differ by rule. From the next draw on, a machine number has a chance of 1 in 18, like every other number.',
      USUAL,
    ],
    window: BOTH_SETS,
    holes: NEXT_DRAW,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  groups: {
    formula: [
      'trial: one number of the group in draw A, another in the next draw B; each further number is a trial',
      'hit: the further number is in draw C after B; 1 in 18 by luck, both sets 1 in 9',
    ],
    meaning: [
      'Players follow groups such as 1-10-89. Each time two numbers of a group come in two draws in a row, the group points to the others. They come as often as any number.',
      'The count pools all draws, because a single group points too seldom to show anything.',
    ],
    window: ANY_DRAWS,
    holes: NEXT_DRAW,
    assumptions: [
      FAIR_DRAW,
      'Trials of groups that share numbers overlap, so the range is approximate. In simulated fair histories it is at most 5% too wide.',
    ],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  'counting-weeks': {
    formula: [
      'case: three comings of a number in a row in one game; it counts if both gaps are equal',
      'by luck, for a number that came c times in N draws: (c − 2) · Σ C(N − 2g, c − 2) / C(N, c) over the gaps g',
    ],
    meaning: [
      'The comparison puts the draws of each game into a random order and keeps how often each number came. The mean over all orders is exact.',
      'A number is running if its last two gaps are equal and the same gap has not passed again. It comes in the draw that is due with a chance of 1 in 18.',
    ],
    window: ANY_DRAWS,
    holes:
      'A gap counts the recorded draws of a game and not calendar weeks. A draw that is missing on record makes a gap one shorter.',
    assumptions: ['By luck every order of the draws is equally likely.'],
    limits: ['The mean has no range here, so the figure has no verdict.', NO_PROMISE],
  },
  'last-year': {
    formula: [
      'P(two draws share at least one number) = 1 − C(85, 5) / C(90, 5) = 25.365%; both sets 71.2%',
      'pairs of draws that share a number, by luck: binomial(pairs, P)',
    ],
    meaning: [
      'The same event is the draw of the same game with the same event number a year before. The same date is every draw of the chosen games on that date a year before, because one game rarely has both.',
      "Any two draws share a number in one case of four. Last year's draw is no exception.",
    ],
    window: ANY_DRAWS,
    holes:
      'Event numbers that are missing, or printed twice in a year, are left out. 29 February has no same date. ' +
      LEFT_OUT,
    assumptions: [
      FAIR_DRAW,
      'Pairs of the same date share draws. In a fair draw any two of them are still independent, so the range is nearly exact.',
    ],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  'close-numbers': {
    formula: [
      'close: n − 1 and n + 1 of each ball of a draw, unless the draw has them itself',
      'hits by luck: the exact sum of hypergeometric(90, close numbers of the draw, 5), mean 1/18 of the trials; both sets with 10 in place of 5, mean 1/9',
    ],
    meaning: [
      'Players use the word without a fixed rule; this definition is ours. 1 and 90 are not neighbours. Each close number counts once per draw.',
    ],
    window: ANY_DRAWS,
    holes: NEXT_DRAW,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  lapping: {
    formula: [
      "lap: a winning number among the next draw's machine numbers, or a machine number among its winning numbers",
      'laps of one draw by luck: exact over all ways to draw ten different balls, mean 10/18',
    ],
    meaning: [
      'Players use the word without a fixed rule; this definition is ours. Each of the ten balls of a draw changes sets in the next draw with a chance of 1 in 18.',
    ],
    window: BOTH_SETS,
    holes: NEXT_DRAW,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
} as const satisfies Record<string, LabMethod>
