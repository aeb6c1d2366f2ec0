import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { ObjectSchema } from '../kernel/schema/schema.ts'
import { listOf } from '../kernel/text/formats.ts'
import { defineMessages, type Message, message, type Text } from '../kernel/text/message.ts'
import { platformMeant } from '../platforms/contract/platforms.ts'
import { commonLabels } from './common-labels.ts'
import { commonWords } from './common-words.ts'
import { choiceTitle, labelMessage } from './field-texts.ts'
import type { IconName } from './icons.ts'
import { namesPlatform } from './shared-fields.ts'

/** The groups of steps as the panel lists them. */
export const stepGroups = defineMessages('steps.groups', {
  chat: commonLabels.chat,
  overlay: commonWords.overlay,
  stream: commonLabels.stream,
  channel: commonWords.channel,
  viewers: commonLabels.viewers,
  values: commonLabels.values,
  rewards: 'Rewards and polls',
  rounds: commonLabels.rounds,
  songs: commonLabels.songRequests,
  obs: 'OBS',
  vts: 'VTube Studio',
  shows: commonLabels.shows,
  ai: commonLabels.aiBot,
  discord: 'Discord',
  web: 'Web',
  commands: commonLabels.commands,
  flow: 'Flow',
})
export type StepGroup = keyof typeof stepGroups

/** A step as it stands in `action_json`. Its values may be variables until the command runs. */
export type WrittenStep = Readonly<Record<string, unknown>>

export interface StepDefinition<
  Type extends string = string,
  Group extends StepGroup = StepGroup,
  Input extends ObjectSchema = ObjectSchema,
> {
  /** The value of `type` in `action_json`. */
  readonly type: Type
  readonly group: Group
  readonly icon: IconName
  readonly title: Message<string>
  readonly help: Message<string>
  /** Its fields, each with a title. */
  readonly input: Input
  /** The scopes an API key needs to do the same by itself. */
  readonly needs: readonly Scope[]
  /** A key needs these scopes also to save a definition that has this step. */
  readonly isSavedWithScopes?: true
  readonly example: WrittenStep
  /** The fields that hold steps. Their variables are filled when those steps run. */
  readonly nested?: readonly string[]
  /** Its `condition` chooses a branch instead of skipping the step. */
  readonly branches?: true
  /** It writes in the chat where it was started, and has no field for another platform. */
  readonly repliesInChat?: true
  /** Why a step that its schema allows is not stored as it is written. What was stored before runs all the same. */
  readonly faultOf?: (step: WrittenStep) => Text | undefined
  /** Describes a step as it is written: `Time out bob for 5 min`. */
  readonly sentence: (step: WrittenStep) => string
}

type FieldsIn<S extends string> = S extends `${string}{${infer Field}}${infer Rest}` ? Field | FieldsIn<Rest> : never
type FieldOf<Input> = Input extends ObjectSchema<infer Properties> ? keyof Properties & string : never
type SentenceFor<Sentence extends string, Input> = [FieldsIn<Sentence>] extends [FieldOf<Input>] ? Sentence : never

/**
 * One kind of step. `sentence` has fields in braces; a part in brackets is left out when one of its fields is not set:
 * `Time out {target} for {minutes} min[: {reason}]`.
 */
export function defineStep<
  const Type extends string,
  const Group extends StepGroup,
  Input extends ObjectSchema,
  const Sentence extends string,
>(definition: {
  readonly type: Type
  readonly group: Group
  readonly icon: IconName
  readonly title: string
  readonly help: string
  readonly input: Input
  readonly needs: readonly Scope[]
  readonly isSavedWithScopes?: true
  readonly example: { readonly type: Type } & WrittenStep
  readonly nested?: readonly string[]
  readonly branches?: true
  readonly repliesInChat?: true
  readonly faultOf?: (step: WrittenStep) => Text | undefined
  readonly sentence: Sentence & SentenceFor<Sentence, Input>
}): StepDefinition<Type, Group, Input> {
  const { type, title, help, sentence, ...rest } = definition
  const key = `steps.${type}`
  const template: Message<string> = message<string>(`${key}.sentence`, sentence)
  return {
    ...rest,
    type,
    title: labelMessage(`${key}.title`, title),
    help: message<string>(`${key}.help`, help),
    sentence: (step) => fillSentence(template(), (field) => shownValue(key, rest.input, field, step)),
  }
}

function fillSentence(template: string, shown: (field: string) => string): string {
  const fill = (part: string) => part.replace(/\{(\w+)\}/g, (_placeholder, field: string) => shown(field))
  const chosen = template.replace(/\[([^\]]*)\]/g, (_brackets, part: string) => {
    const isComplete = [...part.matchAll(/\{(\w+)\}/g)].every(([, field = '']) => shown(field) !== '')
    return isComplete ? part : ''
  })
  return fill(chosen)
}

/** The value as a person reads it; the default where the step says nothing. */
function shownValue(key: string, input: ObjectSchema, field: string, step: WrittenStep): string {
  const schema = input.properties[field] ?? {}
  const value = step[field] ?? schema.default
  if (Array.isArray(value)) return listOf(value.map(String))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? choiceTitle(`${key}.${field}`, schema, String((namesPlatform(schema) && platformMeant(value)) || value))
    : ''
}
