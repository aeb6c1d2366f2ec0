import { createContext } from 'preact'
import { type VariableDefinition, variables } from '../../../src/capabilities/steps/contract/variables.ts'
import { type Calls, call } from '../api.ts'

export interface OfferedVariable {
  /** How it is written, with its arguments. */
  readonly usage: string
  /** What is inserted when it is chosen. */
  readonly insert: string
  readonly help: string
}

/** The variables that a text can use, and for whom they are previewed. */
export interface VariableScope {
  readonly variables: readonly OfferedVariable[]
  readonly sample: Omit<Calls['preview-texts']['input'], 'texts'>
}

/** Variables about what was typed, which only commands have. */
const commandOnly: ReadonlySet<string> = new Set(['touser', 'args', '1', 'count'])

/** The words after the first are variables as well, but not listed one by one; so are the fields of an event. */
const listed = variables.filter(({ name }) => !/^(?:[2-9]|event)$/.test(name))

export const commandVariables: readonly OfferedVariable[] = listed.map(offer)
export const commandScope: VariableScope = { variables: commandVariables, sample: { args: '@bob 7' } }

/** Of steps that nobody typed a command for. */
export const plainVariables: readonly OfferedVariable[] = listed.filter(({ name }) => !commandOnly.has(name)).map(offer)
export const plainScope: VariableScope = { variables: plainVariables, sample: {} }

function offer({ usage, help }: VariableDefinition): OfferedVariable {
  return {
    usage,
    insert: usage.replace(/ \[.*$/, ')').replace(' one two …', ' heads tails'),
    help: help(),
  }
}

export const VariableContext = createContext<VariableScope>(commandScope)

/** As many texts as one call takes. */
const maxTexts = 50
const samples = new WeakMap<VariableScope, Promise<ReadonlyMap<string, string>>>()

/** The current value of each variable, by what is inserted. */
export function samplesOf(scope: VariableScope): Promise<ReadonlyMap<string, string>> {
  const known = samples.get(scope) ?? loadSamples(scope)
  samples.set(scope, known)
  return known
}

async function loadSamples({ variables, sample }: VariableScope): Promise<ReadonlyMap<string, string>> {
  const inserts = variables.map(({ insert }) => insert)
  const found = new Map<string, string>()
  for (let from = 0; from < inserts.length; from += maxTexts) {
    const texts = inserts.slice(from, from + maxTexts)
    const answer = await call('preview-texts', { ...sample, texts }).catch(() => undefined)
    for (const [index, text] of texts.entries()) found.set(text, answer?.texts[index] ?? '')
  }
  return found
}
