import { findProblem } from '../../definitions/check-fields.ts'
import { maxCodeBytes } from '../../definitions/content-fields.ts'
import type { Field, Fields } from '../../definitions/setting-fields.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import { object, optional, type Schema } from '../../kernel/schema/schema.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import { defineMessages, type Text } from '../../kernel/text/message.ts'

const messages = defineMessages('kindSettings', {
  unknownSetting: '{path} is not a setting of {type}. Its settings are {known}.',
  problem: '{path} {problem}.',
  tooLong: '{path} is too long: the code may have at most {kilobytes:number} KB in total.',
})

export type KindSettings = Readonly<Record<string, unknown>>

/** One kind of something that has settings of its own, such as an effect or a widget. */
interface Kind {
  readonly type: string
  readonly fields: Fields
}

/** All settings of all kinds, as one input schema; the settings of the chosen kind are checked later. */
export function anySettingsOf(kinds: readonly Kind[], description: string) {
  const all = kinds.flatMap(({ fields }) => Object.entries(fields))
  const schemas = all.map(([name, { schema }]) => [name, optional(withoutBounds(schema))] as const)
  return object<Readonly<Record<string, Schema>>>(Object.fromEntries(schemas), { description })
}

/**
 * Returns the settings as stored; throws a failure if one is invalid or does not belong to this kind. `root` is the
 * parameter that holds them.
 */
export function createKindSettingsCheck(kinds: () => readonly Kind[], root: string) {
  const byType = whenNeeded(
    () => new Map(kinds().map(({ type, fields }) => [type, { fields, read: createReader(fields, root) }])),
  )

  function wrong(name: string, sentence: (path: string) => Text): Failure {
    const path = `${root}.${name}`
    const message = sentence(path)
    return new Failure('invalid_parameter', { message, details: [{ path, message }] })
  }

  function checkCode(fields: Fields, settings: KindSettings): void {
    const parts = Object.keys(fields).filter((name) => fields[name]?.control.kind === 'code')
    const bytes = parts.reduce((sum, name) => sum + Buffer.byteLength(String(settings[name] ?? '')), 0)
    if (bytes <= maxCodeBytes) return
    throw wrong(parts.at(-1) ?? '', (path) => messages.tooLong.of({ path, kilobytes: maxCodeBytes / 1024 }))
  }

  return (type: string, given: KindSettings): KindSettings => {
    const kind = byType().get(type)
    if (kind === undefined) throw new Error(`there is no ${type}`)
    const { fields, read } = kind
    const unknown = Object.keys(given).find((name) => given[name] !== undefined && !Object.hasOwn(fields, name))
    if (unknown !== undefined) {
      const known = Object.keys(fields).join(', ')
      throw wrong(unknown, (path) => messages.unknownSetting.of({ path, type, known }))
    }
    const settings = read({ [root]: given })[root] ?? {}
    const found = findProblem(fields, settings)
    if (found !== undefined) throw wrong(found.path, (path) => messages.problem.of({ path, problem: found.problem }))
    checkCode(fields, settings)
    return settings
  }
}

/** Kinds may give a setting different bounds; those of the chosen kind apply. */
function withoutBounds({ maximum: _maximum, minimum: _minimum, ...schema }: Schema): Schema {
  return schema
}

function createReader(fields: Fields, root: string) {
  const schemas = Object.entries(fields).map(([name, field]) => [name, storedSchema(field)] as const)
  const schema = object<Readonly<Record<string, Schema>>>(Object.fromEntries(schemas))
  return createInputReader<Readonly<Record<string, KindSettings>>>(object({ [root]: schema }))
}

function storedSchema({ schema, isRequired }: Field): Schema {
  return isRequired === true ? schema : optional(schema)
}
