// The forms of a page, as a browser without script sends them.
import { tagsOf } from './html.ts'

export interface PlainForm {
  action: string
  method: string
  /** The values of its fields, as a browser sends them untouched. */
  fields: [name: string, value: string][]
  buttons: [name: string, value: string][]
}

/** The forms of a page. */
export function formsOf(html: string): PlainForm[] {
  return [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([text]) => {
    const form: PlainForm = { action: '', method: 'get', fields: [], buttons: [] }
    let isFirstOption = false
    for (const { name, attributes } of tagsOf(text)) {
      const { name: field, value = '', type = '', checked, selected } = attributes
      if (name === 'form') Object.assign(form, attributes)
      if (name === 'button' && field) form.buttons.push([field, value])
      if (name === 'input' && field && (!['checkbox', 'radio'].includes(type) || checked !== undefined))
        form.fields.push([field, value])
      if (name === 'select') {
        form.fields.push([field ?? '', ''])
        isFirstOption = true
      }
      if (name !== 'option') continue
      if (isFirstOption || selected !== undefined) form.fields.at(-1)![1] = value
      isFirstOption = false
    }
    return form
  })
}

/** What a form sends. @param typed values by field: of several fields with one name, in their order */
export function contentOf({ fields }: PlainForm, typed: Record<string, string | string[]> = {}): string {
  const left = new Map(Object.entries(typed).map(([name, values]) => [name, [values].flat()]))
  const filled = fields.map(([name, value]) => [name, left.get(name)?.shift() ?? value])
  const added = [...left].flatMap(([name, values]) => values.map((value) => [name, value]))
  return new URLSearchParams([...filled, ...added] as [string, string][]).toString()
}
