import type { TestApp } from '../create-test-app.ts'
import type { PanelClient } from '../panel/panel-client.ts'
import { type ExpectedStatus, readAnswer, type TestAnswer } from '../test-answer.ts'

/** Sends a file as the panel does, and throws when the status is not the expected one. */
export async function sendFile(
  app: TestApp,
  person: PanelClient,
  file: { kind: string; name: string; type?: string; bytes: Buffer<ArrayBuffer> },
  { headers = {}, status = 200 }: { headers?: Record<string, string>; status?: ExpectedStatus } = {},
): Promise<TestAnswer> {
  const query = new URLSearchParams({ kind: file.kind, name: file.name })
  const response = await fetch(`${app.url}/panel/uploads?${query}`, {
    method: 'POST',
    headers: {
      Cookie: person.cookie,
      'Sec-Fetch-Site': 'same-origin',
      ...(file.type === undefined ? {} : { 'Content-Type': file.type }),
      ...headers,
    },
    body: file.bytes,
  })
  return readAnswer(`the upload of ${file.name}`, response, status)
}
