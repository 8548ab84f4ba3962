import type { Method } from './method.ts'

/** The forecasts, their ledger and their record (statistics.md, sections 1 to 4). */
export const RECORD_METHODS = {
  commitment: {
    title: 'Commitment and lock',
    question: 'How can anybody check that a forecast was fixed before its draw and not changed afterwards?',
    formula: [
      'fingerprint = SHA-256(text of the entry)',
      'head(n) = SHA-256(head(n − 1) followed by fingerprint(n))',
      'lock = min(close − margin, first recording, observed time − margin)',
    ],
    meaning: [
      'Each forecast has a text with its numbers, its draw, its times and a secret random value of 128 bits. The fingerprint of that text is public at once. The text is public from the close on, or from the end of a day on which the game does not draw. Anybody can then compute the fingerprint again; a single changed number gives another fingerprint. The random value keeps the numbers secret until then, because nobody can try all sets of numbers against the fingerprint.',
      'Each entry also contains the head of the chain before it, so no entry can be removed, inserted or moved without changing every later head. Withdrawals, corrected draws and moved locks are entries too. Nothing is removed.',
      'A forecast counts if it was published before its lock. The lock is earlier than the close of staking by a margin of 15 minutes, or 60 minutes for the evening draws of Premier Lotto at 20:00, because a draw can happen before the published close. The lock is copied when the forecast is published and only moves earlier.',
    ],
    window:
      'Every forecast since the ledger began. The last version before the lock counts. A version published after the lock is shown apart and never scored. A forecast that was withdrawn before the lock is listed and not scored; a later withdrawal changes nothing.',
    holes:
      'A draw that did not take place is void. A corrected draw is scored again, and both scores are shown. A draw that is moved to another day is scored by its scheduled date. If the lock moves into the past, or a recorded draw is deleted or becomes "no draw", the draw is void for every author and counted in public.',
    assumptions: [
      'SHA-256 is sound: nobody can find a second text with the same fingerprint.',
      "The database's clock is trusted. All times of the ledger are its times.",
      'The published times of close, or the times that staff observed, are right to within the margin.',
    ],
    limits: [
      'The ledger cannot prove that a result was unknown before our close. A leaked result would look like skill; the lead times would show it.',
      'The ledger cannot prove that everybody saw the same chain. Compare a head that you noted earlier, from the record page, a receipt or a reminder, with a later download.',
      'The pen name is not part of the text; the number of the author is.',
    ],
  },
  score: {
    title: 'The score of a forecast',
    question: 'Did the forecast win, and how often would guessing do as well?',
    formula: [
      'hits = how many of the k numbers are among the five winning numbers',
      'P(h hits) = C(k, h) · C(90 − k, 5 − h) / C(90, 5)',
      'P(at least h) = P(h) + P(h + 1) + … + P(5)',
    ],
    meaning: [
      'Each form has its win: a banker wins if its number is among the five (1 in 18 by luck), two sure if both came (1 in 400.5), three direct if all three came (1 in 11,748), five and ten if at least two came (2.3296% and 9.3140%). A forecast without a form has hits only.',
      'Below the score is the chance that guessing gets at least as many: "1 of 2 came. Guessing gets at least one in 1 of 9 draws."',
    ],
    window: 'The five winning numbers of the draw, as they are recorded now. Machine numbers do not count.',
    holes:
      'No draw, no score. A corrected draw is scored again. A draw that a moved lock voided has no score for any author.',
    assumptions: ['A fair draw: every set of five of the 90 numbers is equally likely.'],
    limits: ['One score says next to nothing. Of 400 two sure by guessing, one wins on average.'],
  },
  'numbers-against-luck': {
    title: 'Numbers against luck',
    question: 'How many of the forecast numbers came, and how many would come by guessing?',
    formula: [
      'H(draw) = how many of its k different forecast numbers came: hypergeometric(90, 5, k), mean 5k / 90',
      'all = H(1) + H(2) + … + H(N): the exact sum of these distributions',
      'usual range = the central 95% of all',
    ],
    meaning: [
      'Numbers are counted and not wins, because wins are too rare to say anything: one two sure per draw needs 5,520 forecasts, which is nearly four years.',
      'For each draw the different numbers of all forecasts count once. Five nested forecasts for one draw are one observation, so they cannot inflate the record.',
      '"16 of our 240 numbers came. Guessing gives about 13, usually 7 to 21." A record by guessing alone is below the range in at most 1 of 40 cases and above it in at most 1 of 40. Anybody can compute the range from the download.',
      'The funnel shows this after each draw as a share: numbers that came, divided by numbers that were forecast, inside the range of luck for as many draws.',
    ],
    window:
      'All scored draws of a record, from its first. There are records of the house, of each form and of each author. There are no records by game.',
    holes:
      'Void draws, withdrawn forecasts and forecasts after the lock are left out. Their numbers are shown beside the record.',
    assumptions: [
      'A fair draw: every set of five of the 90 numbers is equally likely, independent of the earlier draws.',
      'The forecasts do not depend on the result of their own draw.',
    ],
    limits: [
      'Each range of the funnel is right for its draw alone. About one guesser in three leaves the funnel at some time.',
      'A skill for pairs that leaves single numbers at luck is missed.',
    ],
  },
  verdict: {
    title: 'The verdict on a record',
    question: 'Are the forecasts better than guessing, and when may we say so?',
    formula: [
      'E = mean over θ ∈ {1.25, 1.5, 2, 3} of Π θ^H / M_k(θ)',
      'M_k(θ) = Σ_j C(k, j) · C(90 − k, 5 − j) · θ^j / C(90, 5)',
      'verdict if E ≥ 20 · j · (j + 1) for the j-th record ever opened',
    ],
    meaning: [
      'People look at a record every day. If a 95% interval were read after each prediction, 44% of the records by pure luck would show "skill or its opposite" within 500 predictions. An e-value is valid at every look: by luck it ever reaches 20 with a chance of at most 1 in 20, no matter how often one looks.',
      'E compares the hits with luck for forecasters who are better than luck by four degrees, and takes the mean. For anyone no better than luck the mean of E is at most 1. It is one-sided: it never proves that a forecaster is worse than luck.',
      'The house is the first record and needs E ≥ 40. The next records need 120, 240 and so on, fixed when they are opened, so the chance of any false verdict over all records together is at most 5%.',
      '"Too early" lasts until forecasts twice as good as luck would have reached the verdict in 80% of the records. At E ≥ 40 these are 291 draws with one number each and 144 draws with two. The chance of each number of hits is followed from draw to draw, so these figures are exact.',
    ],
    window: 'All scored draws of the record, in the order in which they closed.',
    holes: 'Void draws are left out for all authors. A corrected draw changes E.',
    assumptions: [
      'A fair draw, independent of the earlier ones.',
      'The numbers were fixed before the result was known to anyone who forecasts.',
      'The threshold of a record was fixed when the record was opened.',
    ],
    limits: [
      'A verdict does not promise the next draw.',
      'A leaked result would look the same as skill. See how early each forecast was published.',
      'A skill for pairs that leaves single numbers at luck is missed.',
    ],
  },
  wins: {
    title: 'Wins by form and losing runs',
    question: 'How often did the forecasts of each form win, and how long were the losing runs?',
    formula: [
      'wins by luck: binomial(N, p) with p of the form; usual range = its central 95%',
      'rate: Clopper–Pearson interval at 95%',
      'P(no losing run longer than r in N) by the recurrence over draws',
    ],
    meaning: [
      '"0 of 120 won; guessing wins 0 to 2; three guessers in four win none." Wins are the second line of a record, with their range and without a verdict.',
      'The Clopper–Pearson interval contains the true rate in at least 95% of the records, also for rare wins. The usual interval (Wald) contains it in only 68% of them for 20 bankers.',
      'Long losing runs are normal: of 100 bankers by luck, the longest losing run is 37 in the median and 19 to 78 usually.',
    ],
    window: 'One forecast per draw and form: of two, the first published counts.',
    holes: 'Void draws, withdrawn forecasts and forecasts after the lock neither win nor end a run.',
    assumptions: ['A fair draw; the draws are independent of each other.'],
    limits: ['Wins are too rare for a verdict. Read the numbers against luck first.'],
  },
  'naira-back': {
    title: 'Naira back',
    question: 'What would the usual bets on these forecasts have cost and brought back?',
    formula: [
      'cost = ₦100 for each forecast with a form and a known multiplier',
      'back = ₦100 · multiplier · lines won / lines of the bet',
      'break-even = cost / (mean back by luck)',
    ],
    meaning: [
      'Each form has its usual bet. A banker is bet against all others: 89 lines of two. Two sure is one line. Three direct is one line at the multiplier of three. Five and ten are permutations of two: 10 and 45 lines.',
      'At ×240 every bet of two brings back ₦59.93 of ₦100 by luck, and three direct at ×2,100 brings back ₦17.88. To break even at ×240, forecasts must be 1.67 times as good as guessing.',
      'The range by luck is that of what all bets bring back together. Bets on one draw may share numbers, so every way in which five balls fall among them is counted. Where the payments have no common step, as with bankers beside two sure, they are added up in steps of about a 2,000th of the most that luck is likely to bring back.',
    ],
    window:
      'All scored forecasts of the record that have a form. The multiplier is the one of the operator on the day of the draw, so a later multiplier does not change earlier draws.',
    holes:
      'Forecasts without a form, and draws of an operator whose multiplier is not known, are left out. Their number is shown.',
    assumptions: [
      'The operator pays the multiplier on record. Staff enter it with the day from which it is valid.',
      'A fair draw.',
    ],
    limits: [
      'Money swings far more than numbers. With 120 two sure, 26% of the records by pure luck show ₦200 or more back for ₦100. Money is therefore never shown without the range of luck, and is no headline below ten expected wins.',
      'It is no advice to stake. At the multipliers above, every bet loses on average.',
    ],
  },
  'lead-times': {
    title: 'Lead times',
    question: 'How early before the close were the forecasts published, and does that change how many came?',
    formula: [
      'lead time = close − time of publication of the version that counts',
      'classes: under 1 hour, 1 to 6 hours, over 6 hours',
    ],
    meaning: [
      'A leaked or early result would help only forecasts that were published late. If many numbers come among the late forecasts and not among the early ones, a leak is likelier than skill.',
      'Each class has its numbers, how many came, and the usual range of luck.',
    ],
    window: 'All scored forecasts of a record.',
    holes: 'As for the numbers against luck.',
    assumptions: ["The database's clock is trusted."],
    limits: [
      'Three classes are three looks: up to one record in seven by luck has one of them outside its range.',
      'A leak of many hours would not show here.',
    ],
  },
} as const satisfies Record<string, Method>
