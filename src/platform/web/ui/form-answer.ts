import { createContext, useContext } from 'react'
import type { FormAnswer } from '../api/answers.ts'

/** The result of a form that was sent without script. */
export const FormAnswerContext = createContext<FormAnswer | null>(null)

const NOTHING: FormAnswer = { message: null, fields: {}, values: {} }

/** @param form its name, on a page with several */
export function useFormAnswer(form?: string): FormAnswer {
  const answer = useContext(FormAnswerContext)
  return answer && answer.form === form ? answer : NOTHING
}
