import { anyPlatform, flag, userReference } from '../../../definitions/fields.ts'
import { valueTypes } from '../../../definitions/value-types.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import type { FailureCode } from '../../../kernel/operation/contract/failures.ts'
import { union } from '../../../kernel/schema/open-schema.ts'
import { boolean, integer, number, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import type { Writer } from '../../../kernel/storage/database.ts'
import { type PlatformWord, platformNamed } from '../../../platforms/contract/platforms.ts'
import type { StoredViewer } from '../../viewers/viewer.ts'
import { shownContent } from '../content.ts'
import {
  clockDirections,
  type ValueContent,
  valueContent,
  valueLifetimes,
  valueLimits,
  valueName,
  valueOwners,
} from '../contract/values.ts'
import type { ValueChange, ValueDefinition, ValueState } from '../value.ts'
import type { ChangedValue } from '../values.ts'

/** The parameters and answers that the operations on values share. */

export const valueReference = valueName('The name of the value: letters, digits, dots, hyphens and underscores.')

/** For values that each viewer has. */
export const viewerReference = {
  ...userReference,
  platform: withDefault(anyPlatform, 'PlatformA'),
}

export interface ViewerInput {
  readonly userid?: string
  readonly username?: string
  readonly platform: PlatformWord
}

export const viewerFailures = [
  'user_required',
  'user_not_found',
  'platform_unavailable',
] as const satisfies FailureCode[]
export const changeFailures = ['value_not_found', ...viewerFailures] as const

const content = valueContent('A number, a text, the items of a list, or the seconds of a clock.')

export const valueRecord = {
  name: text(),
  type: oneOf(valueTypes),
  value: content,
  count: optional(integer({ description: 'Of a list: how many items it has.' })),
  running: optional({ ...flag('Of a clock: whether it is running.') }),
  direction: optional(oneOf(clockDirections, { description: 'Of a clock.' })),
  username: optional(text({ description: 'The viewer whose value it is.' })),
}

export const definitionRecord = {
  ...valueRecord,
  owner: oneOf(valueOwners, { description: 'channel: one value. viewer: each viewer has their own.' }),
  lasts: oneOf(valueLifetimes, { description: 'forever, or until the stream ends.' }),
  initial: optional(union([number(), text()], { description: 'What it starts with and returns to.' })),
  minimum: optional(number()),
  maximum: optional(number()),
  max_items: optional(integer()),
  unique: optional(boolean()),
}

export const changedOutput = object({
  ...valueRecord,
  previous_value: valueContent('The same before the change.'),
})

export function toValueRecord(definition: ValueDefinition, state: ValueState, now: number, maxItems: number) {
  const { name, type, settings } = definition
  const shown = shownContent(definition, state, now)
  return {
    name,
    type,
    value: cut(shown, maxItems),
    ...(typeof shown === 'object' && { count: shown.length }),
    ...(type === 'clock' && {
      running: state.startedAt === null ? (0 as const) : (1 as const),
      direction: settings.direction ?? 'up',
    }),
  }
}

export function toDefinitionRecord(definition: ValueDefinition, state: ValueState, now: number) {
  const { owner, lasts, settings } = definition
  const { initial, minimum, maximum, maxItems, unique } = settings
  return {
    ...toValueRecord(definition, state, now, valueLimits.shownItems),
    owner,
    lasts,
    ...(initial !== undefined && { initial }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxItems !== undefined && { max_items: maxItems }),
    ...(unique !== undefined && { unique }),
  }
}

function cut(content: ValueContent, maxItems: number): ValueContent {
  return typeof content === 'object' ? content.slice(0, maxItems) : content
}

/** The viewer whose value is meant; undefined for a value of the channel. */
export async function findViewer(
  { viewers }: Pick<Context, 'viewers'>,
  { channel }: Caller,
  input: ViewerInput,
): Promise<StoredViewer | undefined> {
  return namesViewer(input) ? viewers.get(channel, platformNamed(input.platform), input) : undefined
}

/** Changes a value of the channel or of a viewer, in the transaction of the operation. */
export async function changeValue(
  { values, viewers }: Pick<Context, 'values' | 'viewers'>,
  caller: Caller,
  commit: (work: (tx: Writer) => Promise<ChangedAnswer>) => Promise<ChangedAnswer>,
  input: ViewerInput & { readonly name: string },
  changes: readonly ValueChange[],
  creates?: (() => ValueDefinition) | undefined,
): Promise<ChangedAnswer> {
  const change = async (tx: Writer, viewer?: StoredViewer) => {
    const changed = await values.change(tx, caller, { name: input.name, viewer, changes, creates })
    return { ...toAnswer(changed), ...(viewer !== undefined && { username: viewer.username }) }
  }
  if (!namesViewer(input)) return commit((tx) => change(tx))
  return viewers.change(commit, caller.channel, platformNamed(input.platform), [input], (tx, [viewer]) =>
    change(tx, viewer),
  )
}

type ChangedAnswer = ReturnType<typeof toAnswer> & { username?: string }

function toAnswer({ definition, state, previous, at }: ChangedValue) {
  return {
    ...toValueRecord(definition, state, at, valueLimits.shownItems),
    previous_value: cut(shownContent(definition, previous, at), valueLimits.shownItems),
  }
}

export function namesViewer({ userid, username }: ViewerInput): boolean {
  return userid !== undefined || username !== undefined
}
