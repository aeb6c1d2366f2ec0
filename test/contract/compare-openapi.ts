/**
 * What a caller of the accepted contract would trip over in the present one, a sentence each. Under `/v1` there must be
 * none: parameters, values and fields are added, never taken away, narrowed or changed.
 */
export function findBreakingChanges(accepted: unknown, present: unknown): readonly string[] {
  const before = reader(accepted)
  const now = reader(present)
  const broken: string[] = []
  if (JSON.stringify(before.get(accepted, 'security')) !== JSON.stringify(now.get(present, 'security')))
    broken.push('the way to authenticate changed')
  for (const [path, methods] of before.entries(accepted, 'paths')) {
    for (const [method, operation] of Object.entries(before.record(methods))) {
      const same = now.get(present, 'paths', path, method)
      if (same === undefined) broken.push(`${path} is gone`)
      else compareOperation({ before, now, broken }, path, operation, same)
    }
  }
  return broken
}

type Json = Readonly<Record<string, unknown>>
type Reader = ReturnType<typeof reader>

interface Comparison {
  readonly before: Reader
  readonly now: Reader
  readonly broken: string[]
}

function compareOperation(c: Comparison, path: string, accepted: unknown, present: unknown): void {
  const { before, now, broken } = c
  const scopes = [before.get(accepted, 'x-scope'), now.get(present, 'x-scope')]
  if (scopes[0] !== scopes[1]) broken.push(`${path} needs the scope ${scopes[1]} instead of ${scopes[0]}`)
  const rates = [before.get(accepted, 'x-rate-limit-per-minute'), now.get(present, 'x-rate-limit-per-minute')]
  if (Number(rates[1]) < Number(rates[0])) broken.push(`${path} allows ${rates[1]} calls a minute, not ${rates[0]}`)
  compareHeaderParameters(c, path, accepted, present)
  if (before.get(accepted, 'requestBody', 'required') !== true && now.get(present, 'requestBody', 'required') === true)
    broken.push(`${path} now requires a body`)
  const body = ['requestBody', 'content', 'application/json', 'schema']
  compareSent(c, `${path} request`, before.get(accepted, ...body), now.get(present, ...body))
  compareResponses(c, path, accepted, present)
}

function compareHeaderParameters(c: Comparison, path: string, accepted: unknown, present: unknown): void {
  const { before, now, broken } = c
  const known = before.list(accepted, 'parameters')
  const parameters = now.list(present, 'parameters')
  const keyOf = (parameter: Json) => `${parameter.in} ${parameter.name}`
  for (const parameter of known) {
    const where = `${path} parameter ${parameter.name}`
    const same = parameters.find((other) => keyOf(other) === keyOf(parameter))
    if (same === undefined) {
      broken.push(`${where} is gone`)
      continue
    }
    if (parameter.required !== true && same.required === true) broken.push(`${where} is now required`)
    compareSent(c, where, parameter.schema, same.schema)
  }
  for (const parameter of parameters) {
    if (parameter.required === true && !known.some((other) => keyOf(other) === keyOf(parameter)))
      broken.push(`${path} parameter ${parameter.name} is new and required`)
  }
}

/** A status that no longer occurs harms nobody, except the good one. */
function compareResponses(c: Comparison, path: string, accepted: unknown, present: unknown): void {
  const { before, now, broken } = c
  for (const [status, response] of before.entries(accepted, 'responses')) {
    const same = now.get(present, 'responses', status)
    if (same === undefined) {
      if (status === '200') broken.push(`${path} has no answer 200`)
      continue
    }
    for (const [header] of before.entries(response, 'headers')) {
      if (now.get(same, 'headers', header) === undefined) broken.push(`${path} ${status} header ${header} is gone`)
    }
    const body = ['content', 'application/json', 'schema']
    compareAnswered(c, `${path} ${status}`, before.get(response, ...body), now.get(same, ...body))
  }
}

/** What callers send: everything that was taken must still be taken. */
function compareSent(c: Comparison, where: string, acceptedSchema: unknown, presentSchema: unknown): void {
  const { broken } = c
  const accepted = c.before.record(acceptedSchema)
  const present = c.now.record(presentSchema)
  const lost = typesOf(accepted).filter((type) => !takesType(typesOf(present), type))
  if (lost.length > 0) broken.push(`${where} no longer takes ${lost.join(', ')}`)
  if (JSON.stringify(accepted.default) !== JSON.stringify(present.default)) {
    broken.push(`${where} has the default ${JSON.stringify(present.default)}, not ${JSON.stringify(accepted.default)}`)
  }
  compareChoices(broken, where, accepted, present)
  compareTakenValues(broken, where, accepted, present)
  compareBounds(broken, where, accepted, present)
  compareTakenProperties(c, where, accepted, present)
  if (accepted.items !== undefined) compareSent(c, `${where}[]`, accepted.items, present.items)
}

