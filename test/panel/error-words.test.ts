import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { ApiError, errorFor, type FailureBody } from '../../panel/src/api.ts'
import { forPeople } from '../../panel/src/failure-words.ts'
import { automationErrors } from '../../src/capabilities/automations/messages.ts'
import { deckErrors } from '../../src/capabilities/decks/messages.ts'
import { effectDefinitions } from '../../src/capabilities/effects/contract/effects.ts'
import { checkEffectSettings } from '../../src/capabilities/effects/effect-settings.ts'
import { serviceSetups } from '../../src/capabilities/service-setups/contract/service-setups.ts'
import { showErrors } from '../../src/capabilities/shows/messages.ts'
import { findStepFault } from '../../src/capabilities/steps/check-steps.ts'
import { commandErrors } from '../../src/capabilities/steps/messages.ts'
import { catalogueOf, forPages } from '../../src/kernel/catalogues.ts'
import { failureBody } from '../../src/kernel/http/response.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { prepareOperation } from '../../src/kernel/operation/run-operation.ts'
import { inputMessages } from '../../src/kernel/schema/input-messages.ts'
import { createInputReader } from '../../src/kernel/schema/read-input.ts'
import type { ObjectSchema, Schema } from '../../src/kernel/schema/schema.ts'
import { asOutcome, asSentence } from '../../src/kernel/text/error-words.ts'
import { inLanguage } from '../../src/kernel/text/in-language.ts'
import { shippedLanguages } from '../../src/kernel/text/languages.ts'
import type { Message } from '../../src/kernel/text/message.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { createNames } from '../../src/registry/names.ts'
import { settingNames, settingSchemas } from '../../src/registry/setting-schemas.ts'
import { steps } from '../../src/registry/steps.ts'

