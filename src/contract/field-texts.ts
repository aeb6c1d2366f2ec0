import { message } from '../messages/message.ts'
import { choiceTitles, type Schema } from './schema.ts'

/**
 * Titles, help and the names of choices stand in the schema of a field. They are messages like every other text: their
 * key is the path of the field, as in `settings.commands.prefix.title`, so that a catalogue can translate them.
 */
export function fieldTitle(key: string, schema: Schema): string {
  const name = key.slice(key.lastIndexOf('.') + 1)
  return message(`${key}.title`, schema.title ?? name.replaceAll('_', ' '))()
}

export function fieldHelp(key: string, { description }: Schema): string | undefined {
  return description === undefined ? undefined : message(`${key}.help`, description)()
}

/** What a person reads for one of the values of a field; the value itself where the schema has no text for it. */
export function choiceTitle(key: string, schema: Schema, value: string): string {
  const titles = schema[choiceTitles] ?? {}
  const title = Object.hasOwn(titles, value) ? titles[value] : undefined
  return title === undefined ? value : message(`${key}.choices.${value}`, title)()
}

/** The values a form offers; undefined where any value can be typed. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  return schema.enum?.map(String) ?? (schema[choiceTitles] && Object.keys(schema[choiceTitles]))
}
