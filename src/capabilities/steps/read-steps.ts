import type { StepDefinition, WrittenStep } from '../../definitions/define-step.ts'
import { namesPlatform } from '../../definitions/shared-fields.ts'
import { maxWaitSeconds } from '../../definitions/waits.ts'
import { type VariableEncoding, variableEncodingOf } from '../../kernel/schema/open-schema.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import type { ObjectSchema, Schema } from '../../kernel/schema/schema.ts'
import { platformMeant } from '../../platforms/contract/platforms.ts'
import { type CommandStep, findStep } from '../../registry/steps.ts'
import { replaceSecrets, secretsIn } from './contract/secrets.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { type Encode, type Lookup, render } from './template.ts'

const maxDepth = 20

/** The steps of a command, not checked yet. Throws the failure if `action_json` has another form. */
export function stepsOf(actions: unknown): readonly unknown[] {
  if (actions === null || actions === undefined) return []
  if (!isRecord(actions) || actions.version !== 1 || !Array.isArray(actions.steps)) {
    throw invalid(commandErrors.actionJson.of())
  }
  return actions.steps
}

/** Whether the reply is sent after the steps. */
export function repliesLast(actions: unknown): boolean {
  return isRecord(actions) && actions.reply === 'last'
}

/** Whether one of its own steps deletes a message. */
export function deletesMessage(actions: unknown): boolean {
  const steps = isRecord(actions) && Array.isArray(actions.steps) ? actions.steps : []
  return steps.some((step) => typeOf(step) === 'delete_message')
}

export function conditionOf(step: unknown): unknown {
  return isRecord(step) ? step.condition : undefined
}

/** The seconds to wait before a step. */
export function delaySecondsOf(step: unknown): number {
  const delay = isRecord(step) ? step.delay : undefined
  if (delay === undefined) return 0
  if (typeof delay === 'number' && delay >= 0 && delay <= maxWaitSeconds) return delay
  throw invalid(commandErrors.delay.of({ max: maxWaitSeconds }))
}

export function typeOf(step: unknown): string {
  return isRecord(step) && typeof step.type === 'string' ? step.type.slice(0, 60) : 'unknown'
}

/** What its failure does to the steps after it, if the step says so. */
export function onErrorOf(step: unknown): 'stop' | 'continue' | undefined {
  const written = isRecord(step) ? step.on_error : undefined
  return written === 'stop' || written === 'continue' ? written : undefined
}

/** The definition of a written step. */
export function getStep(step: unknown): CommandStep {
  const type = typeOf(step)
  const known = findStep(type)
  if (known === undefined) throw invalid(commandErrors.unknownStep.of({ type }))
  return known
}

const readers = new Map<ObjectSchema, (fields: unknown) => unknown>()

/** Fills the variables, then checks: the value of a variable must match the schema as well. */
export async function readFields(
  step: unknown,
  { input, nested = [] }: Pick<StepDefinition, 'input' | 'nested'>,
  lookup: Lookup,
): Promise<unknown> {
  if (!isRecord(step)) throw invalid(commandErrors.stepNotAnObject.of())
  const read = readers.get(input) ?? createInputReader<unknown>(input)
  readers.set(input, read)
  const { type: _type, on_error: onError, condition: _condition, delay: _delay, ...fields } = step
  if (onError !== undefined && onError !== 'stop' && onError !== 'continue') {
    throw invalid(commandErrors.onError.of())
  }
  const written = Object.entries(fields)
  const own = Object.fromEntries(written.filter(([name]) => !nested.includes(name)))
  const inner = Object.fromEntries(written.filter(([name]) => nested.includes(name)))
  const filled = withPlatforms(await fillFields(own, input, lookup), input)
  return read({ ...(asNumbers(filled, input) as WrittenStep), ...inner })
}

/** A platform can be written with a name of either table. */
function withPlatforms(fields: WrittenStep, { properties }: ObjectSchema): WrittenStep {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isPlatform = Object.hasOwn(properties, name) && namesPlatform(properties[name])
    return [name, isPlatform ? (platformMeant(value) ?? value) : value]
  })
  return Object.fromEntries(entries)
}

async function fillFields(fields: WrittenStep, { properties }: ObjectSchema, lookup: Lookup): Promise<WrittenStep> {
  const entries = Object.entries(fields).map(async ([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, await fillField(value, schema, lookup)]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function fillField(value: unknown, schema: Schema | undefined, lookup: Lookup): Promise<unknown> {
  const encoding = variableEncodingOf(schema)
  if (encoding !== undefined && typeof value === 'string') return render(value, lookup, encodeFor(encoding, value))
  if (!Array.isArray(value) || variableEncodingOf(schema?.items) !== 'header') return fill(value, lookup, 0)
  return Promise.all(value.map((line) => (typeof line === 'string' ? fillHeader(line, lookup) : line)))
}

/** A header that names a secret stays as it is written, and no value of a variable can make another one name a secret. */
async function fillHeader(line: string, lookup: Lookup): Promise<string> {
  const [header = ''] = line.split(':')
  if (secretsIn(line).length > 0) {
    if (replaceSecrets(line, () => '').includes('$(')) throw invalid(commandErrors.secretAndVariable.of({ header }))
    return line
  }
  const filled = await render(line, lookup)
  // Compared without what cleaning or a receiver might remove or replace.
  const bare = filled.normalize('NFKC').replace(/[^\x21-\x7e]/g, '')
  if (secretsIn(bare).length > 0) throw invalid(commandErrors.secretInValue.of({ header }))
  return filled
}

function encodeFor(encoding: VariableEncoding, template: string): Encode {
  if (encoding === 'url') return encodeURIComponent
  return isJsonText(template) ? (value) => JSON.stringify(value).slice(1, -1) : (value) => value
}

/** Whether a text is meant as JSON; it need not be valid before its variables are filled. */
export function isJsonText(text: string): boolean {
  return /^\s*[{[]/.test(text)
}

/** Fills the variables in all texts of a step, on every level. */
async function fill(value: unknown, lookup: Lookup, depth: number): Promise<unknown> {
  if (typeof value === 'string') return render(value, lookup)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return Promise.all(value.map((entry) => fill(entry, lookup, depth + 1)))
  const entries = Object.entries(value).map(
    async ([key, entry]) => [key, await fill(entry, lookup, depth + 1)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** `"amount": "$(2)"` is a text before its variable is filled, and a number after. */
function asNumbers(fields: unknown, { properties }: ObjectSchema): unknown {
  if (!isRecord(fields)) return fields
  const entries = Object.entries(fields).map(([name, value]) => {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
    const isNumeric = (type === 'integer' || type === 'number') && typeof value === 'string' && /^\d{1,15}$/.test(value)
    return [name, isNumeric ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

function isRecord(value: unknown): value is WrittenStep {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
