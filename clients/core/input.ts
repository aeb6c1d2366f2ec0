import type { ApiOperation, Field } from './api.ts'

/** A value that the form of a client holds as text cannot be sent as what the parameter needs. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/**
 * The body of a call from what a form holds. Decks and automation tools hold nearly everything as text, and a text that
 * is empty stands for a parameter that is not sent.
 */
export function toInput(operation: ApiOperation, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of operation.fields) {
    const value = values[field.name]
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) continue
    input[field.name] = typeof value === 'string' ? fromText(field, value) : value
  }
  return input
}

function fromText(field: Field, value: string): unknown {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return value
    case 'integer':
    case 'number':
      return toNumber(field, value)
    case 'boolean':
      return toBoolean(field, value)
    case 'list':
      return value.trim().startsWith('[') ? toJson(field, value) : value.split(',').map((item) => item.trim())
    case 'json':
      return jsonOrText(value)
  }
}

function toNumber(field: Field, value: string): number {
  const number = Number(value)
  if (Number.isFinite(number)) return number
  throw new InputError(`${field.title} must be a number, not "${value}".`)
}

function toBoolean(field: Field, value: string): boolean {
  const word = value.trim().toLowerCase()
  if (['true', '1', 'on', 'yes'].includes(word)) return true
  if (['false', '0', 'off', 'no'].includes(word)) return false
  throw new InputError(`${field.title} must be true or false, not "${value}".`)
}

function toJson(field: Field, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new InputError(`${field.title} is not valid JSON.`)
  }
}

/** Parameters of several types, such as the value of set-value: `5` is a number, `hello` a text. */
function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
