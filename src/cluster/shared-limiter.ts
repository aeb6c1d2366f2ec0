import { type Limiter, type OwnLimiter, type Verdict, windowMs } from '../limits/limiter.ts'
import { createHash } from '../node-crypto.ts'
import type { Redis, Script } from './redis.ts'

/**
 * For each key a list of the times of its calls, the oldest first, by the clock of Redis alone. Limits below zero only
 * look. Answers one number a key, which is quicker to read than three: how many calls count, then eight bits for the
 * seconds until the oldest no longer does, then one for whether it is allowed.
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
/** So many keys go into one call; Redis does nothing else while it runs. */
const maxBatch = 500

interface Wish {
  readonly key: string
  readonly limit: number
  readonly isLook: boolean
  resolve(verdict: Verdict): void
}

/**
 * One count for all nodes. Calls of one turn of the event loop share one question to Redis. Each node also counts for
 * itself: when Redis is away it goes on from there, stricter or looser by what the others do, but never open.
 */
export function createSharedLimiter(redis: Redis, own: OwnLimiter): Limiter {
  let waiting: Wish[] = []

  function ask(key: string, limit: number, isLook: boolean): Verdict | Promise<Verdict> {
    if (!redis.isUp) return alone(key, limit, isLook)
    return new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ key, limit, isLook, resolve })
    })
  }

  function alone(key: string, limit: number, isLook: boolean): Verdict {
    return isLook ? own.look(key, limit) : own.take(key, limit)
  }

  function flush(): void {
    const wishes = waiting
    waiting = []
    for (let at = 0; at < wishes.length; at += maxBatch) void settle(wishes.slice(at, at + maxBatch))
  }

  async function settle(wishes: readonly Wish[]): Promise<void> {
    try {
      const keys = wishes.map(({ key }) => prefix + key)
      const limits = wishes.map(({ limit, isLook }) => String(isLook ? -limit : limit))
      const answers = (await redis.runScript(script, keys, [windowArgument, ...limits])) as number[]
      for (const [index, { key, limit, isLook, resolve }] of wishes.entries()) {
        const answer = answers[index] ?? 0
        const allowed = (answer & 1) === 1
        if (!isLook && allowed) own.take(key, limit)
        resolve({ allowed, remaining: Math.max(0, limit - (answer >> 9)), resetSeconds: (answer >> 1) & 0xff })
      }
    } catch {
      for (const { key, limit, isLook, resolve } of wishes) resolve(alone(key, limit, isLook))
    }
  }

  return {
    take: (key, limit) => ask(key, limit, false),
    look: (key, limit) => ask(key, limit, true),
  }
}
