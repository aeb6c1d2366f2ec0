import type { TestAnswer, TestApp } from '../create-test-app.ts'
import type { PanelClient } from '../panel/panel-client.ts'

/** Sends a file as the panel does. */
export async function sendFile(
  app: TestApp,
  person: PanelClient,
  file: { kind: string; name: string; type?: string; bytes: Buffer<ArrayBuffer> },
  headers: Record<string, string> = {},
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
  return { status: response.status, headers: response.headers, body: await response.json() }
}
