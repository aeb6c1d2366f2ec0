import { literal, typeScript } from '../panel/src/pages/console/literal.ts'
import { providerWireNames } from '../src/contract/donation-providers.ts'
import { type FailureCode, failures } from '../src/contract/failures.ts'
import { methodName } from '../src/contract/method-name.ts'
import { createNames, type Names, namings } from '../src/contract/names.ts'
import { platformWords } from '../src/contract/platforms.ts'
import { type ObjectSchema, oneOf, type Schema } from '../src/contract/schema.ts'
import type { Operation } from '../src/operation.ts'
import { commonFailures, possibleFailures } from '../src/possible-failures.ts'
import { boundsOf } from './schema-words.ts'

/** The derived files of `sdk/`, name to text: one client for each way to name platforms, and the codes of failures. */
export function createSdkFiles(operations: readonly Operation[]): ReadonlyMap<string, string> {
  return new Map([
    ['failure-code.ts', codesFile(operations)],
    ['showcaller.ts', clientFile(operations, createNames('spec'))],
    ['brand.ts', clientFile(operations, createNames('brand'))],
  ])
}

const generated = '// Made by `npm run sdk` from the operations in src/operations.ts. Change them there.'
const width = 120

function codesFile(operations: readonly Operation[]): string {
  const used = new Set(operations.flatMap(possibleFailures))
  const words = comment('', ['Why a call of an operation can fail.'])
  const codes = (Object.keys(failures) as FailureCode[]).filter((code) => used.has(code))
  return page(generated, `${words}\nexport type FailureCode =${union(codes.map(typeScript.text), '')}`)
}

function clientFile(operations: readonly Operation[], names: Names): string {
  const said = operations.map((operation) => describe(operation, names))
  return page(
    generated,
    "import { type CallOptions, Client } from './client.ts'",
    [
      'export {',
      '  type CallOptions,',
      '  type ErrorCode,',
      '  type Limit,',
      '  ShowcallerError,',
      '  type ShowcallerOptions,',
      "} from './client.ts'",
      "export type { FailureCode } from './failure-code.ts'",
    ].join('\n'),
    [
      comment('', [
        'Every operation is a method: it resolves with the answer or rejects with a ShowcallerError.',
        wordsOn[names.naming],
      ]),
      'export class Showcaller extends Client {',
      said.map(({ method }) => method).join('\n\n'),
      '}',
    ].join('\n'),
    ...sets.map(({ name, schema }) => `export type ${name} = ${unionOf(names.schema(schema))}`),
    ...said.flatMap(({ types }) => types),
  )
}

const wordsOn = {
  spec: 'For a server with the names of the contract, which are the default.',
  brand: 'For a server with SHOWCALLER_NAMES=brand: Kick, Twitch, YouTube and TikTok by their names.',
}

function describe(operation: Operation, names: Names): { method: string; types: readonly string[] } {
  const name = names.operation(operation.name)
  const method = methodName(name)
  const pascal = method.charAt(0).toUpperCase() + method.slice(1)
  const input = names.schema(operation.input)
  const output = names.schema(operation.output)
  const takes = Object.keys(input.properties).length > 0
  const answers = Object.keys(output.properties).length > 0
  const answer = answers ? `${pascal}Answer` : 'void'
  const fallback = input.required.length > 0 ? '' : ' = {}'
  const parameters = [...(takes ? [`input: ${pascal}Input${fallback}`] : []), 'options?: CallOptions']
  const doing = operation.effect === 'none' ? 'read' : 'write'
  return {
    method: [
      comment('  ', [
        [operation.summary, operation.description].filter(Boolean).map(names.text).join(' '),
        '',
        limitWords(operation),
        `@example ${exampleCall(operation, method, names)}`,
      ]),
      `  ${method}(${parameters.join(', ')}): Promise<${answer}> {`,
      `    return this.${doing}('${name}', ${takes ? 'input' : '{}'}, options)`,
      '  }',
    ].join('\n'),
    types: [
      ...(takes ? [`export interface ${pascal}Input ${objectType(input, '', 'sent')}`] : []),
      ...(answers ? [`export interface ${pascal}Answer ${objectType(output, '', 'answered')}`] : []),
    ],
  }
}

