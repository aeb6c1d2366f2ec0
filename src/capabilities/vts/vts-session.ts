import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText } from '../../kernel/text/message.ts'
import type { ProgramSession } from '../../platforms/programs/program-sessions.ts'
import { vtsMessages } from '../../platforms/vts/messages.ts'
import { vtsErrors } from '../../platforms/vts/protocol.external.ts'
import type { VtsHotkey } from '../../platforms/vts/requests.external.ts'
import type { VtsSettings } from '../../platforms/vts/settings.ts'
import { VtsRefusal } from '../../platforms/vts/vts-link.ts'
import { openVtsSocket, type VtsTimings, type VtsToken } from '../../platforms/vts/vts-socket.ts'
import type { VtsSnapshot } from './contract/vts.ts'
import { vtsErrorTexts } from './messages.ts'
import { createVtsJournal, type NewVtsEvent } from './vts-journal.ts'

export interface VtsSession extends ProgramSession<VtsSnapshot> {
  readonly hasGivenUp: boolean
  /** Asks VTube Studio, because it does not report every change. */
  readHotkeys(): Promise<readonly VtsHotkey[]>
  /** Returns the id of the hotkey. */
  trigger(hotkey: string, requestId: string): Promise<string>
  /** Resolves once everything that VTube Studio has reported is in the log. */
  close(): Promise<void>
}

/** The connection to one VTube Studio, with the hotkeys of its model. */
export function createVtsSession(needs: {
  clock: Clock
  log: Log
  channelId: number
  settings: VtsSettings
  timings: Partial<VtsTimings>
  token: VtsToken
  /** Stores an event in the log of the channel. */
  record: (event: NewVtsEvent, requestId: string) => Promise<void>
  onChange: () => void
}): VtsSession {
  const { clock, log, channelId, settings, timings, token, record, onChange } = needs
  let status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  let hotkeys: readonly VtsHotkey[] = []
  const journal = createVtsJournal({ clock, log, channelId, record })

  const socket = openVtsSocket({
    clock,
    settings,
    timings,
    token,
    async prepare(requests, version) {
      await requests.subscribe()
      hotkeys = await requests.listHotkeys()
      return vtsMessages.connected.of({ version, count: hotkeys.length })
    },
    onReport(report) {
      journal.report(report)
      if (report.kind !== 'hotkey') void readAgain()
    },
    onStatus(next) {
      status = next
      if (next.state !== 'connected' && next.state !== 'connecting') {
        log.info('VTube Studio is not connected', { channelId, reason: next.message })
      }
      onChange()
    },
    onUnreadable: (error) => log.warn('a message of VTube Studio could not be read', { channelId, error }),
  })

  async function readHotkeys(): Promise<readonly VtsHotkey[]> {
    hotkeys = await socket.use((requests) => requests.listHotkeys())
    onChange()
    return hotkeys
  }

  /** Another model has its own hotkeys. */
  async function readAgain(): Promise<void> {
    if (status.state !== 'connected') return
    try {
      await readHotkeys()
    } catch (error) {
      log.info('the hotkeys of VTube Studio could not be read', { channelId, error })
    }
  }

  return {
    get status() {
      return status
    },
    get snapshot() {
      return status.state === 'connected' ? { hotkeys } : undefined
    },
    get hasGivenUp() {
      return socket.hasGivenUp
    },

    readHotkeys,

    async trigger(hotkey, requestId) {
      journal.expect(hotkey, requestId)
      try {
        return await socket.use((requests) => requests.trigger(hotkey))
      } catch (error) {
        throw error instanceof VtsRefusal ? triggerFailure(error, hotkey) : error
      }
    },

    async close(): Promise<void> {
      socket.close()
      await journal.settled()
    },
  }
}

/** In the language of the reader, where the reason is known. */
function triggerFailure(refusal: VtsRefusal, hotkey: string): Failure {
  switch (refusal.errorId) {
    case vtsErrors.hotkeyNotFound:
      return new Failure('hotkey_not_found', { message: vtsErrorTexts.unknown.of({ hotkey }) })
    case vtsErrors.noModel:
      return new Failure('vts_refused', { message: vtsErrorTexts.noModel.of() })
    case vtsErrors.hotkeyTooSoon:
      return new Failure('vts_refused', { message: vtsErrorTexts.tooSoon.of() })
    case vtsErrors.hotkeyQueueFull:
      return new Failure('vts_refused', { message: vtsErrorTexts.queueFull.of() })
    default:
      return refusal
  }
}
