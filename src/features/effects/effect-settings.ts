import { findProblem } from '../../contract/check-fields.ts'
import { type EffectDefinition, settingsOf } from '../../contract/define-effect.ts'
import { maxCodeBytes } from '../../contract/effects/custom.ts'
import { effectDefinitions } from '../../contract/effects.ts'
import { Failure } from '../../contract/failures.ts'
import { createInputReader } from '../../contract/read-input.ts'
import { object, optional, type Schema } from '../../contract/schema.ts'
import type { Field } from '../../contract/setting-fields.ts'
import { defineMessages } from '../../messages/message.ts'

const messages = defineMessages('effects.settings', {
  description: 'Settings of the effect; which ones there are depends on its type.',
  unknownSetting: '{path} is not a setting of {type}. Its settings are {known}.',
  problem: '{path} {problem}.',
  tooLong: '{path} is too long: the code of an effect may have at most {kilobytes:number} KB in total.',
})

export type EffectSettings = Readonly<Record<string, unknown>>

/** All settings of all effect types, as one input schema; the settings of the chosen type are checked later. */
export const anyEffectSettings = anySettingsOf(effectDefinitions)

/** The settings as stored; throws a failure if one is invalid or does not belong to this type. */
export const checkEffectSettings = createEffectSettingsCheck(effectDefinitions)

export function anySettingsOf(definitions: readonly EffectDefinition[]) {
  const all = definitions.flatMap((definition) => Object.entries(settingsOf(definition)))
  const schemas = all.map(([name, { schema }]) => [name, optional(withoutBounds(schema))] as const)
  return object<Readonly<Record<string, Schema>>>(Object.fromEntries(schemas), {
    description: messages.description(),
  })
}

export function createEffectSettingsCheck(definitions: readonly EffectDefinition[]) {
  const byType = new Map(
    definitions.map((definition) => {
      const fields = settingsOf(definition)
      const schemas = Object.entries(fields).map(([name, field]) => [name, storedSchema(field)] as const)
      const schema = object<Readonly<Record<string, Schema>>>(Object.fromEntries(schemas))
      return [
        definition.type,
        { fields, read: createInputReader<{ effect_settings: EffectSettings }>(object({ effect_settings: schema })) },
      ]
    }),
  )

  return (type: string, given: EffectSettings): EffectSettings => {
    const effect = byType.get(type)
    if (effect === undefined) throw new Error(`there is no effect ${type}`)
    const { fields, read } = effect
    const unknown = Object.keys(given).find((name) => given[name] !== undefined && !Object.hasOwn(fields, name))
    if (unknown !== undefined) {
      const known = Object.keys(fields).join(', ')
      throw wrong(unknown, (path) => messages.unknownSetting({ path, type, known }))
    }
    const { effect_settings: settings } = read({ effect_settings: given })
    const found = findProblem(fields, settings)
    if (found !== undefined) throw wrong(found.path, (path) => messages.problem({ path, problem: found.problem }))
    checkCode(fields, settings)
    return settings
  }
}

/** Types may give a setting different bounds; the bounds of the chosen type apply. */
function withoutBounds({ maximum: _maximum, minimum: _minimum, ...schema }: Schema): Schema {
  return schema
}

function storedSchema({ schema, isRequired }: Field): Schema {
  return isRequired === true ? schema : optional(schema)
}

function checkCode(fields: Readonly<Record<string, Field>>, settings: EffectSettings): void {
  const parts = Object.keys(fields).filter((name) => fields[name]?.control.kind === 'code')
  const bytes = parts.reduce((sum, name) => sum + Buffer.byteLength(String(settings[name] ?? '')), 0)
  if (bytes <= maxCodeBytes) return
  throw wrong(parts.at(-1) ?? '', (path) => messages.tooLong({ path, kilobytes: maxCodeBytes / 1024 }))
}

function wrong(name: string, sentence: (path: string) => string): Failure {
  const path = `effect_settings.${name}`
  const message = sentence(path)
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
