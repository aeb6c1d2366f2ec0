import { json, literal } from '../kernel/schema/literal.ts'
import type { Schema } from '../kernel/schema/schema.ts'
import { boundsOf, fieldsOf, typeOf } from '../kernel/schema/schema-text.ts'
import { code, prose, table } from '../kernel/text/markdown.ts'

type Json = Readonly<Record<string, unknown>>

interface Message {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly description?: string
  readonly payload: Schema
  readonly examples?: readonly { readonly payload: Json }[]
}

interface Channel {
  readonly address: string | null
  readonly title: string
  readonly description: string
}

/** Every type of event with its data and an example, from the AsyncAPI document, as Markdown. */
export function createEventTypesPage(document: Json): string {
  const { channels, components, info } = document as unknown as {
    channels: Readonly<Record<string, Channel>>
    components: { readonly messages: Readonly<Record<string, Message>> }
    info: { readonly description: string }
  }
  const messages = Object.values(components.messages)
  const areas = Map.groupBy(messages, ({ name }) => (name.includes('.') ? name.slice(0, name.indexOf('.')) : 'Socket'))
  return [
    '# Event types',
    info.description,
    'For tools, a running server has the same at `/asyncapi.json` (AsyncAPI 3.0). [Events for programs](webhooks.md) says how to follow them.',
    table(
      ['Way', 'Address', 'What it is'],
      Object.values(channels).map(({ title, address, description }) => [
        title,
        address === null ? '' : code(address),
        description.replaceAll('\n', ' '),
      ]),
    ),
    ...[...areas].flatMap(([area, members]) => [`## ${area}`, ...members.map(describe)]),
  ].join('\n\n')
}

function describe({ name, title, summary, description, payload, examples = [] }: Message): string {
  // The envelope is the same for all of them.
  const described = payload.properties?.data ?? payload
  const fields = fieldsOf(described)
  const rows = fields.map(({ path, schema, required }) => [
    code(path),
    [typeOf(schema), boundsOf(schema)].filter((text) => text !== '').join(', '),
    [required ? '' : 'Not always present.', prose(schema.description ?? '')].filter((text) => text !== '').join(' '),
  ])
  const [example] = examples
  return [
    `### ${name}`,
    `**${prose(title)}.** ${prose(summary)}`,
    description ?? '',
    fields.length === 0 ? '' : table(['Field', 'Type', 'Description'], rows),
    example === undefined ? '' : `\`\`\`json\n${literal(example.payload, json, '', 0)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
