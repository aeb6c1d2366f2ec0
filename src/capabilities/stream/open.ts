import { fileURLToPath } from 'node:url'
import type { Clock } from '../../kernel/ambient.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import { createAudienceFigures } from './audience-figures.ts'
import { createChannelActions } from './channel-actions.ts'
import type { GameFiles } from './game-search/load-game-index.ts'
import { createGames } from './games.ts'
import { createObservedChat } from './observed-chat.ts'
import { createObservedStream, type ObservedStreamNeeds } from './observed-stream.ts'
import { createStream } from './stream.ts'
import { createStreamStates } from './stream-states.ts'

/** The index is beside the bundle of the server; the source has none. */
const shippedGames: GameFiles = {
  catalogue: fileURLToPath(new URL('../../../catalogue/games.tsv', import.meta.url)),
  index: fileURLToPath(new URL('./games.index', import.meta.url)),
}

/** The stream on each platform: title, game and tags, whether it is live, and what can be done with the channel. */
export function openStream(needs: {
  overrides: {
    /** Games in place of the shipped ones, such as fewer. */
    readonly games?: GameFiles
  }
  db: Database
  clock: Clock
  log: Log
  onClose: OnClose
  events: Events
  platforms: Platforms
  onStreamEnd: ObservedStreamNeeds['onStreamEnd']
}) {
  const games = createGames({ ...needs, files: needs.overrides.games ?? shippedGames })
  const observedStream = createObservedStream(needs)
  const stream = createStream({ ...needs, games, observedStream })
  return {
    games,
    observedStream,
    observedChat: createObservedChat(needs),
    stream,
    streamStates: createStreamStates({ ...needs, stream }),
    channelActions: createChannelActions(needs),
    audienceFigures: createAudienceFigures(needs),
  }
}
