import { createAsyncApi } from '../src/asyncapi.ts'
import { createNames } from '../src/contract/names.ts'
import { publishedEvents } from '../src/contract/published-events.ts'
import { version } from '../src/kernel/version.ts'

/** The text of `asyncapi.json`: the events with the names of the specification, generated from the code. */
export function committedAsyncApi(): string {
  const document = createAsyncApi({ published: publishedEvents, names: createNames('spec'), version })
  return `${JSON.stringify(document, null, 2)}\n`
}
