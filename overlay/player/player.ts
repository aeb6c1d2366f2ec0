import { keepConnected } from '../../sdk/keep-connected.ts'
import type { FromPlayer, ToPlayer } from '../../src/capabilities/player/contract/player-messages.ts'
import { openAttemptSocket } from '../../src/kernel/gateway/contract/attempt-socket.ts'
import { showHint } from '../hint.ts'
import { createTimers } from '../timers.ts'
import { createVideoPlayer } from './video-player.ts'

const firstRetryMs = 250
const longestRetryMs = 15_000
/** Added to the pause after a reason that only a person can change, so there is no hurry to retry. */
const slowRetryMs = 15_000
const slowReasons = ['link_rolled', 'invalid_link', 'too_many_pages']

const token = location.hash.slice(1)
// Another link in the same window needs a new page.
addEventListener('hashchange', () => location.reload())

// Without a link there is no channel, so the server wrote the hint in the language of whoever opened the page.
if (token.startsWith('pl_')) start()
else showHint(document.body.dataset.incompleteLink ?? '')

function start() {
  const timers = createTimers()
  const page = `player-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`
  const stage = document.getElementById('stage') ?? document.body
  let send: (message: FromPlayer) => void = () => {}
  const player = createVideoPlayer({ stage, timers, report: (report) => send(report) })
  let silenceMs = 15_000
  const url = new URL('player/socket', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''

  keepConnected({
    firstRetryMs,
    longestRetryMs,
    silenceMs,
    after: timers.after,
    connect(attempt) {
      const socket = openAttemptSocket<ToPlayer>(attempt, url, {
        onOpen: () => send({ type: 'hello', token, page }),
        silenceMs: () => silenceMs,
        onMessage(message) {
          if (message.type === 'ping') send({ type: 'pong' })
          else if (message.type === 'song') player.show(message.song)
          else if (message.type === 'welcome') {
            silenceMs = message.heartbeatMs * 2.5
            attempt.established()
            document.body.dataset.connected = 'true'
          } else if (message.type === 'bye' && slowReasons.includes(message.reason)) attempt.lost(slowRetryMs)
        },
      })
      send = socket.send
    },
    onLost() {
      document.body.dataset.connected = 'false'
    },
  })
}
