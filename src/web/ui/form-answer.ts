import { createContext, useContext } from 'react'
import type { FormAnswer } from '../api/answers.ts'

/** The result of a form that was sent without script. */
export const FormAnswerContext = createContext<FormAnswer | null>(null)

export function useFormAnswer(): FormAnswer {
  return useContext(FormAnswerContext) ?? { message: null, fields: {}, values: {} }
}
