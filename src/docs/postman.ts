import type { OpenApiDocument } from '../api-description/openapi.ts'
import { describedOperations } from './reference-pages.ts'

type Json = Readonly<Record<string, unknown>>

const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const header = [{ key: 'Content-Type', value: 'application/json' }]

/**
 * Every operation with its example as a Postman collection, which Bruno, Insomnia and Hoppscotch read too. The key is a
 * variable of the collection and empty: a file that is passed on holds no secret.
 */
export function createPostmanCollection(document: OpenApiDocument): Json {
  const groups = Map.groupBy(describedOperations(document), ({ group }) => group)
  const { title, version } = document.info as { title: string; version: string }
  return {
    info: { name: title, description: `Every operation of ${title} ${version}.`, schema: format },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: document.servers[0]?.url },
      { key: 'key', value: '' },
    ],
    item: [...groups].map(([name, members]) => ({
      name,
      description: document.tags.find((tag) => tag.name === name)?.description,
      item: members.map((operation) => {
        const { summary, description, scope, ratePerMinute, input, output } = operation
        const request = {
          method: 'POST',
          header,
          url: { raw: `{{url}}/v1/${operation.name}`, host: ['{{url}}'], path: ['v1', operation.name] },
          body: { mode: 'raw', raw: JSON.stringify(input.example, null, 2), options: { raw: { language: 'json' } } },
          description: [summary, description, `Scope \`${scope}\`, ${ratePerMinute} calls per minute.`]
            .filter((text) => text !== '')
            .join('\n\n'),
        }
        return {
          name: operation.name,
          request,
          response: [
            {
              name: 'Done',
              originalRequest: request,
              status: 'OK',
              code: 200,
              header,
              body: JSON.stringify(output.example, null, 2),
            },
          ],
        }
      }),
    })),
  }
}
