import { createAsyncApi } from '../src/api-description/asyncapi.ts'
import { version } from '../src/kernel/version.ts'
import { createNames } from '../src/registry/names.ts'
import { publishedEvents } from '../src/registry/published-events.ts'

/** The text of `asyncapi.json`: the events with the names of the specification, generated from the code. */
export function committedAsyncApi(): string {
  const document = createAsyncApi({ published: publishedEvents, names: createNames('spec'), version })
  return `${JSON.stringify(document, null, 2)}\n`
}
