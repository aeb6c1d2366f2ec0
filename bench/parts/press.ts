import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench, Part } from '../bench.ts'
import { bodiesFor } from '../contestants.ts'
import type { Measured } from '../findings.ts'
import type { GoalName } from '../goals.ts'
import { median } from '../median.ts'
import { type Caller, openCaller } from '../press/caller.ts'
import { type ListeningPage, openBrowser } from '../press/listening-page.ts'
import { openEcho, openSocketPage } from '../press/socket-page.ts'
import type { SteadyAnswer, SteadyOrder } from '../press/steady-calls.ts'
import { type Subject, startWorker } from '../processes.ts'
import type { Sizes } from '../sizes.ts'

/** A page that reports more than twenty times a second is disconnected. */
const betweenEffectsMs = 60
/** So that each sound starts from rest. */
const betweenSoundsMs = 400
/** What a person needs from opening OBS to the first message, at the very least. */
const afterConnectMs = 2_000
const callsPerSecond = 200
/** About the length of an effect on the wire. */
const echoLength = 400
const twentyWords = 'thank you so much for the stream tonight it really made my day and I hope that you keep going'

/** From the button to the screen: the call, the database, the page, its audio graph; compared with a bare echo. */
export const pressPart: Part = {
  name: 'press',
  async run(bench) {
    const { sizes } = bench
    const data = await bench.data(sizes.fewViewers)
    const echo = await openEcho((await bench.start('press/echo.ts')).port, echoLength)
    const calls = startWorker<SteadyOrder, SteadyAnswer>('press/steady-calls.ts')
    const browser = await openBrowser()
    bench.closeAtEnd(async () => {
      echo.close()
      await calls.close()
      await browser.close()
    })
    const measured: Partial<Record<GoalName, Measured>> = {}

    const subject = await bench.start('subject.ts', [data.folder, 'press'])
    const pressed = data.keys.slice(0, data.keys.length / 2)
    const caller = await openCaller(subject.port, pressed)
    bench.closeAtEnd(caller.close)

    /** At rest and beside calls, which alternate. */
    async function both(what: string, measure: () => Promise<Times>, names: readonly [Row, Row]): Promise<void> {
      const [rest, busy]: [Times[], Times[]] = [[], []]
      for (let round = 0; round < sizes.pressRounds; round++) {
        bench.say(
          `  ${what}, at rest and beside ${callsPerSecond} calls per second: ${round + 1} of ${sizes.pressRounds}`,
        )
        rest.push(await measure())
        await calls.run(steady(subject, data.keys.slice(data.keys.length / 2), sizes.fewViewers))
        busy.push(await measure())
        await calls.run({ do: 'stop' })
      }
      Object.assign(measured, rowsOf(names[0], rest), rowsOf(names[1], busy))
    }

    const page = await openSocketPage(subject.port, subject.overlayToken ?? '')
    const effects = (count: number) => timesOf(echo.time, () => timeEffect(caller, page), count, betweenEffectsMs)
    await effects(Math.ceil(sizes.presses / 10))
    await both('an effect at the page', () => effects(sizes.presses), ['press/effect', 'press/busy-effect'])
    page.close()

    const window = await browser.open(`http://127.0.0.1:${subject.port}/overlay#${subject.overlayToken}`)
    const pressSound = (operation: string, input: object) => timeSound({ caller, window, subject }, operation, input)
    const alert = () => pressSound('trigger-audio-alert', { name: 'Tada', username: 'bench' })
    const speech = () => pressSound('tts', { text: twentyWords, username: 'bench' })
    const sounds = (press: () => Promise<number>) => () =>
      timesOf(echo.time, press, sizes.sounds, sizes.sharesProcesses ? 0 : betweenSoundsMs)
    await pause(sizes, afterConnectMs)
    await both('the sound of an alert', sounds(alert), ['press/alert', 'press/busy-alert'])
    await both('speech', sounds(speech), ['press/speech', 'press/busy-speech'])
    await window.close()
    await subject.close()

    bench.say('  the first speech after a start')
    measured['press/first-speech'] = await firstSpeech(bench, browser, echo.time)
    return { measured }
  },
}