function compareTakenValues(broken: string[], where: string, accepted: Json, present: Json): void {
  const allowed = present.const === undefined ? present.enum : [present.const]
  if (!Array.isArray(allowed)) return
  const known = accepted.const === undefined ? accepted.enum : [accepted.const]
  if (!Array.isArray(known)) {
    broken.push(`${where} only takes some values now`)
    return
  }
  const refused = known.filter((value) => !allowed.includes(value))
  if (refused.length > 0) broken.push(`${where} no longer takes the value ${refused.join(', ')}`)
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function compareBounds(broken: string[], where: string, accepted: Json, present: Json): void {
  for (const bound of lowerBounds) {
    if (numberOr(present[bound], Number.NEGATIVE_INFINITY) > numberOr(accepted[bound], Number.NEGATIVE_INFINITY))
      broken.push(`${where} has a higher ${bound}`)
  }
  for (const bound of upperBounds) {
    if (numberOr(present[bound], Number.POSITIVE_INFINITY) < numberOr(accepted[bound], Number.POSITIVE_INFINITY))
      broken.push(`${where} has a lower ${bound}`)
  }
  for (const rule of ['pattern', 'format']) {
    if (present[rule] !== undefined && present[rule] !== accepted[rule]) broken.push(`${where} has another ${rule}`)
  }
}

function compareTakenProperties(c: Comparison, where: string, accepted: Json, present: Json): void {
  const { before, now, broken } = c
  const wasRequired = new Set(arrayOf(accepted.required))
  for (const name of arrayOf(present.required)) {
    if (!wasRequired.has(name)) broken.push(`${where} requires ${name}`)
  }
  for (const [name, schema] of before.entries(accepted, 'properties')) {
    const same = now.get(present, 'properties', name)
    if (same === undefined) broken.push(`${where} has lost ${name}`)
    else compareSent(c, `${where}.${name}`, schema, same)
  }
  if (accepted.additionalProperties !== false && present.additionalProperties === false)
    broken.push(`${where} refuses other properties`)
}

/** What callers read: every field must still be there, hold nothing of another kind, and never be missing. */
function compareAnswered(c: Comparison, where: string, acceptedSchema: unknown, presentSchema: unknown): void {
  const { before, now, broken } = c
  const accepted = before.record(acceptedSchema)
  const present = now.record(presentSchema)
  const strange = typesOf(present).filter((type) => !takesType(typesOf(accepted), type))
  if (strange.length > 0) broken.push(`${where} may now be ${strange.join(', ')}`)
  if (valuesOf(accepted) !== undefined && valuesOf(present) === undefined) broken.push(`${where} may be any value now`)
  if (accepted.const !== undefined && accepted.const !== present.const) broken.push(`${where} has another value`)
  if (accepted.format !== undefined && accepted.format !== present.format) broken.push(`${where} has another format`)
  compareChoices(broken, where, accepted, present)
  const required = new Set(arrayOf(present.required))
  for (const name of arrayOf(accepted.required)) {
    if (!required.has(name) && now.get(present, 'properties', String(name)) !== undefined)
      broken.push(`${where}.${name} may be missing now`)
  }
  for (const [name, schema] of before.entries(accepted, 'properties')) {
    const same = now.get(present, 'properties', name)
    if (same === undefined) broken.push(`${where} has lost ${name}`)
    else compareAnswered(c, `${where}.${name}`, schema, same)
  }
  if (accepted.items !== undefined) compareAnswered(c, `${where}[]`, accepted.items, present.items)
  if (isRecord(accepted.additionalProperties))
    compareAnswered(c, `${where}.*`, accepted.additionalProperties, present.additionalProperties)
}

/** Our schemas have no choices between schemas. Should they get some, a change there must not pass unseen. */
function compareChoices(broken: string[], where: string, accepted: Json, present: Json): void {
  for (const choice of ['allOf', 'anyOf', 'oneOf', 'not']) {
    if (JSON.stringify(accepted[choice]) !== JSON.stringify(present[choice]))
      broken.push(`${where} has another ${choice}`)
  }
}

const everyType = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function typesOf({ type }: Json): readonly string[] {
  return type === undefined ? everyType : [type].flat().map(String)
}

function takesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

function valuesOf(schema: Json): unknown {
  return schema.const ?? schema.enum
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Walks one document and follows its `$ref`s on the way. */
function reader(document: unknown) {
  /** What stands beside a reference holds at its place; the choice between a reference and other types is one object. */
  function follow(value: unknown): unknown {
    if (!isRecord(value)) return value
    const { $ref, anyOf, ...beside } = value
    const choices = arrayOf(anyOf).filter(isRecord)
    if (choices.some((choice) => typeof choice.$ref === 'string')) {
      const whole = choices.map(record)
      return { ...Object.assign({}, ...whole), type: whole.flatMap(({ type }) => type), ...beside }
    }
    if (typeof $ref !== 'string') return value
    const steps = $ref.slice(2).split('/')
    const found = get(document, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')))
    return isRecord(found) ? { ...found, ...beside } : found
  }
  function get(from: unknown, ...steps: readonly string[]): unknown {
    let value = follow(from)
    for (const step of steps) value = follow(isRecord(value) ? value[step] : undefined)
    return value
  }
  function record(value: unknown): Json {
    const found = follow(value)
    return isRecord(found) ? found : {}
  }
  return {
    get,
    record,
    entries: (from: unknown, ...steps: readonly string[]) => Object.entries(record(get(from, ...steps))),
    list: (from: unknown, step: string) => arrayOf(get(from, step)).map(record),
  }
}