describe('errors that a person reads', () => {
  it('begin with no name of a parameter, in any form of any panel operation', () => {
    const names = createNames('spec')
    let refused = 0
    for (const operation of panelOperations) {
      const { read } = prepareOperation(operation, names)
      for (const body of wrongBodies(operation.input, operation.example.input)) {
        refused += readByAPerson(() => read(body), operation.name)
      }
    }
    assert.ok(refused > 500, `only ${refused} inputs were refused`)
  })

  it('begin with no name of a field, in any setting', () => {
    for (const name of settingNames) {
      const schema: ObjectSchema = settingSchemas[name]
      const read = createInputReader(schema)
      for (const value of wrongBodies(schema, {})) readByAPerson(() => read(value), name)
    }
  })

  it('begin with no name of a field, in any step of a command, an automation or a show', async () => {
    let refused = 0
    for (const { type, input, example } of steps) {
      for (const step of wrongBodies(input, example)) {
        const fault = await findStepFault([{ ...step, type }])
        if (fault === undefined) continue
        refused++
        const { path, place, field, message: error } = fault
        const inSteps = `steps${path}.${field}`
        for (const [at, message] of [
          [`actions.${inSteps}`, commandErrors.inStep({ number: place, error })],
          [inSteps, automationErrors.inStep({ path: place, error })],
          [`cues[0].${inSteps}`, showErrors.inCue({ number: '3', error })],
        ] as const) {
          const shown = refusal({
            code: 'invalid_parameter',
            error: message,
            details: [{ path: at, message }],
          })
          requireWords(shown.message, type)
          requireWords(errorFor(shown, at), type)
        }
      }
    }
    assert.ok(refused > 100, `only ${refused} steps were refused`)
  })

  it('begin with no name of a setting, in any effect', () => {
    for (const { type } of effectDefinitions) {
      for (const name of ['pieces', 'colors', 'text', 'nothing']) {
        readByAPerson(() => checkEffectSettings(type, { [name]: { wrong: true } }), type)
      }
    }
  })

  it('begin with no name of a field, in any helper that connects a service', () => {
    for (const { fields } of serviceSetups) {
      for (const { name } of fields)
        requireWords(asSentence(`${name} must be one line of at most 500 characters.`), name)
    }
  })

  it('begin with no name of a parameter, whatever part of the server refuses', async () => {
    const sentences: string[] = []
    for await (const file of glob('src/**/*messages.ts', { cwd: root })) {
      if (/^src\/(?:cli|docs|mcp)\//.test(file) || file === 'src/kernel/schema/input-messages.ts') continue
      const module = (await import(resolve(root, file))) as Readonly<Record<string, unknown>>
      for (const group of Object.values(module)) sentences.push(...errorsIn(group))
    }
    assert.ok(sentences.length > 100, `only ${sentences.length} errors were found`)
    for (const sentence of sentences) requireWords(asSentence(sentence), sentence)
  })

  it('stand beside the field that they are about, without its name', () => {
    const refused = (error: string, details?: { path: string; message: string }[]) =>
      refusal({ code: 'invalid_parameter', error, ...(details === undefined ? {} : { details }) })
    const one = refused('per_minute must be a whole number from 0 to 1000.')
    assert.equal(errorFor(one, 'per_minute'), 'Must be a whole number from 0 to 1000.')
    assert.equal(one.message, 'Per minute must be a whole number from 0 to 1000.')
    assert.equal(
      errorFor(refused('name: another automation is called Hello.'), 'name'),
      'Another automation is called Hello.',
    )
    assert.equal(errorFor(refused('options[1] must not be empty.'), 'options'), 'Entry 2 must not be empty.')
    assert.equal(errorFor(refused('id or name is required.'), 'id'), 'Id or name is required.')
    // From right to left, what is inserted into a sentence is isolated from it.
    const arabic = refused('\u2068per_minute\u2069: \u2068مطلوب\u2069.')
    assert.equal(errorFor(arabic, 'per_minute'), '\u2068مطلوب\u2069.')
    assert.equal(arabic.message, '\u2068مطلوب\u2069.')
    assert.equal(
      errorFor(refused('voice must be named as in flite:rms.'), 'settings.voice'),
      'Must be named as in flite:rms.',
    )
    const nested = 'actions: step 2.then.1: minutes must be at most 5.'
    const inStep = refused(nested, [{ path: 'actions.steps[1].then[0].minutes', message: nested }])
    assert.equal(inStep.message, 'Step 2.then.1: Minutes must be at most 5.')
    assert.equal(errorFor(inStep, 'actions.steps[1].then[0].minutes'), 'Must be at most 5.')
    // A sentence of another failure may begin with the name of a viewer, a song or a host.
    const song = refusal({ code: 'song_request_refused', error: 'alice may not request songs.' })
    assert.equal(song.message, 'alice may not request songs.')
    assert.equal(asOutcome('api.example.org answered with status 500.'), 'api.example.org answered with status 500.')
  })
})

describe('errors that are not translated', () => {
  const english = (text: string) => `\u2066${text}\u2069`
  const inArabic = <T>(write: () => T extends Promise<unknown> ? never : T): T =>
    inLanguage({ locale: 'ar', texts: {}, isolates: true }, write)

  it('keep their direction on a page that runs from right to left, and name no parameter beside its field', () => {
    const message = inArabic(() => inputMessages.fault({ path: 'minutes', problem: inputMessages.required() }))
    const shown = refusal({ code: 'invalid_parameter', error: message, details: [{ path: 'minutes', message }] })
    assert.equal(shown.message, `Minutes ${english('is required')}.`)
    assert.equal(errorFor(shown, 'minutes'), `${english('Is required')}.`)
    const whole = english('minutes and seconds cannot be combined.')
    assert.equal(
      refusal({ code: 'invalid_parameter', error: whole }).message,
      english('Minutes and seconds cannot be combined.'),
    )
    const host = english('api.example.org answered with status 500.')
    assert.equal(asOutcome(host), host)
  })

  it('do so inside a sentence that is translated', () => {
    const message = `actions: الخطوة 2: \u2068${english('minutes must be at most 5.')}\u2069`
    const shown = refusal({ code: 'invalid_parameter', error: message, details: [{ path: 'minutes', message }] })
    assert.equal(errorFor(shown, 'minutes'), english('Must be at most 5.'))
    assert.equal(shown.message, `الخطوة 2: ${english('Minutes must be at most 5.')}`)
  })
})

describe('errors of nested forms', () => {
  for (const language of shippedLanguages) {
    it(`begin with no name of a field in ${language}, and say where it is`, async () => {
      const catalogue = forPages(await catalogueOf(language))
      const nested = inLanguage(catalogue, () => {
        const error = inputMessages.fault({ path: 'minutes', problem: inputMessages.required() })
        return [
          commandErrors.inStep({ number: '2.then.1', error }),
          automationErrors.inStep({ path: '2.then.1', error }),
          showErrors.inCue({ number: '3', error }),
          deckErrors.inButton({ page: 'Show: one', button: 'Go', error }),
        ]
      })
      for (const message of nested) {
        const path = 'actions.steps[1].minutes'
        const shown = refusal({ code: 'invalid_parameter', error: message, details: [{ path, message }] })
        assert.doesNotMatch(errorFor(shown, path) ?? '', /minutes|actions|steps|cues|pages|2\.then|Show/)
        assert.match(shown.message, /2\.then\.1|3|Show: one/)
        assert.doesNotMatch(shown.message, /^(actions|steps|cues|pages):/)
      }
    })
  }
})

/** The error that a form gets. */
function refusal(body: FailureBody, status = 400): ApiError {
  return new ApiError(status, forPeople(body))
}

const root = resolve(import.meta.dirname, '../..')

/** How often it was refused, after each sentence of the refusal was checked. */
function readByAPerson(check: () => unknown, about: string): number {
  try {
    check()
    return 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const shown = refusal(JSON.parse(failureBody(error, '')), error.status)
    requireWords(shown.message, about)
    for (const { path, sentence } of shown.details) {
      requireWords(sentence, about)
      requireWords(errorFor(shown, path), about)
    }
    return 1
  }
}

/** Names of parameters are in small letters, and sentences are not. */
function requireWords(sentence: string | undefined, about: string): void {
  assert.ok(sentence !== undefined && sentence !== '', about)
  assert.doesNotMatch(sentence, /^(?:[a-z]|\w+_\w+ )/, `${about}: ${sentence}`)
}

/** The example with one value that is wrong, for each value in it. */
function wrongBodies(
  { properties = {} }: Schema,
  example: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    Object.fromEntries(Object.entries(example).filter(([other]) => other !== name)),
    ...wrongValues(schema, example[name]).map((value) => ({ ...example, [name]: value })),
  ])
}

