import { curl } from '../panel/src/pages/console/copy-as.ts'
import { json, literal } from '../panel/src/pages/console/literal.ts'
import { failures } from '../src/contract/failures.ts'
import { groups } from '../src/contract/groups.ts'
import type { Schema } from '../src/contract/schema.ts'
import { defaultServerUrl } from '../src/openapi.ts'
import type { Operation } from '../src/operation.ts'
import { commonFailures, possibleFailures } from '../src/possible-failures.ts'
import { code, prose, table } from './markdown.ts'
import { boundsOf, fieldsOf, typeOf } from './schema-words.ts'

/** The pages of `docs/reference`, file name to text, from the operation objects alone. */
export function createReferencePages(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const pages = new Map([['README.md', indexPage(operations)]])
  for (const operation of operations) pages.set(`${operation.name}.md`, operationPage(operation))
  return pages
}

const generated = '<!-- Made by `npm run reference` from the operation itself. Change it there. -->'

function indexPage(operations: readonly Operation[]): string {
  const sections = [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) =>
    paragraphs(
      `## ${group}`,
      groups[group],
      table(
        ['Operation', 'What it does', 'Scope', 'Calls a minute'],
        members.map(({ name, summary, scope, ratePerMinute }) => [
          `[${name}](${name}.md)`,
          prose(summary),
          code(scope),
          String(ratePerMinute),
        ]),
      ),
    ),
  )
  return page(
    generated,
    '# Operations',
    'Every operation is `POST /v1/<operation>` with a JSON object and a key in the header `Authorization: Bearer <API_KEY>`. A successful answer is 200 with `"success": true`; everything else is told in [Errors and limits](../errors.md). For TypeScript there is [the SDK](../sdk.md). The same in one file for tools: `/openapi.json` (OpenAPI 3.1) and `/openapi-3.0.json` of a running server.',
    ...sections,
  )
}

function operationPage(operation: Operation): string {
  const { name, summary, description, scope, ratePerMinute, input, output, example } = operation
  const parameters = fieldsOf(input)
  const answer = fieldsOf(output)
  return page(
    generated,
    `# ${name}`,
    prose(summary),
    prose(description),
    table(
      ['Call', 'Scope', 'Limit'],
      [[code(`POST /v1/${name}`), code(scope), `${ratePerMinute} calls a minute for each key`]],
    ),
    '## Parameters',
    parameters.length === 0
      ? 'None. The body is `{}` or empty.'
      : table(
          ['Name', 'Type', 'Required', 'Default', 'Description'],
          parameters.map(({ path, schema, required }) => [
            code(path),
            typeWords(schema),
            required ? 'yes' : 'no',
            schema.default === undefined ? '' : code(JSON.stringify(schema.default)),
            prose(schema.description ?? ''),
          ]),
        ),
    '## Answer',
    table(
      ['Field', 'Type', 'Description'],
      [
        ['`success`', '`true`', ''],
        ...answer.map(({ path, schema, required }) => [
          code(path),
          typeWords(schema),
          [required ? '' : 'Not always there.', prose(schema.description ?? '')]
            .filter((words) => words !== '')
            .join(' '),
        ]),
      ],
    ),
    '## Example',
    fenced('sh', curl(`${defaultServerUrl}/v1/${name}`, example.input)),
    fenced('json', literal({ success: true, ...example.output }, json, '', 0)),
    '## Failures',
    failureWords(operation),
  )
}

function failureWords(operation: Operation): string {
  const own = possibleFailures(operation).filter((word) => !commonFailures.includes(word))
  const common = 'Every operation can answer with the [common failures](../errors.md#codes)'
  if (own.length === 0) return `${common}; this one has no others.`
  const rows = own.map((word) => [String(failures[word].status), code(word), prose(failures[word].message)])
  return paragraphs(table(['Status', 'Code', 'Meaning'], rows), `${common} as well.`)
}

function typeWords(schema: Schema): string {
  return [typeOf(schema), boundsOf(schema)].filter((words) => words !== '').join(', ')
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

function page(...parts: readonly string[]): string {
  return `${paragraphs(...parts)}\n`
}

function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}
