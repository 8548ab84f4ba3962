import {
  ANY_DRAWS,
  FAIR_DRAW,
  type LabMethod,
  LEFT_OUT,
  NO_PROMISE,
  NO_VERDICT,
  USUAL,
} from './lab-shared.ts'

const ODD_OR_HIGH: LabMethod = {
  formula: [
    'P(h of five) = C(45, h) · C(45, 5 − h) / C(90, 5); both sets C(45, h) · C(45, 10 − h) / C(90, 10)',
    'draws with h by luck: binomial(N, P(h))',
  ],
  meaning: [
    'Half of the 90 numbers are odd, and half are from 46 to 90. Draws with two or three of a kind are the most common, because there are more such sets of five. Every single set of five has the same chance.',
    USUAL,
  ],
  window: ANY_DRAWS,
  holes: LEFT_OUT,
  assumptions: [FAIR_DRAW],
  limits: [NO_VERDICT, NO_PROMISE],
}

/** The figures of single draws (statistics.md, section 5). */
export const LAB_NUMBER_METHODS = {
  frequency: {
    formula: [
      'draws with n by luck: binomial(N, 1/18), mean N/18',
      'both sets: binomial(N, 1/9); one box: binomial(N, 1/90)',
      'p′ = 1 − (1 − p)^90, with p of both tails',
    ],
    meaning: [
      'Each of the 90 numbers has the same chance in each draw: 5 of 90, which is 1 in 18. In 2,541 draws luck brings each number about 141 times, usually 119 to 164. ' +
        USUAL,
      "The dashed line is luck's mean, and the dotted lines are the usual range. Of 90 numbers, four or five are outside the dotted lines by luck alone. The soft band allows for all 90: luck puts a number outside it in at most 5 of 100 histories.",
    ],
    window: ANY_DRAWS,
    holes: `${LEFT_OUT} A number that is in both sets of one draw counts as one draw.`,
    assumptions: [
      FAIR_DRAW,
      'The correction treats the 90 counts as independent. The five balls of a draw differ, so the counts lean slightly apart. This makes the band a little too careful.',
    ],
    limits: [
      NO_PROMISE,
      'A typing error adds one to a wrong number. Check the rows before you believe a count.',
    ],
  },
  'top-five': {
    formula: [
      'P(the place-th highest of 90 counts ≥ c) = P(at least place of 90 counts ≥ c)',
      'each count: binomial(N, 1/18); both sets binomial(N, 1/9); one box binomial(N, 1/90)',
    ],
    meaning: [
      "Some number always tops the list, so its count is compared with luck's favourite and not with an average number. In 100 draws each number comes 5.6 times on average, yet the luckiest of 90 comes 10 to 15 times.",
      'Numbers with the same count share a place, and all of them are shown.',
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [
      FAIR_DRAW,
      'The 90 counts are treated as independent. Simulated draws give the same ranges.',
    ],
    limits: ['This figure has no verdict. The figure of all 90 numbers has one.', NO_PROMISE],
  },
  uniformity: {
    formula: [
      'X = Σ (draws with n − E)² / E over 90 numbers, with E = N/18 (both sets N/9, one box N/90)',
      'X · 89/85 (both sets 89/80, one box 1) against chi-square with 89 degrees of freedom',
    ],
    meaning: [
      'This looks at all 90 counts together and asks whether they differ more than luck makes them differ.',
      'The five balls of a draw differ, so X has a mean of 85 and not of 89. The factor corrects that. One box has one ball per draw and needs no factor.',
      'The chance is the share of fair histories with counts at least as uneven. By luck it is below 5% in one history of 20.',
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [
      FAIR_DRAW,
      'The chi-square distribution is an approximation. It is good where luck gives each number five draws or more: from 90 draws on, for both sets from 45, for one box from 450. With fewer draws the page gives no chance.',
    ],
    limits: ['It does not name a number. A single number that comes too often can stay hidden.', NO_PROMISE],
  },
  gaps: {
    formula: [
      'P(a number stays away for at least g draws) = (17/18)^g; both sets (8/9)^g',
      'P(no absence longer than r in N draws): exact, as for losing runs',
      'P(longest gap in any game ≤ r) = the product of these chances over the games',
    ],
    meaning: [
      'A gap of 0 means that the number is in the newest draw. The mean absence is 17 draws, and one absence in 18 lasts 51 draws or more.',
      'The record of a number is its longest absence in one game. The runs before its first and after its last coming are included.',
      'A number that has stayed away is not due. Its chance in the next draw is 1 in 18, as always.',
    ],
    window: ANY_DRAWS,
    holes: `${LEFT_OUT} A draw that is missing on record makes an absence one draw shorter.`,
    assumptions: [FAIR_DRAW, 'The games are independent of each other.'],
    limits: [NO_PROMISE],
  },
  together: {
    formula: [
      'P(all of k numbers in a draw) = C(5, k) / C(90, k): 1/400.5 for two, 1/11,748 for three',
      'both sets: C(10, k) / C(90, k): 1/89 for two, 1/979 for three',
      'draws with all of them by luck: binomial(N, P)',
    ],
    meaning: [
      'For two numbers luck needs 400 draws on average, for three nearly 12,000. A triplet that never came together is therefore normal.',
      USUAL,
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [FAIR_DRAW],
    limits: [
      'You chose the numbers yourself, perhaps because you remember them together. Their count has no verdict.',
      NO_PROMISE,
    ],
  },
  pairs: {
    formula: [
      'draws with a pair by luck: binomial(N, 1/400.5); both sets binomial(N, 1/89)',
      'P(the top pair ≤ c) = P(one pair ≤ c)^4005',
      'p′ = 1 − (1 − p)^4005, with p of the upper tail',
    ],
    meaning: [
      'There are 4,005 pairs, so some pair is always far ahead. In 182 draws any one pair comes 0.45 times on average, yet the top pair comes four times in the median history and at most five times in 19 of 20.',
      'A pair is unusual if luck brings any of the 4,005 pairs so often in at most 5 of 100 histories. A pair that never came is no finding.',
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [FAIR_DRAW, 'The correction treats the pairs as independent, which they nearly are.'],
    limits: [NO_PROMISE],
  },
  'odd-even': ODD_OR_HIGH,
  'high-low': ODD_OR_HIGH,
  sums: {
    formula: [
      'P(sum = s) = sets of five different numbers from 1 to 90 with the sum s, divided by C(90, 5)',
      'mean 227.5, standard deviation 56.77; both sets: ten numbers, mean 455',
    ],
    meaning: [
      'The curve is exact: it counts all 43,949,268 sets of five. The columns are the recorded draws.',
      'Sums near 227 are common because many sets have them. A set with a common sum is no likelier than any other set.',
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  endings: {
    formula: [
      'balls of one draw with a last digit: hypergeometric(90, 9, 5), mean 0.5; both sets hypergeometric(90, 9, 10)',
      'balls of all draws by luck: the exact sum of N such counts',
    ],
    meaning: ['Nine numbers have each last digit, so each digit has the same chance. ' + USUAL],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
  consecutive: {
    formula: [
      'P(at least two numbers n and n + 1) = 1 − C(86, 5) / C(90, 5) = 20.758%',
      'both sets: 1 − C(81, 10) / C(90, 10)',
      'draws by luck: binomial(N, P)',
    ],
    meaning: [
      'One draw in five has two numbers in a row. It looks rare because we compare it with a single pair.',
    ],
    window: ANY_DRAWS,
    holes: LEFT_OUT,
    assumptions: [FAIR_DRAW],
    limits: [NO_VERDICT, NO_PROMISE],
  },
} as const satisfies Record<string, LabMethod>
