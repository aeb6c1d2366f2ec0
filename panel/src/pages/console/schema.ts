/** The subset of JSON Schema that operations use. */
export interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly maxLength?: number
  readonly format?: string
  readonly items?: FieldSchema
}

export interface FormSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

/** The typed texts by field. Absent fields are not sent. */
export type Typed = Readonly<Record<string, string>>

export type Kind = 'choice' | 'flag' | 'number' | 'date' | 'lines' | 'json' | 'long' | 'text'

export function kindOf({ type, enum: values, format, items, maxLength = 0 }: FieldSchema): Kind {
  if (values !== undefined) return 'choice'
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'number'
  if (format === 'date') return 'date'
  if (type === 'array') return items?.type === 'string' ? 'lines' : 'json'
  if (type === 'string') return maxLength >= 300 ? 'long' : 'text'
  return 'json'
}

/** The body to send, and the fields that are not valid yet. */
export function bodyOf(
  { properties = {} }: FormSchema,
  typed: Typed,
): { body: Record<string, unknown>; unfinished: string[] } {
  const body: Record<string, unknown> = {}
  const unfinished: string[] = []
  for (const [name, schema] of Object.entries(properties)) {
    const text = typed[name] ?? ''
    if (text === '') continue
    try {
      body[name] = asValue(schema, text)
    } catch {
      unfinished.push(name)
    }
  }
  return { body, unfinished }
}

function asValue(schema: FieldSchema, text: string): unknown {
  switch (kindOf(schema)) {
    case 'choice':
      return schema.enum?.find((value) => JSON.stringify(value) === text)
    case 'flag':
      return text === 'true'
    case 'number':
      // An invalid number is sent as typed, since the server's error message is the better one.
      return Number.isNaN(Number(text)) ? text : Number(text)
    case 'lines':
      return text.split('\n').filter((line) => line !== '')
    case 'json':
      return takesText(schema) ? textOrJson(text) : JSON.parse(text)
    default:
      return text
  }
}

/** Whether a text is one of several types that the field takes. */
function takesText({ type }: FieldSchema): boolean {
  return typeof type === 'object' && type.includes('string')
}

/** A text may be typed without quotation marks. */
function textOrJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Turns a body back into field texts, for examples and the history. */
export function typedOf({ properties = {} }: FormSchema, body: Readonly<Record<string, unknown>>): Typed {
  const typed: Record<string, string> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = body[name]
    if (value === undefined) continue
    const kind = kindOf(schema)
    if (kind === 'choice') typed[name] = JSON.stringify(value)
    else if (kind === 'lines') typed[name] = (value as string[]).join('\n')
    else typed[name] = kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
  }
  return typed
}
