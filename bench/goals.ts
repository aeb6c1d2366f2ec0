export type Unit = '' | ' %' | ' ms' | ' s' | ' KiB' | ' MiB' | ' MB'

export interface Goal {
  readonly what: string
  /** `least`: the figure should be at least this. `most`: at most. */
  readonly direction: 'least' | 'most'
  readonly goal: number
  readonly unit: Unit
  /** Why only some machines can meet it, and which; the table shows this sentence. Every other goal holds on each. */
  readonly onlyOn?: string
}

/** Every goal, in the order of the table. A speed is a ratio to a baseline that is measured in the same run. */
export const goals = {
  'get-points/speed': least(0.8, 'get-points: calls per second, baseline = 1'),
  'get-points/cost': most(1.3, 'get-points: processor time per call, baseline = 1'),
  'get-points/fastify': least(1.7, 'get-points: calls per second, Fastify with its limiter plug-in = 1'),
  'get-points/express': least(1.2, 'get-points: calls per second, Express 5 = 1'),
  'add-points/store': least(0.55, 'add-points, on disk: calls per second, the same server without a store = 1'),
  'add-points/group': {
    ...least(3, 'add-points: calls per second, one transaction per request = 1'),
    onlyOn: 'a disk that takes 0.1 ms or more for a sync, since shared syncs are what a group commit saves',
  },
  'add-points/slow-disk': least(15, 'the same on a disk with 1 ms per sync'),
  'add-points/alone': most(1.25, 'add-points on one connection: response time, one transaction per request = 1'),
  'transfer-points/speed': least(0.5, 'transfer-points: calls per second, add-points = 1'),
  'get-points-top/viewers': most(1.5, 'get-points-top with many viewers: processor time per call, 10,000 viewers = 1'),
  'get-points-top/offset': most(4, 'get-points-top with a large offset: processor time per call, offset 0 = 1'),
  'get-watch-time-top/cost': most(1 / 500, 'get-watch-time-top, any range: processor time, a plain GROUP BY = 1'),
  'get-watch-time-top/first': most(1 / 500, 'the same, the first call after a start'),
  'get-watch-time-top/delay': most(3, 'event-loop delay during these calls, p99', ' ms'),
  'search-games/cost': most(1 / 30, 'search-games, all names: processor time, a Levenshtein scan over them = 1'),
  'search-games/recall': least(0, 'correct name in the first ten, difference to the scan', ' %'),
  'search-games/first': least(92, 'correct name first, all names', ' %'),
  'search-games/ten': least(98, 'correct name in the first ten, all names', ' %'),
  'search-games/default-first': least(95, 'correct name first, default catalogue', ' %'),
  'search-games/default-ten': least(99, 'correct name in the first ten, default catalogue', ' %'),
  'effect/last-page': most(1.2, 'one effect to 1,000 pages: time to the last page, bare sockets = 1'),
  'effect/memory': most(10, 'resident memory per page', ' KiB'),
  'effect/many-pages': most(5.5, 'one effect to five times as many pages: time to the last page, 1,000 pages = 1'),
  'events/last-client': most(1.3, 'one event to 1,000 programs: time to the last one, bare sockets = 1'),
  'events/memory': most(12, 'resident memory per program that follows events', ' KiB'),
  'events/publish': most(1.05, 'add-points while a program follows: processor time per call, nobody follows = 1'),
  'press/effect': most(2, 'from the call to the page, an effect: median', ' ms'),
  'press/effect-p99': most(6, 'the same, p99', ' ms'),
  'press/busy-effect': most(2, 'the same beside 200 calls per second: median', ' ms'),
  'press/busy-effect-p99': most(6, 'the same, p99', ' ms'),
  'press/alert': most(20, 'from the call to the first sample of an alert: median', ' ms'),
  'press/alert-p99': most(40, 'the same, p99', ' ms'),
  'press/busy-alert': most(20, 'the same beside 200 calls per second: median', ' ms'),
  'press/busy-alert-p99': most(40, 'the same, p99', ' ms'),
  'press/speech': most(180, 'from the call to the first sample of 20 spoken words: median', ' ms'),
  'press/speech-p99': most(300, 'the same, p99', ' ms'),
  'press/busy-speech': most(180, 'the same beside 200 calls per second: median', ' ms'),
  'press/busy-speech-p99': most(300, 'the same, p99', ' ms'),
  'press/first-speech': most(400, 'the same for the first line after a start', ' ms'),
  'widgets/long-frames': most(
    2,
    'twenty widgets while an evening is fed: frames over 25 ms, more than an empty page',
    ' %',
  ),
  'widgets/idle': most(
    3,
    'twenty idle widgets, four of which show seconds: processor time of the browser, more than an empty page',
    ' %',
  ),
  'chat/commands': most(1.2, 'a chat message with 10,000 commands: processor time, 10 commands = 1'),
  'chat/viewers': most(1.2, 'a chat message with many viewers: processor time, 1,000 viewers = 1'),
  'chat/new-chatters': most(1.2, 'the same when different viewers write every day, ten messages each'),
  'automations/none': most(1.2, 'an event that starts none of 10,000 automations: processor time, 10 automations = 1'),
  'automations/first-step': most(1.5, 'from a trigger to its first step on disk: time, run-command with this step = 1'),
  'automations/waiting': most(0.1, 'an idle server with 200 automations that wait: processor time they cost', ' %'),
  'lists/longest-turn': most(
    20,
    'lists of 10,000 commands, 10,000 automations and the streams: longest turn of the event loop, processor time',
    ' ms',
  ),
  'start/time': most(2.5, 'cold start with existing data, until the first 200: an empty node:http server = 1'),
  'clone/time': most(20, 'npm start in a fresh clone, until the first 200: processor time', ' s'),
  'clone/size': most(120, 'what it installs', ' MB'),
  'clone/fetched-time': most(25, 'the same where Node has to be fetched: processor time', ' s'),
  'clone/fetched-size': most(200, 'what it installs there', ' MB'),
  'memory/resident': most(110, 'resident memory after 3,000 calls, search index loaded', ' MiB'),
  'nodes/read': most(2, 'PostgreSQL and Redis, get-points: processor time of the node per call, embedded = 1'),
  'nodes/write': most(2, 'PostgreSQL and Redis, add-points: processor time of the node per call, embedded = 1'),
  'nodes/two-read': most(1.4, 'two nodes, get-points: processor time per call, one node = 1'),
  'nodes/two-write': most(1.4, 'two nodes, add-points: processor time per call, one node = 1'),
  'nodes/driver-read': least(2, 'get-points: calls per second, one driver call per statement and limit = 1'),
  'nodes/driver-write': least(2, 'add-points: calls per second, one driver call per statement and limit = 1'),
} as const satisfies Record<string, Goal>

export type GoalName = keyof typeof goals

function least(goal: number, what: string, unit: Unit = ''): Goal {
  return { what, direction: 'least', goal, unit }
}

function most(goal: number, what: string, unit: Unit = ''): Goal {
  return { what, direction: 'most', goal, unit }
}
