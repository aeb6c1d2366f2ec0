import { randomBytes, scryptSync } from 'node:crypto'
import { sql } from '../../src/kernel/storage/database.ts'
import type { TestApp } from '../create-test-app.ts'

export const password = 'seven quiet lamps at dusk'

const replaceHashes = sql<{ hash: string }>('UPDATE passwords SET hash = :hash')

/**
 * Makes the stored password cheap to check, for tests of what happens around a check. A stored hash names the cost at
 * which it is checked; what the server stores itself always has the full cost.
 */
export async function makeCheapToCheck(app: TestApp): Promise<void> {
  const cost = { N: 16, r: 8, p: 1 }
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, cost)
  const hash = ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
  await app.ctx.db.write((tx) => tx.run(replaceHashes, { hash }))
}

type Body = Readonly<{ name: string; password: string; code?: string }>

export function signInWithPassword(
  app: TestApp,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${app.url}/sign-in/password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
}

export const errorOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: string }).error
