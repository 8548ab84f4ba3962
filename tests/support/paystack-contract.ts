import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

// Paystack's OpenAPI description, and the schema of verify_access_code, which it lacks. Only tests read them.
const read = (name: string): any =>
  parse(readFileSync(new URL(`../../src/stand-ins/paystack/contract/${name}`, import.meta.url), 'utf8'))
const description = read('paystack-openapi.yaml')
const inline = read('paystack-verify-access-code.schema.yaml')

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'api', ...plain(description) })
ajv.addSchema({ $id: 'inline', ...plain(inline) })

/** Removes `nullable` where there is no type: it has no meaning there, and the validator refuses it. */
function plain(schema: unknown): any {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'nullable' || 'type' in schema)
      .map(([key, value]) => [key, plain(value)]),
  )
}

/** The violations of one of Paystack's schemas by a value. */
export function schemaErrors(name: string, value: unknown): string[] {
  const ref = name in inline ? `inline#/${name}` : `api#/components/schemas/${name}`
  const validate = ajv.compile({ $ref: ref })
  if (validate(value)) return []
  return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
