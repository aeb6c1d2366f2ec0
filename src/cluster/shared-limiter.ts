import { type Limiter, type OwnLimiter, type Verdict, windowMs } from '../kernel/limits/limiter.ts'
import { createHash } from '../kernel/node.ts'
import type { Redis, Script } from './redis.ts'

/**
 * A sliding window log for each key: a list of the times of its calls, oldest first, by the clock of Redis only. A
 * negative limit only reads. Returns one number for each key, which is quicker to parse than three: the count of calls,
 * then eight bits with the seconds until the oldest expires, then one bit for whether the call is allowed.
 */
const text = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = tonumber(ARGV[1])
local answer = {}
for index, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[index + 1])
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= now - window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  local count = redis.call('LLEN', key)
  local allowed = 0
  if limit < 0 then
    if count < -limit then allowed = 1 end
  elseif count < limit then
    allowed = 1
    count = count + 1
    local text = string.format('%.0f', now)
    redis.call('RPUSH', key, text)
    redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
    oldest = oldest or text
  end
  local rest = 0
  if oldest then rest = math.min(math.ceil((tonumber(oldest) + window - now) / 1000000), 255) end
  answer[index] = (count * 256 + rest) * 2 + allowed
end
return answer
`
const script: Script = { text, sha: createHash('sha1').update(text).digest('hex') }
const windowArgument = String(windowMs * 1000)
const prefix = 'showcaller:limit:'
/** At most this many keys in one script call, because Redis is blocked while it runs. */
const maxBatch = 500

interface Request {
  readonly key: string
  readonly limit: number
  readonly isPeek: boolean
  resolve(verdict: Verdict): void
}

/**
 * One count for all nodes. Calls of one turn of the event loop share one command to Redis. Each node also counts for
 * itself, and continues with its own count when Redis is down: less exact, but never unlimited.
 */
export function createSharedLimiter(redis: Redis, own: OwnLimiter): Limiter {
  let queued: Request[] = []

  function enqueue(key: string, limit: number, isPeek: boolean): Verdict | Promise<Verdict> {
    if (!redis.isUp) return countLocally(key, limit, isPeek)
    return new Promise((resolve) => {
      if (queued.length === 0) setImmediate(flush)
      queued.push({ key, limit, isPeek, resolve })
    })
  }

  function countLocally(key: string, limit: number, isPeek: boolean): Verdict {
    return isPeek ? own.peek(key, limit) : own.take(key, limit)
  }

  function flush(): void {
    const requests = queued
    queued = []
    for (let at = 0; at < requests.length; at += maxBatch) void settle(requests.slice(at, at + maxBatch))
  }

  async function settle(requests: readonly Request[]): Promise<void> {
    try {
      const keys = requests.map(({ key }) => prefix + key)
      const limits = requests.map(({ limit, isPeek }) => String(isPeek ? -limit : limit))
      const answers = (await redis.runScript(script, keys, [windowArgument, ...limits])) as number[]
      for (const [index, { key, limit, isPeek, resolve }] of requests.entries()) {
        const answer = answers[index] ?? 0
        const allowed = (answer & 1) === 1
        if (!isPeek && allowed) own.take(key, limit)
        resolve({ allowed, remaining: Math.max(0, limit - (answer >> 9)), resetSeconds: (answer >> 1) & 0xff })
      }
    } catch {
      for (const { key, limit, isPeek, resolve } of requests) resolve(countLocally(key, limit, isPeek))
    }
  }

  return {
    take: (key, limit) => enqueue(key, limit, false),
    peek: (key, limit) => enqueue(key, limit, true),
  }
}
