import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { VtsReport } from '../../platforms/vts/protocol.external.ts'
import type { NewEvent } from '../../registry/events.ts'

/** The events of the log that are about VTube Studio. */
export type NewVtsEvent = Extract<NewEvent, { readonly kind: `vts.${string}` }>

const minuteMs = 60_000
/** A key that is stuck, or a plug-in that repeats itself, costs the log so many events a minute and no more. */
const maxOfOnePerMinute = 30
const maxPerMinute = 120

/** VTube Studio runs a hotkey within some frames, or once those before it have run. */
const expectedForMs = 30_000
const maxExpected = 100

/** Turns the reports of VTube Studio into events of the log, in their order. */
export function createVtsJournal(needs: {
  clock: Clock
  log: Log
  channelId: number
  /** `requestId`: the request of this server that caused it; empty for what happened in VTube Studio itself. */
  record: (event: NewVtsEvent, requestId: string) => Promise<void>
}) {
  const { clock, log, channelId, record } = needs
  let written: Promise<void> = Promise.resolve()
  let recent: readonly { readonly id: string; readonly at: number }[] = []
  let expected: readonly { readonly hotkey: string; readonly requestId: string; readonly at: number }[] = []

  function write(event: NewVtsEvent, requestId: string): void {
    written = written
      .then(() => record(event, requestId))
      .catch((error: unknown) => log.warn('an event of VTube Studio could not be stored', { channelId, error }))
  }

  /** Sliding windows of a minute: one for each hotkey or kind, one for all of them. */
  function isWithinLimits(id: string): boolean {
    const now = clock.steady()
    recent = recent.filter(({ at }) => now - at < minuteMs)
    const ofOne = recent.filter((one) => one.id === id).length
    if (recent.length >= maxPerMinute || ofOne >= maxOfOnePerMinute) return false
    recent = [...recent, { id, at: now }]
    return true
  }

  /** The request of this server that asked for this hotkey, by its id or its name. */
  function causeOf({ id, name, isByApi }: Extract<VtsReport, { kind: 'hotkey' }>): string {
    const now = clock.steady()
    expected = expected.filter(({ at }) => now - at < expectedForMs)
    const wanted = [id, name].map((word) => word.toLowerCase())
    const found = isByApi ? expected.find(({ hotkey }) => wanted.includes(hotkey)) : undefined
    expected = expected.filter((one) => one !== found)
    return found?.requestId ?? ''
  }

  return {
    /**
     * Call it before the request. The event of the hotkey then belongs to the run that asked for it, so that automations
     * which trigger each other's hotkeys end like any other chain of automations.
     */
    expect(hotkey: string, requestId: string): void {
      const one = { hotkey: hotkey.toLowerCase(), requestId, at: clock.steady() }
      expected = [...expected, one].slice(-maxExpected)
    },

    report(report: VtsReport): void {
      if (report.kind === 'hotkey') {
        const requestId = causeOf(report)
        if (!isWithinLimits(`hotkey ${report.id}`)) return
        const { id: hotkey, name, model, isByApi } = report
        write({ kind: 'vts.hotkey-triggered', data: { hotkey, name, model, by_api: isByApi } }, requestId)
      } else if (report.kind === 'model' && report.isLoaded && isWithinLimits('model')) {
        write({ kind: 'vts.model-loaded', data: { model_id: report.id, model: report.name } }, '')
      }
    },

    settled: (): Promise<void> => written,
  }
}
