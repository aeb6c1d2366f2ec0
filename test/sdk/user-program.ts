/**
 * What a user writes, checked by the compiler alone: against the source with every type check, and by
 * `types.test.ts` against the published types with a user's settings.
 */
import { type CallOptions, type FailureCode, type Platform, Showcaller, ShowcallerError } from '../../sdk/showcaller.ts'

export async function goodCalls(key: string | undefined): Promise<void> {
  const show = new Showcaller({ url: 'http://127.0.0.1:4400', key, timeoutMs: 5_000 })
  const platform: Platform = 'PlatformB'
  const options: CallOptions = { signal: AbortSignal.timeout(1_000), idempotencyKey: 'order-7391' }

  await show.addPoints({ username: 'mia', amount: 50, platform }, options)
  const nothing: undefined = (await show.removePoints({ userid: '1', amount: 50, platform })) ?? undefined
  console.log(nothing)
  await show.triggerAudioAlert({ id: 1 })
  await show.setStreamMeta({ game: 'Minecraft' })
  await show.startSong()
  await show.startSong(options)
  await show.getStreamMeta()
  await show.sendMessage({ message: 'Hello', platform: undefined })
  await show.adjustWatchTimeBulk({ mode: 'add', users: [{ username: 'mia', amount: 5 }] as const, platform })
  await show.effectTrigger({ overlay_ids: ['confetti'], data: { colour: 'gold', deep: [1, { a: null }] } })

  const { points, username } = await show.getPoints({ username: 'mia', platform })
  const total: number = points + username.length
  const { best_match: best, games } = await show.searchGames({ query: 'mine' })
  const score: number | undefined = best?.score ?? games[0]?.score
  const left: number | undefined = show.limits.get('get-points')?.remaining
  console.log(score, left, total)
}

const worthWaiting: readonly FailureCode[] = ['rate_limited', 'overloaded']

export function goodCatch(error: unknown): boolean {
  if (!(error instanceof ShowcallerError)) return false
  const facts: [string, number | undefined, string | undefined] = [error.message, error.status, error.requestId]
  console.log(facts, error.limit?.resetSeconds, error.body.required_scope)
  return error.code === 'timed_out' || worthWaiting.some((code) => code === error.code)
}

export async function badCalls(show: Showcaller): Promise<void> {
  // @ts-expect-error: a client needs an address
  new Showcaller({ key: 'sc_live_1' })
  // @ts-expect-error: platform is required
  await show.addPoints({ username: 'mia', amount: 50 })
  // @ts-expect-error: neither userid nor username
  await show.addPoints({ amount: 50, platform: 'PlatformA' })
  // @ts-expect-error: a viewer who may be nobody
  await show.getPoints({ username: undefined, platform: 'PlatformA' })
  // @ts-expect-error: the receiver is missing
  await show.transferPoints({ from_username: 'mia', amount: 5, platform: 'PlatformA' })
  // @ts-expect-error: an entry without a viewer
  await show.adjustWatchTimeBulk({ mode: 'add', users: [{ amount: 5 }], platform: 'PlatformA' })
  // @ts-expect-error: neither id nor name
  await show.triggerAudioAlert({ username: 'mia' })
  // @ts-expect-error: neither command nor id
  await show.runCommand({ message: 'hello' })
  // @ts-expect-error: neither title nor game nor category
  await show.setStreamMeta({ platform: 'PlatformA' })
  // @ts-expect-error: no game
  await show.game()
  // @ts-expect-error: nothing to search for
  await show.searchGames({ limit: 5 })
  // @ts-expect-error: no effect
  await show.effectTrigger({ data: { a: 1 } })
  // @ts-expect-error: there is no such platform
  await show.addPoints({ username: 'mia', amount: 50, platform: 'PlatformE' })
  // @ts-expect-error: this operation offers only two of the platforms
  await show.sendMessage({ message: 'Hello', platform: 'PlatformC' })
  // @ts-expect-error: a misspelt parameter
  await show.getPoints({ user_id: '1', platform: 'PlatformA' })
  // @ts-expect-error: a number is not a text
  await show.tts({ text: 5 })
  // @ts-expect-error: a text is not a number
  await show.clip({ duration: '30' })
  // @ts-expect-error: there is no such operation
  await show.makeCoffee()
  // @ts-expect-error: an operation without parameters takes options alone
  await show.startSong({ song: 1 })
  const points = await show.getPoints({ username: 'mia', platform: 'PlatformA' })
  // @ts-expect-error: the answer has no such field
  console.log(points.balance)
  const added = await show.addPoints({ username: 'mia', amount: 50, platform: 'PlatformA' })
  // @ts-expect-error: nothing is answered but that it is done
  console.log(added.points)
  // @ts-expect-error: calls go through the methods
  await show.write('add-points', {})
}
