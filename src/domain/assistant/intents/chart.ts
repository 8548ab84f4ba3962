import {
  ballOf as ballOfCell,
  rowOf,
  CHART_TEST_ON_SAMPLES,
  TOO_FEW_FOR_CHART_TEST,
} from '../../classification/classification.ts'
import { hasSamples } from '../../draws/history.ts'
import type { ChartFinding } from '../../lab/figures/chart-test.ts'
import { methodPath } from '../../site/paths.ts'
import { type Asked, intent, isWithoutSequence, lack, numberSlot, type OneNumber, SCOPE } from './intent.ts'
import { CHART } from '../parts/links.ts'
import { has, names, type Reading } from '../read/reading.ts'
import type { Relation } from '../read/types.ts'
import { ballOf, columnName, line, relationWords } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

/** Cells of the classification chart. */
export const chartCell = intent({
  key: 'chart-cell',
  plan: 'free',
  when: (reading) => isWithoutSequence(reading) && !has(reading, 'COUNT'),
  asks: ['TURN_TO', ({ relations }) => relations.length > 0],
  may: 'WHAT CHART',
  uses: ['relations', 'numbers'],
  read(reading) {
    const numbers = reading.numbers.map(numberSlot)
    const turns = has(reading, 'TURN_TO')
    if (isInverse(reading) || (turns && reading.relations.length > 0)) return lack('not-understood')
    const relations: Relation[] = turns ? ['turning'] : reading.relations
    if (numbers.length === 1 && !itemAt(numbers, 0).box && !itemAt(numbers, 0).type)
      return { numbers, relations }
    const reason = numbers.length === 0 ? 'missing' : 'ambiguous'
    return { reason, lacks: 'number', slots: { numbers, relations } }
  },
  value({ slots: { relations, numbers } }: Asked<Cells>): { [R in Relation]?: string } {
    const row = rowOf(numbers[0].number)!
    return Object.fromEntries(relations.map((relation) => [relation, row[relation]]))
  },
  say(cells, { slots: { numbers } }) {
    const { number } = numbers[0]
    const found = Object.entries(cells) as [Relation, string][]
    const lines = found.map(([relation, cell]) => {
      const ball = ballOfCell(cell)
      const value = ball === null ? `${cell}, not a ball` : ''
      return line(columnName(relation), value, '', ball === null ? null : ballOf({ number: ball }))
    })
    if (found.length > 1) return { figure: `${number}: ${found.length} relatives`, lines }
    const [relation, cell] = itemAt(found, 0)
    return { ball: itemAt(lines, 0).ball, figure: `${columnName(relation)} of ${number}: ${cell}` }
  },
  question: ({ relations, numbers }) => `What is the ${relationWords(relations)} of ${numbers[0].number}`,
  links: [CHART],
})

type Cells = OneNumber & { relations: Relation[] }

/** "46 is the counterpart of which number" asks for the opposite of a cell. */
const isInverse = (reading: Reading) =>
  has(reading, 'INVERSE') ||
  reading.numbers.some(({ before }) => /^(?:is|be|equal|equals|as|gives)$/.test(before))

/**
 * "Does the chart work?", of the chart as a whole. The test covers every column, game and draw: of one game or column there
 * is no verdict, so that is asked back.
 */
export const chartTest = intent({
  key: 'chart-test',
  plan: 'free',
  asks: ['CHART_WORKS|COLUMN_WORKS'],
  may: 'CHART NEXT_DRAW NEXT DRAW RESULT WHAT',
  uses: ['relations', 'numbers', ...SCOPE],
  read: (reading) =>
    (['relations', 'numbers', ...SCOPE] as const).some((field) => names(reading, field))
      ? lack('ambiguous')
      : {},
  /** The test takes longer than a question may. The server fills in what a worker found. */
  value: (): ChartFinding | null => null,
  say(found, { data }: Asked) {
    const sentences = found?.sentences
    if (!sentences) return { figure: TOO_FEW_FOR_CHART_TEST }
    const sampleNotes = hasSamples(data.history) ? [CHART_TEST_ON_SAMPLES] : []
    // The verdict is the last sentence.
    return { figure: itemAt(sentences, -1), notes: [...sentences.slice(0, -1), ...sampleNotes] }
  },
  question: () => 'Does the chart work',
  links: [CHART, { path: methodPath('chart-test'), text: 'How the test works' }],
  lab: () => ({ figure: 'chart-test', typed: {} }),
})
