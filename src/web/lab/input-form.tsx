import { labFigure, type LabFigureKey, type LabInput } from '../../domain/lab/figures.ts'
import { LAB_LAGS, type TypedLabQuery } from '../../domain/lab/query.ts'
import { BOXES, boxName } from '../../domain/base/balls.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { LabForm, type Problems } from './scope-form.tsx'

interface Props {
  figure: LabFigureKey
  typed: TypedLabQuery
  problems: Problems
}

const HINTS: Partial<Record<LabFigureKey, string>> = {
  together: 'Two to five, such as 33-45',
  groups: 'Three to five, such as 1-10-89',
}
const LATER = ['Next draw', 'Two draws later', 'Three draws later']

/** What a figure asks for beside its draws: a box, a number, numbers, a distance. */
export function InputForm({ figure, typed, problems }: Props) {
  const { inputs } = labFigure(figure)
  if (inputs.length === 0) return null
  return (
    <LabForm
      figure={figure}
      typed={typed}
      fields={inputs}
      className="my-2 flex max-w-md flex-wrap items-start gap-2"
    >
      {inputs.map((input) => (
        // An error needs more room than a number.
        <div
          key={input}
          className={`min-w-0 ${input === 'number' && !problems.number ? 'w-20' : 'flex-[1_1_8rem]'}`}
        >
          <Input figure={figure} input={input} typed={typed} problems={problems} />
        </div>
      ))}
      <Button type="submit" className="mt-5.5">
        Show
      </Button>
    </LabForm>
  )
}

function Input({ figure, input, typed, problems }: { input: LabInput } & Props) {
  const shared = { name: input, defaultValue: typed[input] ?? '', error: problems[input] }
  if (input === 'box')
    return (
      <Select
        {...shared}
        label="Box"
        options={[['', 'Any box'], ...boxesOf(typed).map((name, i) => [i + 1, name] as const)]}
      />
    )
  if (input === 'lag')
    return <Select {...shared} label="How much later" options={LAB_LAGS.map((lag, i) => [lag, LATER[i]])} />
  return (
    <Field
      {...shared}
      label={input === 'number' ? 'Number' : 'Numbers'}
      inputMode={input === 'number' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={20}
      hint={input === 'numbers' ? HINTS[figure] : undefined}
    />
  )
}

function boxesOf({ set }: TypedLabQuery): string[] {
  const names = BOXES.map(boxName)
  return set === 'both'
    ? ['winning', 'machine'].flatMap((type) => names.map((name) => `${name}, ${type}`))
    : names
}
