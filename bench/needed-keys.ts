/** The window of every limit, in seconds. */
const windowSeconds = 60
/** For rounds that are faster than the rate that was measured: a server that has just started is still being compiled. */
const reserve = 1.5
/** The lowest limit of the operations under load, 90 a minute, of which four fifths are used. */
const fewestCallsPerKey = 72
/** For a machine that was busy while its rate was measured and is not later. */
const fewestKeys = 20_000

/**
 * How many keys a load needs, so that no key reaches its limit: each is used for `callsPerKey` calls before the next one,
 * and rests for a whole window of its limit before it is used again.
 */
export function neededKeys(load: {
  readonly callsPerSecond: number
  readonly callsPerKey: number
  /** How long the calls last altogether. */
  readonly seconds: number
  readonly connections: number
  /** In how many rounds: each begins a group of keys, one for each connection, and gives up its last one half used. */
  readonly rounds: number
}): number {
  const { callsPerSecond, callsPerKey, seconds, connections, rounds } = load
  const calls = callsPerSecond * Math.min(seconds, windowSeconds) * reserve
  return Math.ceil(calls / callsPerKey) + connections * rounds
}

/** For the data of a run: the baseline, whose rate this is, answers faster than any server that checks keys. */
export function keysForMachine(baselinePerSecond: number, connections: number): number {
  const needed = neededKeys({
    callsPerSecond: baselinePerSecond,
    callsPerKey: fewestCallsPerKey,
    seconds: windowSeconds,
    connections,
    rounds: windowSeconds,
  })
  return Math.max(needed, fewestKeys)
}