/** A moment that only matters to the figures. */
async function pause({ sharesProcesses }: Sizes, ms: number): Promise<void> {
  if (!sharesProcesses) await delay(ms)
}

type Row =
  | 'press/effect'
  | 'press/busy-effect'
  | 'press/alert'
  | 'press/busy-alert'
  | 'press/speech'
  | 'press/busy-speech'

interface Times {
  readonly ms: readonly number[]
  readonly echoMs: readonly number[]
}

/** One echo before each press, so that both meet the same machine. */
async function timesOf(
  echo: () => Promise<number>,
  press: () => Promise<number>,
  count: number,
  betweenMs: number,
): Promise<Times> {
  const [ms, echoMs]: [number[], number[]] = [[], []]
  for (let index = 0; index < count; index++) {
    echoMs.push(await echo())
    ms.push(await press())
    await delay(betweenMs)
  }
  return { ms, echoMs }
}

function rowsOf(name: Row, rounds: readonly Times[]): Partial<Record<GoalName, Measured>> {
  const rowAt = (share: number): Measured => {
    const ms = rounds.map((times) => at(times.ms, share))
    return { rounds: ms, note: noteOf(median(ms), median(rounds.map((times) => at(times.echoMs, share)))) }
  }
  return { [name]: rowAt(0.5), [`${name}-p99`]: rowAt(0.99) }
}

function noteOf(ms: number, echoMs: number): string {
  const load = loadavg()[0] ?? 0
  return `${(ms / echoMs).toFixed(1)} × an echo of ${echoMs.toFixed(2)} ms, load average ${load.toFixed(1)}`
}

/** The nearest rank: of fewer than a hundred presses, the p99 is the slowest. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

async function timeEffect(caller: Caller, page: Awaited<ReturnType<typeof openSocketPage>>): Promise<number> {
  const arrival = page.arrival()
  const began = performance.now()
  const answered = caller.press('effect-trigger', { overlay_id: 'confetti', data: { colour: 'gold' } })
  const ms = (await arrival) - began
  await answered
  return ms
}

/** Until the first audible sample leaves the page; then the card is skipped, so that the next one does not queue. */
async function timeSound(
  { caller, window, subject }: { caller: Caller; window: ListeningPage; subject: Subject },
  operation: string,
  input: object,
): Promise<number> {
  await window.quiet()
  const sound = window.sound()
  const began = Date.now()
  await caller.press(operation, input)
  const ms = (await sound) - began
  await subject.skip()
  await window.quiet()
  return ms
}

async function firstSpeech(
  bench: Bench,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  echo: () => Promise<number>,
): Promise<Measured> {
  const [ms, echoMs]: [number[], number[]] = [[], []]
  for (let start = 0; start < bench.sizes.firstLines; start++) {
    const { folder, keys } = await bench.data(bench.sizes.fewViewers)
    const subject = await bench.start('subject.ts', [folder, 'press'])
    const caller = await openCaller(subject.port, keys)
    const window = await browser.open(`http://127.0.0.1:${subject.port}/overlay#${subject.overlayToken}`)
    await pause(bench.sizes, afterConnectMs)
    echoMs.push(await echo())
    ms.push(await timeSound({ caller, window, subject }, 'tts', { text: twentyWords, username: 'bench' }))
    caller.close()
    await window.close()
    await subject.close()
  }
  return { rounds: ms, note: noteOf(median(ms), median(echoMs)) }
}

function steady({ port }: Subject, keys: readonly string[], viewers: number): SteadyOrder {
  const bodies = bodiesFor(viewers).getPoints
  return { do: 'start', port, keys, path: '/v1/get-points', bodies, perSecond: callsPerSecond }
}
