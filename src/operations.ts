import { getRecentActivity } from './features/activity/get-recent-activity.ts'
import { listAudioAlerts } from './features/alerts/list-audio-alerts.ts'
import { triggerAudioAlert } from './features/alerts/trigger-audio-alert.ts'
import { sendBotMessage } from './features/chat/send-bot-message.ts'
import { sendMessage } from './features/chat/send-message.ts'
import { clip } from './features/clips/clip.ts'
import { listCommands } from './features/commands/list-commands.ts'
import { runCommand } from './features/commands/run-command.ts'
import { toggleCommand } from './features/commands/toggle-command.ts'
import { sendDonation } from './features/donations/send-donation.ts'
import { effectTrigger } from './features/effects/effect-trigger.ts'
import { listEffects } from './features/effects/list-effects.ts'
import { ban } from './features/moderation/ban.ts'
import { banRecentFollowers } from './features/moderation/ban-recent-followers.ts'
import { clearChat } from './features/moderation/clear-chat.ts'
import { deleteMessage } from './features/moderation/delete-message.ts'
import { getModerationLog } from './features/moderation/get-moderation-log.ts'
import { shieldMode } from './features/moderation/shield-mode.ts'
import { timeout } from './features/moderation/timeout.ts'
import { unbanUser } from './features/moderation/unban-user.ts'
import { skipSong } from './features/music/skip-song.ts'
import { startSong } from './features/music/start-song.ts'
import { stopSong } from './features/music/stop-song.ts'
import { addPoints } from './features/points/add-points.ts'
import { getPoints } from './features/points/get-points.ts'
import { getPointsTop } from './features/points/get-points-top.ts'
import { removePoints } from './features/points/remove-points.ts'
import { setPoints } from './features/points/set-points.ts'
import { transferPoints } from './features/points/transfer-points.ts'
import { tts } from './features/speech/tts.ts'
import { game } from './features/stream/game.ts'
import { getStreamMeta } from './features/stream/get-stream-meta.ts'
import { searchGames } from './features/stream/search-games.ts'
import { setStreamMeta } from './features/stream/set-stream-meta.ts'
import { title } from './features/stream/title.ts'
import { getAlphaSubscribers } from './features/subscribers/get-alpha-subscribers.ts'
import { adjustWatchTime } from './features/watch-time/adjust-watch-time.ts'
import { adjustWatchTimeBulk } from './features/watch-time/adjust-watch-time-bulk.ts'
import { getWatchTime } from './features/watch-time/get-watch-time.ts'
import { getWatchTimeTop } from './features/watch-time/get-watch-time-top.ts'
import type { Operation } from './operation.ts'

/** Every operation, in the order of the specification. What is not in this list does not exist. */
export const operations: readonly Operation[] = [
  sendMessage,
  sendBotMessage,
  tts,
  clip,
  game,
  searchGames,
  title,
  getStreamMeta,
  setStreamMeta,
  triggerAudioAlert,
  listAudioAlerts,
  sendDonation,
  getRecentActivity,
  effectTrigger,
  listEffects,
  getAlphaSubscribers,
  startSong,
  stopSong,
  skipSong,
  addPoints,
  removePoints,
  getPoints,
  getPointsTop,
  setPoints,
  transferPoints,
  adjustWatchTime,
  getWatchTime,
  getWatchTimeTop,
  adjustWatchTimeBulk,
  runCommand,
  listCommands,
  toggleCommand,
  ban,
  timeout,
  unbanUser,
  deleteMessage,
  clearChat,
  shieldMode,
  banRecentFollowers,
  getModerationLog,
]