function wrongValues(schema: Schema, example: unknown): readonly unknown[] {
  const { type, items, maxLength, maxItems, maximum, minimum } = schema
  if (type === 'object') return ['wrong', ...wrongBodies(schema, recordOf(example))]
  if (type === 'array' && items !== undefined) {
    const tooMany = maxItems === undefined || maxItems > 1000 ? [] : [Array.from({ length: maxItems + 1 }, () => '1')]
    return [
      'wrong',
      [],
      ...tooMany,
      ...wrongValues(items, Array.isArray(example) ? example[0] : undefined).map((one) => [one]),
    ]
  }
  const beyond = [maximum === undefined ? [] : maximum + 1, minimum === undefined ? [] : minimum - 1].flat()
  return [
    { wrong: true },
    ...beyond,
    ...(maxLength === undefined || maxLength > 10_000 ? [] : ['x'.repeat(maxLength + 1)]),
  ]
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The errors of a group of messages, with a name for each parameter that they begin with. */
function errorsIn(group: unknown): string[] {
  if (typeof group !== 'object' || group === null) return []
  return Object.values(group)
    .flatMap((one: unknown) => {
      if (typeof one !== 'function' || !('key' in one) || !String(one.key).startsWith('errors.')) return []
      const { text } = one as unknown as Message
      return typeof text === 'string' ? [text.replace(/\{(?:path|field)\}/g, 'some_name').replaceAll('{{', '{')] : []
    })
    .filter((text) => !text.startsWith('{') && !/^must /.test(text))
}