/** Sets that have a name, so that a caller can speak of one, too. */
const sets = [
  { name: 'Platform', schema: oneOf(platformWords) },
  { name: 'Provider', schema: oneOf(providerWireNames) },
]
const aliases = new Map(
  namings.flatMap((naming) => sets.map(({ name, schema }) => [unionOf(createNames(naming).schema(schema)), name])),
)

function unionOf({ enum: values = [] }: Schema): string {
  return values.map((value) => literal(value, typeScript)).join(' | ')
}

function limitWords(operation: Operation): string {
  const own = possibleFailures(operation).filter((code) => !commonFailures.includes(code))
  const fails = own.length === 0 ? '' : ` Own failures: ${own.map((code) => `\`${code}\``).join(', ')}.`
  return `Scope \`${operation.scope}\`, ${operation.ratePerMinute} calls a minute.${fails}`
}

function exampleCall({ input, example }: Operation, method: string, names: Names): string {
  const sent = names.toWire === undefined ? example.input : names.toWire(input)(example.input)
  const call = `await show.${method}(`
  const room = width - `   * @example ${call})`.length
  return `${call}${Object.keys(example.input).length === 0 ? '' : literal(sent, typeScript, '', room)})`
}

/** What is sent may be anything that can be read; what is answered is the caller's to keep. */
type Direction = 'sent' | 'answered'

function objectType({ properties, required }: ObjectSchema, indent: string, direction: Direction): string {
  const inside = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const lead = `${inside}${typeScript.key(name)}${isRequired ? '' : '?'}:`
    const members = membersOf(schema, inside, direction)
    // Callers who compile with exactOptionalPropertyTypes may hand in what they do not have, too.
    if (!isRequired && direction === 'sent') members.push('undefined')
    const line = ` ${members.join(' | ')}`
    const isTooLong = !line.includes('\n') && lead.length + line.length > width
    const words = fieldWords(schema, direction)
    return [...(words === '' ? [] : [comment(inside, [words])]), `${lead}${isTooLong ? union(members, inside) : line}`]
  })
  return `{\n${fields.flat().join('\n')}\n${indent}}`
}

/** One line for each, as the formatter breaks what is too long. */
function union(members: readonly string[], indent: string): string {
  return members.map((member) => `\n${indent}  | ${member}`).join('')
}

function fieldWords(schema: Schema, direction: Direction): string {
  const bounds = direction === 'sent' ? boundsOf(schema) : ''
  const usual = schema.default === undefined ? '' : `Default ${literal(schema.default, typeScript)}.`
  const date = schema.format === 'date' && !schema.description?.includes('YYYY') ? 'YYYY-MM-DD.' : ''
  return [schema.description, bounds === '' ? '' : `${capital(bounds)}.`, date, usual].filter(Boolean).join(' ')
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function membersOf(schema: Schema, indent: string, direction: Direction): string[] {
  if (schema.enum !== undefined) {
    const known = aliases.get(unionOf(schema))
    return known === undefined ? schema.enum.map((value) => literal(value, typeScript)) : [known]
  }
  if (schema.type === undefined) return ['unknown']
  return [schema.type].flat().map((type) => typeOf(type, schema, indent, direction))
}

function typeOf(type: string, schema: Schema, indent: string, direction: Direction): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return listOf(schema.items ?? {}, indent, direction)
  if (type !== 'object') return type
  if (schema.properties !== undefined) return objectType(schema as ObjectSchema, indent, direction)
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  return `Record<string, ${membersOf(values, indent, direction).join(' | ')}>`
}

function listOf(items: Schema, indent: string, direction: Direction): string {
  const members = membersOf(items, indent, direction)
  const item = members.length > 1 ? `(${members.join(' | ')})` : members[0]
  return `${direction === 'sent' ? 'readonly ' : ''}${item}[]`
}

/** A comment on one line where it fits, else a block with its lines broken at words. */
function comment(indent: string, paragraphs: readonly string[]): string {
  const [only = ''] = paragraphs
  if (paragraphs.length === 1 && indent.length + only.length + '/**  */'.length <= width)
    return `${indent}/** ${only} */`
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, width - indent.length - ' * '.length))
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

function wrapped(paragraph: string, room: number): readonly string[] {
  if (paragraph.startsWith('@')) return paragraph.split('\n')
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
