import { defineMessages } from '../kernel/text/message.ts'
import type { Field, Fields } from './setting-fields.ts'

const messages = defineMessages('fields', {
  color: 'must be a CSS colour, such as #f2b24c or rgb(242 178 76)',
  locale: 'must be a language, such as en or pt-BR',
})

/** Hexadecimal, a name, or one of the colour functions with nothing in it but numbers and units. */
const colorShape =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([-+\d.,%\s/a-z]{3,50}\))$/i

export interface FieldProblem {
  readonly path: string
  /** What the value must be. */
  readonly problem: string
}

/** The first value that its schema allows and that still cannot be used. */
export function findProblem(fields: Fields, values: Readonly<Record<string, unknown>>): FieldProblem | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const problem = problemOf(name, field, values[name])
    if (problem !== undefined) return problem
  }
  return undefined
}

export function isColor(value: string): boolean {
  return colorShape.test(value)
}

export function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function problemOf(path: string, { control }: Field, value: unknown): FieldProblem | undefined {
  if (value === undefined) return undefined
  switch (control.kind) {
    case 'color':
      return isColor(String(value)) ? undefined : { path, problem: messages.color() }
    case 'colors': {
      const index = (value as readonly string[]).findIndex((one) => !isColor(one))
      return index < 0 ? undefined : { path: `${path}[${index}]`, problem: messages.color() }
    }
    case 'locale':
      return isLocale(String(value)) ? undefined : { path, problem: messages.locale() }
    case 'group': {
      const inner = findProblem(control.fields, value as Readonly<Record<string, unknown>>)
      return inner === undefined ? undefined : { ...inner, path: `${path}.${inner.path}` }
    }
    default:
      return undefined
  }
}
