// Asks generated questions of players, whose truth a separate computation knows, and prints what was answered and wrong.
// node bench/questions.ts [SEEDS, such as 1,2,3] [QUESTIONS OF EACH] [--wrong | --held]
import { measure } from '../tests/support/questions/measure.ts'

const [seeds = '101,102,103,104', total = '2000'] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
const shows = (kind: string) => process.argv.includes(`--${kind}`)
for (const seed of seeds.split(',').map(Number)) {
  const { wrong, held, answerable, answered, kinds } = measure(seed, Number(total))
  if (shows('wrong')) for (const line of wrong) console.log(`wrong: ${line}`)
  if (shows('held')) for (const line of held) console.log(`held back: ${line}`)
  if (shows('kinds')) console.table(kinds)
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
  console.log(
    `seed ${seed}: ${total} questions, answered rightly ${share(answerable - held.length - wrong.length, answerable)} of ${answerable}, wrong ${wrong.length} of ${answered} answers (${share(wrong.length, answered)})`,
  )
}
