import { createClient } from '@redis/client'
import { Pool, type PoolClient, types } from 'pg'
import type { Limiter, Verdict } from '../src/kernel/limits/limiter.ts'
import { windowMs } from '../src/kernel/limits/limiter.ts'
import type { Database, Params, Statement, Writer } from '../src/kernel/storage/database.ts'
import { queryOf, valuesOf } from '../src/kernel/storage/postgres/query.ts'

/**
 * PostgreSQL as most servers use it: every statement is a driver call that waits for its result, and every write
 * has its own transaction.
 */
export function openDriverStore(url: string): Database {
  // By default the driver returns 64-bit integers as text.
  for (const type of [20, 1700]) types.setTypeParser(type, Number)
  const pool = new Pool({ connectionString: url, max: 20 })

  async function ask(on: Pool | PoolClient, statement: Statement, params: Params) {
    const query = queryOf(statement)
    return on.query(query.text, valuesOf(query, params))
  }

  async function write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const effects: (() => void)[] = []
    try {
      await client.query('BEGIN')
      // Writes of a channel must run one after the other, and the benchmark has one channel.
      await client.query('SELECT pg_advisory_xact_lock(1)')
      const value = await work({
        get: async (statement, params) => (await ask(client, statement as Statement, params)).rows[0],
        all: async (statement, params) => (await ask(client, statement as Statement, params)).rows,
        run: async (statement, params) => (await ask(client, statement as Statement, params)).rowCount ?? 0,
        next: async (name, channel) => {
          const number = `UPDATE channels SET last_${name} = last_${name} + 1 WHERE id = $1 RETURNING last_${name} AS last`
          return (await client.query(number, [channel])).rows[0].last
        },
        reserve: async () => {},
        onCommit: (effect) => void effects.push(effect),
      })
      await client.query('COMMIT')
      for (const effect of effects) effect()
      return value
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }

  return {
    get: async (statement, params) => (await ask(pool, statement as Statement, params)).rows[0],
    all: async (statement, params) => (await ask(pool, statement as Statement, params)).rows,
    write,
    now: async () => Date.now(),
    problem: () => undefined,
    backup: async () => {},
    close: () => pool.end(),
  }
}

/** Adds the call if the limit allows it, and returns the number of calls that count and when the oldest expires. */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - ARGV[1] do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local count = redis.call('LLEN', KEYS[1])
if count >= tonumber(ARGV[2]) then return {0, count, oldest + ARGV[1] - now} end
redis.call('RPUSH', KEYS[1], now)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return {1, count + 1, (oldest or now) + ARGV[1] - now}`

/** Redis as most servers use it: one call for each check of a limit. */
export async function openDriverLimiter(url: string): Promise<Limiter> {
  const client = createClient({ url })
  await client.connect()
  const sha = await client.scriptLoad(script)

  async function take(key: string, limit: number): Promise<Verdict> {
    const args = { keys: [`bench:limit:${key}`], arguments: [String(windowMs), String(limit)] }
    const [allowed = 0, count = 0, restMs = 0] = (await client.evalSha(sha, args)) as number[]
    return { allowed: allowed === 1, remaining: limit - count, resetSeconds: Math.ceil(restMs / 1000) }
  }

  return { take, peek: async (_key, limit) => ({ allowed: true, remaining: limit, resetSeconds: 0 }) }
}
