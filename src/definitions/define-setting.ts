import type { PanelRole } from '../kernel/operation/contract/panel-roles.ts'
import { defaultsOf, type ObjectSchema, type Static } from '../kernel/schema/schema.ts'
import { type Message, message } from '../kernel/text/message.ts'
import { labelMessage } from './field-texts.ts'

/** The sections of the Settings page that are drawn from definitions; `music` and `rounds` are on pages of their own. */
export type SettingSection = 'bot' | 'moderation' | 'channel' | 'music' | 'rounds'

export interface SettingDefinition<Name extends string = string, Fields extends ObjectSchema = ObjectSchema> {
  /** The name under which the value is stored. */
  readonly name: Name
  /** Where the Settings page shows it; a setting without a section has a page of its own. */
  readonly section?: SettingSection
  readonly title: Message<string>
  readonly help: Message<string>
  /** Its fields, each with a title, bounds and a default. A field may be a group of fields with a switch `enabled`. */
  readonly schema: Fields
  /** What holds until somebody changes it. */
  readonly default: Static<Fields>
  /** The panel role that may change it. */
  readonly role: PanelRole
}

/** One setting of the bot or the channel, stored and changed as a whole. */
export function defineSetting<const Name extends string, Fields extends ObjectSchema>(definition: {
  readonly name: Name
  readonly section?: SettingSection
  readonly title: string
  readonly help: string
  readonly schema: Fields
  readonly role: PanelRole
}): SettingDefinition<Name, Fields> {
  const { name, title, help, schema, ...rest } = definition
  return {
    ...rest,
    name,
    schema,
    title: labelMessage(`settings.${name}.title`, title),
    help: message<string>(`settings.${name}.help`, help),
    default: defaultsOf(schema) as Static<Fields>,
  }
}
