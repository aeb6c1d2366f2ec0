import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ObjectSchema, Schema } from '../../../src/kernel/schema/schema.ts'
import { inLanguage } from '../../../src/kernel/text/in-language.ts'
import { eventDefinitions } from '../../../src/registry/events.ts'
import { steps } from '../../../src/registry/steps.ts'
import { listMessages } from './listing.ts'
import { pseudoLanguage } from './pseudo-language.ts'
import { untranslatedWords } from './untranslated.ts'

const pseudo = pseudoLanguage(listMessages(), 'ltr')

describe('the sentence of an event', () => {
  it('is written in the language of its reader, whichever of its values it names', () => {
    const found: string[] = []
    for (const { kind, data, sentence } of eventDefinitions) {
      for (const sample of samplesOf(data as ObjectSchema)) {
        const text = inLanguage(pseudo, () => sentence(sample as never))
        const raw = untranslatedWords(text)
        if (raw.length > 0) found.push(`${kind}: ${text}`)
      }
    }
    assert.deepEqual([...new Set(found)], [])
  })
})

describe('the sentence of a step', () => {
  it('is written in the language of its reader, whichever of its values it names', () => {
    const found: string[] = []
    for (const { type, input, sentence } of steps) {
      for (const sample of samplesOf(input)) {
        const text = inLanguage(pseudo, () => sentence(sample))
        if (untranslatedWords(text).length > 0) found.push(`${type}: ${text}`)
      }
    }
    assert.deepEqual([...new Set(found)], [])
  })
})

/** One for each value of each field that has a choice of values. Free texts have no word of Latin letters. */
function samplesOf(schema: ObjectSchema): Readonly<Record<string, unknown>>[] {
  const plain = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
  )
  const varied = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    (field.enum ?? []).map((value) => ({ ...plain, [name]: value })),
  )
  return [plain, ...varied]
}

function sampleOf(schema: Schema): unknown {
  const { type, enum: values, properties, items } = schema
  if (values !== undefined) return values[0]
  const [first] = [type].flat()
  if (first === 'string') return '42'
  if (first === 'boolean') return true
  if (first === 'array') return items === undefined ? [] : [sampleOf(items)]
  if (first === 'object') {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, sampleOf(field)]))
  }
  return 3
}
