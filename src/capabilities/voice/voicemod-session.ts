import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { noText } from '../../kernel/text/message.ts'
import { isPlainVoice, type VoicemodVoice } from '../../platforms/voicemod/protocol.external.ts'
import type { VoicemodSettings } from '../../platforms/voicemod/settings.ts'
import { createVoicemodClient } from '../../platforms/voicemod/voicemod-client.external.ts'
import { openVoicemodSocket, type VoicemodTimings } from '../../platforms/voicemod/voicemod-socket.ts'
import type { VoicemodSnapshot } from './contract/voice.ts'

/** More than a person can choose from. */
const maxVoices = 500
/** Requests that wait for those before them. More than this is a flood. */
const maxWaiting = 50

export type VoicemodSession = ReturnType<typeof createVoicemodSession>

/** The connection to one Voicemod, with its voices. */
export function createVoicemodSession(needs: {
  clock: Clock
  log: Log
  channelId: number
  settings: VoicemodSettings
  timings: Partial<VoicemodTimings>
  onChange: () => void
}) {
  const { clock, log, channelId, settings, timings, onChange } = needs
  let status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  let snapshot: VoicemodSnapshot | undefined

  const socket = openVoicemodSocket({
    clock,
    settings,
    timings,
    async prepare() {
      const voices = await client.listVoices()
      snapshot = snapshotOf(voices)
      return snapshot.voices.length
    },
    onMessage(message) {
      // Voicemod sends the list again when its voices or the license change.
      if (message.kind !== 'voices' || status.state !== 'connected') return
      snapshot = snapshotOf(message.voices)
      onChange()
    },
    onStatus(next) {
      status = next
      if (next.state !== 'connected' && next.state !== 'connecting') {
        log.info('Voicemod is not connected', { channelId, reason: next.message })
        snapshot = undefined
      }
      onChange()
    },
    onUnreadable: (error) => log.warn('a message of Voicemod could not be read', { channelId, error }),
  })
  const client = createVoicemodClient(socket.ask)

  return {
    get status() {
      return status
    },
    /** Undefined while Voicemod is not connected. */
    get snapshot() {
      return status.state === 'connected' ? snapshot : undefined
    },
    client,
    /** One after the other: Voicemod has one voice, and ignores requests while it loads another. */
    inOrder: createSerialQueue(maxWaiting),

    close: socket.close,
  }
}

function snapshotOf(voices: readonly VoicemodVoice[]): VoicemodSnapshot {
  const usable = voices.filter(({ id, isEnabled }) => isEnabled && !isPlainVoice(id))
  return { voices: usable.slice(0, maxVoices).map(({ id, name }) => ({ id, name })) }
}
