import { sendBotMessage } from '../../src/capabilities/chat/operations/send-bot-message.ts'
import { sendMessage } from '../../src/capabilities/chat/operations/send-message.ts'
import { getStreamMeta } from '../../src/capabilities/stream/operations/get-stream-meta.ts'
import { platformOf } from '../../src/definitions/fields.ts'
import { asFailure, failureBody } from '../../src/kernel/http/response.ts'
import { prepareOperation, runOperation } from '../../src/kernel/operation/run-operation.ts'
import { type ObjectSchema, withDefault } from '../../src/kernel/schema/schema.ts'
import { type Platform, platformWords, wordFor } from '../../src/platforms/contract/platforms.ts'
import type { TestApp } from '../create-test-app.ts'
import { expectStatus } from '../test-answer.ts'

/**
 * The contract opens some operations for two platforms only; commands and the panel reach the others in the same way.
 * Here these operations run as they stand for every platform, with all that surrounds a call but HTTP.
 */
export function widened(app: TestApp, platform: Platform): TestApp {
  const { names } = app.app
  const widen = <S extends ObjectSchema>(schema: S): S => {
    const word = withDefault(platformOf(platformWords), wordFor(platform))
    return { ...schema, properties: { ...schema.properties, platform: word } }
  }
  const prepared = [sendMessage, sendBotMessage, getStreamMeta].map((operation) =>
    prepareOperation({ ...operation, input: widen(operation.input) }, names),
  )

  return {
    ...app,
    async call(operation, body, options = {}) {
      const { status: expected = 200 } = options
      const found = prepared.find(({ name }) => name === operation)
      if (found === undefined) return app.call(operation, body, options)
      const key = options.headers?.['Idempotency-Key']
      const answer = await runOperation(app.ctx, found, app.cause, body, key).then(
        ({ status, body: text }) => ({ status, headers: new Headers(), body: JSON.parse(text) }),
        (error: unknown) => {
          const failure = asFailure(error)
          const { status, retryAfterSeconds: wait } = failure
          const headers = new Headers(wait === undefined ? {} : { 'Retry-After': String(wait) })
          return { status, headers, body: JSON.parse(failureBody(failure, 'test')) }
        },
      )
      return expectStatus(operation, answer, expected)
    },
  }
}
