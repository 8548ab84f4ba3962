import { itemAt } from '../../../platform/rules/base/lists.ts'

/**
 * The Lotto Classification Chart: the published figures, each cell as players know it. Some cells in Code and Shadow are
 * not balls (0, 00 and 91 to 99), leading zeros are irregular as printed, and '-' is a number without a partner.
 * Counterpart, Malta, Enquivalent, Code, Turning and Shadow follow rules (see the test). Bonanza, String Key and Partner
 * are mutual pairs without a known formula.
 */
export const COLUMNS = [
  ['number', 'No'],
  ['counterpart', 'Counterpart'],
  ['bonanza', 'Bonanza'],
  ['malta', 'Malta'],
  ['stringKey', 'String Key'],
  ['shadow', 'Shadow'],
  ['partner', 'Partner'],
  ['enquivalent', 'Enquivalent'],
  ['code', 'Code'],
  ['turning', 'Turning'],
] as const
export type ColumnKey = (typeof COLUMNS)[number][0]

export type ClassificationRow = { number: number } & Record<Exclude<ColumnKey, 'number'>, string>

const FIGURES = `
 1 46 74 89 58  4  3  8  0 10
 2 47  8 88 65  8  9  7  9 20
 3 48 17 87 57  0  1  6  8 30
 4 49 36 86 76  1  7  5  7 40
 5 50 33 85 19  7 10  4  6 50
 6 51 65 84 90  9  8  3  5 60
 7 52 57 83 54  5  4  2  4 70
 8 53  2 82 43  2  6 01  3 80
 9 54 81 81 23  6  2 90  2 90
10 55 85 80 83 43  5 89 01  1
11 56 59 79 32 44 17 88 00 11
12 57 48 78 75 48 13 87 09 21
13 58 78 77 68 40 12 86 08 31
14 59 30 76 26 41 18 85 07 41
15 60 51 75 48 47 19 84 06 51
16 61 54 74 59 49  - 83 05 61
17 62  3 73 81 45 11 82 04 71
18 63 24 72 47 42 14 81 03 81
19 64 23 71  5 46 15 80 02 19
20 65 86 70 66 83 22 79 91  2
21 66 61 69 35 84 25 78 90 12
22 67 42 68 87 88 20 77 99 22
23 68 19 67  9 80 24 76 98 32
24 69 18 66 45 81 23 75 97 42
25 70 80 65 51 87 21 74 96 52
26 71 62 64 14 89 28 73 95 62
27 72 32 63 63 85 29 72 94 72
28 73 71 62 52 82 26 71 93 82
29 74 72 61 38 86 27 70 92 29
30 75 14 60 78  3 38 69 81  3
31 76 37 59 88  4 35 68 80 13
32 77 27 58 11  8 34 67 89 23
33 78  5 57 80 33 36 66 88 33
34 79 73 56 67 01 32 65 87 43
35 80 38 55 21 07 31 64 86 53
36 81  4 54 53 09 33 63 85 63
37 82 31 53 72 05 39 62 84 73
38 83 35 52 29 02 30 61 83 83
39 84 69 51 69 06 37 60 82 39
40 85 43 50 86 13 41 59 71  4
41 86 79 49 77 14 40 58 70 14
42 87 22 48 55 18 48 57 79 24
43 88 40 47  8 10 46 56 78 34
44 89 76 46 60 11 47 55 77 44
45 90 47 45 24 17 49 54 76 54
46  1 90 44 62 19 43 53 75 64
47  2 45 43 18 15 44 52 74 74
48  3 12 42 15 12 42 51 73 84
49  4 68 41 74 16 45 50 72 49
50  5 83 40 89 73 52 49 61  5
51  6 15 39 25 74 56 48 60 15
52  7 66 38 28 78 50 47 69 25
53  8 70 37 36 70 59 46 68 35
54  9 16 36  7 71 58 45 67 45
55 10 58 35 42 77 57 44 66 55
56 11 60 34 79 79 51 43 65 65
57 12  7 33  3 75 55 42 64 75
58 13 55 32  1 72 54 41 63 85
59 14 11 31 16 76 53 40 62 59
60 15 56 30 44 93 63 39 51  6
61 16 21 29 73 94 62 38 50 16
62 17 26 28 46 98 61 37 59 26
63 18 67 27 27 90 60 36 58 36
64 19 87 26 85 91 69 35 57 46
65 20  6 25  2 97 68 34 56 56
66 21 52 24 20 99 67 33 55 66
67 22 63 23 34 95 66 32 54 76
68 23 49 22 13 92 65 31 53 86
69 24 39 21 39 96 64 30 52 69
70 25 53 20 82 53 78 29 41  7
71 26 28 19 84 54 75 28 40 17
72 27 29 18 37 58 77 27 49 27
73 28 34 17 61 50 74 26 48 37
74 29  1 16 49 51 73 25 47 47
75 30 77 15 12 57 71 24 46 57
76 31 44 14  4 59 79 23 45 67
77 32 75 13 41 55 72 22 44 77
78 33 13 12 30 52 70 21 43 87
79 34 41 11 56 56 76 20 42 79
80 35 25 10 33 23 89 19 31  8
81 36  9  9 17 24 85 18 30 18
82 37 84  8 70 28 88 17 39 28
83 38 50  7 10 20 90 16 38 38
84 39 82  6 71 21  - 15 37 48
85 40 10  5 64 27 81 14 36 58
86 41 20  4 40 29 87 13 35 68
87 42 64  3 22 25 86 12 34 78
88 43 89  2 31 22 82 11 33 88
89 44 88  1 50 26 80 10 32 89
90 45 46  -  6 63 83  9 21  9
`

export const CLASSIFICATION: readonly ClassificationRow[] = FIGURES.trim()
  .split('\n')
  .map((line) => {
    const cells = line.trim().split(/\s+/)
    const row = Object.fromEntries(COLUMNS.map(([key], i) => [key, itemAt(cells, i)]))
    return { ...row, number: Number(cells[0]) } as ClassificationRow
  })

/** The two tables of the screen. */
export const HALVES = [CLASSIFICATION.slice(0, 45), CLASSIFICATION.slice(45)] as const

/** The row of a number from 1 to 90. */
export const rowOf = (number: number): ClassificationRow | undefined => CLASSIFICATION[number - 1]

/** The ball of a cell; null for '-', 0, 00 and 91 to 99. */
export function ballOf(cell: string): number | null {
  const ball = /^\d{1,2}$/.test(cell) ? Number(cell) : 0
  return ball >= 1 && ball <= 90 ? ball : null
}

/** In place of the result of the chart test. */
export const TOO_FEW_FOR_CHART_TEST = 'There are too few draws to test it.'

/** Beside the result on generated draws. */
export const CHART_TEST_ON_SAMPLES =
  'These draws are generated. They show how the test works and say nothing about real draws.'
