import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'

runsOn('sqlite', { because: 'it is about requests of another program' })
needs('panel')

interface Execution {
  readonly item: { readonly name: string }
  readonly response?: { readonly code: number; text(): string }
}

interface Summary {
  readonly run: { readonly executions: readonly Execution[]; readonly failures: readonly { readonly error: Error }[] }
}

/** As far as it is used here: it comes without types. */
interface Newman {
  run(options: object, done: (error: Error | null, summary: Summary) => void): void
}

const newman = createRequire(import.meta.url)('newman') as Newman

/** Done, or understood: the example names what a new channel does not have, or what only a person can connect. */
const understood: readonly unknown[] = [200, 404, 502]

describe('the collection in Newman, the program of Postman for the terminal', () => {
  let app: TestApp
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    page = await openPage(app)
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  it('sends every operation with the key of the variable, and each is understood', async () => {
    const collection = (await (await fetch(`${app.url}/docs/postman.json`)).json()) as Record<string, unknown>
    const envVar = [{ key: 'key', value: app.key }]
    const { run } = await new Promise<Summary>((resolve, reject) => {
      newman.run({ collection, envVar, reporters: [], timeoutRequest: 60_000 }, (error, summary) =>
        error === null ? resolve(summary) : reject(error),
      )
    })
    assert.deepEqual(
      run.failures.map(({ error }) => error.message),
      [],
    )
    assert.deepEqual(run.executions.map(({ item }) => item.name).sort(), operations.map(({ name }) => name).sort())
    const refused = run.executions.flatMap(({ item, response }) =>
      understood.includes(response?.code) ? [] : [`${item.name}: ${response?.code} ${response?.text()}`],
    )
    assert.deepEqual(refused, [])
    assert.ok(run.executions.filter(({ response }) => response?.code === 200).length > 60)
  })
})
