import type { Database } from '../../kernel/storage/database.ts'
import type { StepInput } from '../../registry/steps.ts'
import { invalid } from '../steps/invalid.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { loggedContent } from './content.ts'
import { valueTypeWords } from './contract/events.ts'
import type { valueSteps } from './contract/steps.ts'
import { valueErrors } from './messages.ts'
import { newDefinition } from './new-definition.ts'
import type { ValueChange, ValueDefinition } from './value.ts'
import type { Values } from './values.ts'

/** What these steps use. */
export interface ValueStepServices {
  readonly db: Database
  readonly values: Values
  readonly viewers: Viewers
}

type Fields = StepInput<'value'>
type Content = NonNullable<Fields['set']>

export const valueStepHandlers: StepHandlersFor<typeof valueSteps, ValueStepServices> = {
  async value(fields, { run }, { db, values, viewers }) {
    const { name, target, platform } = fields
    const { caller } = run
    const { channel } = caller
    const known = (await values.findMaybe(db, channel.id, name))?.definition
    const owner = known?.owner ?? (target === undefined ? 'channel' : 'viewer')
    const changes = changesOf(fields, known)
    const wanted = { name, changes, creates: creationOf(fields, owner) }
    const found =
      owner === 'viewer' || target !== undefined
        ? await viewers.resolve(channel, platform ?? run.platform, { username: target ?? run.user.username })
        : undefined
    const { definition, state, previous, at } = await db.write(async (tx) => {
      const viewer = found && (await viewers.ensure(tx, channel, found))
      return values.change(tx, caller, { ...wanted, viewer })
    })
    return {
      value: loggedContent(definition, state, at),
      previous_value: loggedContent(definition, previous, at),
    }
  },
}

function changesOf({ name, add, set, remove, number, action }: Fields, known: ValueDefinition | undefined) {
  const changes: ValueChange[] = []
  if (add !== undefined) changes.push(addition(name, add, known))
  if (set !== undefined) changes.push({ kind: 'set', value: asContent(name, 'set', set, known) })
  if (remove !== undefined) changes.push({ kind: 'remove-item', item: remove })
  if (number !== undefined) changes.push({ kind: 'remove-index', index: number - 1 })
  if (changes.length > 1) throw invalid(valueErrors.oneChange.of())
  if (action !== undefined) changes.push({ kind: 'action', action })
  return changes
}

function addition(name: string, add: Content, known: ValueDefinition | undefined): ValueChange {
  const content = known?.type === 'list' ? String(add) : asContent(name, 'add', add, known)
  return typeof content === 'number' ? { kind: 'add', amount: content } : { kind: 'add-item', item: content }
}

/** What a variable was filled with is a text: it becomes what the value holds. */
function asContent(name: string, field: string, content: Content, known: ValueDefinition | undefined): Content {
  const type = known?.type
  if (type === 'text') return field === 'set' ? String(content) : content
  if (typeof content === 'number' || type === 'list') return content
  const isNumeric = /^-?\d{1,15}(\.\d{1,6})?$/.test(content.trim())
  if (isNumeric) return Number(content)
  if (type === undefined) return content
  throw invalid(valueErrors.notNumeric.of({ field, name, type: valueTypeWords[type] }))
}

/** A name that is not known yet: a number from 0 on, a text, a list of the first item, or a clock. */
function creationOf({ name, add, set, action }: Fields, owner: ValueDefinition['owner']) {
  if (add !== undefined) {
    const value = asContent(name, 'add', add, undefined)
    return () => newDefinition(name, owner, { value: typeof value === 'number' ? value : [], action })
  }
  if (set !== undefined)
    return () => newDefinition(name, owner, { value: asContent(name, 'set', set, undefined), action })
  return action === 'start' ? () => newDefinition(name, owner, { action }) : undefined
}
