import { choiceTitles, type Schema } from '../kernel/schema/schema.ts'
import { type Message, message } from '../kernel/text/message.ts'
import { commonHelp } from './common-help.ts'
import { commonLabels } from './common-labels.ts'

const labels = messagesByText(commonLabels)
const helps = messagesByText(commonHelp)

/** The message of a label: the common one with this text, otherwise one of its own. */
export function labelMessage(key: string, text: string): Message<string> {
  return labels.get(text) ?? message<string>(key, text)
}

/** The message of a help text or of a step of a setup: the common one with this text, otherwise one of its own. */
export function helpMessage(key: string, text: string): Message<string> {
  return helps.get(text) ?? message<string>(key, text)
}

function messagesByText(messages: Readonly<Record<string, { readonly text: string }>>): Map<string, Message<string>> {
  return new Map(Object.values(messages).map((one) => [one.text, one as Message<string>]))
}

/**
 * Titles, help and the names of choices stand in the schema of a field. They are messages like every other text: their
 * key is the path of the field, as in `settings.commands.prefix.title`, unless the text is a common one.
 */
export function fieldText(key: string, { title, description }: Schema) {
  const name = key.slice(key.lastIndexOf('.') + 1)
  return {
    title: labelMessage(`${key}.title`, title ?? name.replaceAll('_', ' ')),
    help: description === undefined ? undefined : helpMessage(`${key}.help`, description),
  }
}

export function fieldTitle(key: string, schema: Schema): string {
  return fieldText(key, schema).title()
}

/**
 * The key of the texts of a field of an event. Most fields have no title of their own: those of the same name share
 * their text, whatever the kind of the event.
 */
export function eventFieldKey(kind: string, name: string, { title }: Schema): string {
  return title === undefined ? `eventFields.${name}` : `events.${kind}.${name}`
}

/** What a person reads for one of the values of a field; the value itself where the schema has no text for it. */
export function choiceText(key: string, schema: Schema, value: string): Message<string> {
  const titles = schema[choiceTitles] ?? {}
  return labelMessage(`${key}.choices.${value}`, (Object.hasOwn(titles, value) ? titles[value] : undefined) ?? value)
}

export function choiceTitle(key: string, schema: Schema, value: string): string {
  return choiceText(key, schema, value)()
}

/** The values a form offers; undefined where any value can be typed. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  // A boolean beside texts is a second way to write one of them.
  const values = schema.enum?.some((value) => typeof value === 'string')
    ? schema.enum.filter((value) => typeof value !== 'boolean')
    : schema.enum
  return values?.map(String) ?? (schema[choiceTitles] && Object.keys(schema[choiceTitles]))
}
