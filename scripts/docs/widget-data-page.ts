import { sourceDefinitions } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import type { Schema } from '../../src/kernel/schema/schema.ts'
import { fieldsOf, typeOf } from '../../src/kernel/schema/schema-text.ts'
import { code, prose, table } from '../../src/kernel/text/markdown.ts'
import { fillPart } from './fill-part.ts'

interface Described {
  readonly name: string
  readonly description: string
  readonly params: Schema
  readonly data: Schema
  readonly patch?: Schema
}

/** `docs/widgets-data.md` with the sources as they are defined; the text around them is hand-written. */
export function fillWidgetDataPage(page: string): string {
  return fillPart(page, 'sources', sourceDefinitions.map(sectionOf).join('\n\n'))
}

export function sectionOf({ name, description, params, data, patch }: Described): string {
  const parts = [
    tableOf('Parameter', params),
    tableOf('Data', data),
    ...(patch === undefined ? [] : [tableOf('Patch', patch)]),
  ]
  return [`### ${code(name)}`, description, ...parts.filter((part) => part !== '')].join('\n\n')
}

function tableOf(title: string, schema: Schema): string {
  const rows = fieldsOf(schema).map(({ path, schema: field, required }) => [
    code(path),
    typeOf(field) + (required || field.default !== undefined ? '' : ', optional'),
    prose([field.description ?? '', defaultOf(field)].filter((part) => part !== '').join(' ')),
  ])
  return rows.length === 0 ? '' : table([title, 'Type', 'Meaning'], rows)
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined ? '' : `Default: ${JSON.stringify(value)}.`
}
