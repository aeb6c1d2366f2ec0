import type { TestApp } from '../create-test-app.ts'
import { readDatabase } from '../read-database.ts'

/** The rows of stored credentials as they stand on the disk. */
export async function readRows(app: TestApp): Promise<readonly Record<string, unknown>[]> {
  const reader = await readDatabase(app)
  try {
    return (await reader.tables((name) => name === 'service_credentials')).service_credentials ?? []
  } finally {
    await reader.close()
  }
}
