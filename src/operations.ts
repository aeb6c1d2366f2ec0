import { getRecentActivity } from './capabilities/activity/operations/get-recent-activity.ts'
import { listBitsLeaderboard } from './capabilities/activity/operations/list-bits-leaderboard.ts'
import { aiBot } from './capabilities/ai/operations/ai-bot.ts'
import { askAi } from './capabilities/ai/operations/ask-ai.ts'
import { clearAi } from './capabilities/ai/operations/clear-ai.ts'
import { getAi } from './capabilities/ai/operations/get-ai.ts'
import { listAudioAlerts } from './capabilities/alerts/operations/list-audio-alerts.ts'
import { triggerAudioAlert } from './capabilities/alerts/operations/trigger-audio-alert.ts'
import { deleteAutomation } from './capabilities/automations/operations/delete-automation.ts'
import { dryRunAutomation } from './capabilities/automations/operations/dry-run-automation.ts'
import { getAutomationRun } from './capabilities/automations/operations/get-automation-run.ts'
import { listAutomationRuns } from './capabilities/automations/operations/list-automation-runs.ts'
import { listAutomations } from './capabilities/automations/operations/list-automations.ts'
import { runAutomation } from './capabilities/automations/operations/run-automation.ts'
import { saveAutomation } from './capabilities/automations/operations/save-automation.ts'
import { stopAutomations } from './capabilities/automations/operations/stop-automations.ts'
import { toggleAutomation } from './capabilities/automations/operations/toggle-automation.ts'
import { announce } from './capabilities/chat/operations/announce.ts'
import { pinMessage } from './capabilities/chat/operations/pin-message.ts'
import { sendBotMessage } from './capabilities/chat/operations/send-bot-message.ts'
import { sendBotReply } from './capabilities/chat/operations/send-bot-reply.ts'
import { sendMessage } from './capabilities/chat/operations/send-message.ts'
import { sendReply } from './capabilities/chat/operations/send-reply.ts'
import { unpinMessage } from './capabilities/chat/operations/unpin-message.ts'
import { clip } from './capabilities/clips/operations/clip.ts'
import { listCommands } from './capabilities/commands/operations/list-commands.ts'
import { runCommand } from './capabilities/commands/operations/run-command.ts'
import { toggleCommand } from './capabilities/commands/operations/toggle-command.ts'
import { discordSendMessage } from './capabilities/discord/operations/discord-send-message.ts'
import { discordStatus } from './capabilities/discord/operations/discord-status.ts'
import { discordVoiceKick } from './capabilities/discord/operations/discord-voice-kick.ts'
import { discordVoiceMembers } from './capabilities/discord/operations/discord-voice-members.ts'
import { discordVoiceMove } from './capabilities/discord/operations/discord-voice-move.ts'
import { discordVoiceMuteAll } from './capabilities/discord/operations/discord-voice-mute-all.ts'
import { discordVoicePullAll } from './capabilities/discord/operations/discord-voice-pull-all.ts'
import { discordVoiceUnmuteAll } from './capabilities/discord/operations/discord-voice-unmute-all.ts'
import { sendDonation } from './capabilities/donations/operations/send-donation.ts'
import { effectTrigger } from './capabilities/effects/operations/effect-trigger.ts'
import { listEffects } from './capabilities/effects/operations/list-effects.ts'
import { addModerator } from './capabilities/moderation/operations/add-moderator.ts'
import { addVip } from './capabilities/moderation/operations/add-vip.ts'
import { ban } from './capabilities/moderation/operations/ban.ts'
import { banRecentFollowers } from './capabilities/moderation/operations/ban-recent-followers.ts'
import { clearChat } from './capabilities/moderation/operations/clear-chat.ts'
import { deleteMessage } from './capabilities/moderation/operations/delete-message.ts'
import { getModerationLog } from './capabilities/moderation/operations/get-moderation-log.ts'
import { platformShieldMode } from './capabilities/moderation/operations/platform-shield-mode.ts'
import { removeModerator } from './capabilities/moderation/operations/remove-moderator.ts'
import { removeVip } from './capabilities/moderation/operations/remove-vip.ts'
import { setChatMode } from './capabilities/moderation/operations/set-chat-mode.ts'
import { shieldMode } from './capabilities/moderation/operations/shield-mode.ts'
import { timeout } from './capabilities/moderation/operations/timeout.ts'
import { unbanUser } from './capabilities/moderation/operations/unban-user.ts'
import { warn } from './capabilities/moderation/operations/warn.ts'
import { listSongRequests } from './capabilities/music/operations/list-song-requests.ts'
import { removeSongRequest } from './capabilities/music/operations/remove-song-request.ts'
import { requestSong } from './capabilities/music/operations/request-song.ts'
import { skipSong } from './capabilities/music/operations/skip-song.ts'
import { startSong } from './capabilities/music/operations/start-song.ts'
import { stopSong } from './capabilities/music/operations/stop-song.ts'
import { obsAudio } from './capabilities/obs/operations/obs-audio.ts'
import { obsFilter } from './capabilities/obs/operations/obs-filter.ts'
import { obsInput } from './capabilities/obs/operations/obs-input.ts'
import { obsList } from './capabilities/obs/operations/obs-list.ts'
import { obsMedia } from './capabilities/obs/operations/obs-media.ts'
import { obsOutput } from './capabilities/obs/operations/obs-output.ts'
import { obsReplay } from './capabilities/obs/operations/obs-replay.ts'
import { obsRequest } from './capabilities/obs/operations/obs-request.ts'
import { obsScene } from './capabilities/obs/operations/obs-scene.ts'
import { obsSource } from './capabilities/obs/operations/obs-source.ts'
import { obsStatus } from './capabilities/obs/operations/obs-status.ts'
import { obsText } from './capabilities/obs/operations/obs-text.ts'
import { addPoints } from './capabilities/points/operations/add-points.ts'
import { getPoints } from './capabilities/points/operations/get-points.ts'
import { getPointsTop } from './capabilities/points/operations/get-points-top.ts'
import { removePoints } from './capabilities/points/operations/remove-points.ts'
import { setPoints } from './capabilities/points/operations/set-points.ts'
import { transferPoints } from './capabilities/points/operations/transfer-points.ts'
import { createPoll } from './capabilities/polls/operations/create-poll.ts'
import { createPrediction } from './capabilities/polls/operations/create-prediction.ts'
import { endPoll } from './capabilities/polls/operations/end-poll.ts'
import { endPrediction } from './capabilities/polls/operations/end-prediction.ts'
import { createReward } from './capabilities/rewards/operations/create-reward.ts'
import { deleteReward } from './capabilities/rewards/operations/delete-reward.ts'
import { listRedemptions } from './capabilities/rewards/operations/list-redemptions.ts'
import { listRewards } from './capabilities/rewards/operations/list-rewards.ts'
import { updateRedemption } from './capabilities/rewards/operations/update-redemption.ts'
import { updateReward } from './capabilities/rewards/operations/update-reward.ts'
import { cancelRound } from './capabilities/rounds/operations/cancel-round.ts'
import { closeRound } from './capabilities/rounds/operations/close-round.ts'
import { drawRound } from './capabilities/rounds/operations/draw-round.ts'
import { enterRound } from './capabilities/rounds/operations/enter-round.ts'
import { listRounds } from './capabilities/rounds/operations/list-rounds.ts'
import { openRound } from './capabilities/rounds/operations/open-round.ts'
import { deleteShow } from './capabilities/shows/operations/delete-show.ts'
import { getShowReport } from './capabilities/shows/operations/get-show-report.ts'
import { goCue } from './capabilities/shows/operations/go-cue.ts'
import { holdCues } from './capabilities/shows/operations/hold-cues.ts'
import { jumpToCue } from './capabilities/shows/operations/jump-to-cue.ts'
import { listCues } from './capabilities/shows/operations/list-cues.ts'
import { listShows } from './capabilities/shows/operations/list-shows.ts'
import { saveShow } from './capabilities/shows/operations/save-show.ts'
import { standbyCue } from './capabilities/shows/operations/standby-cue.ts'
import { stopCues } from './capabilities/shows/operations/stop-cues.ts'
import { tts } from './capabilities/speech/operations/tts.ts'
import { cancelRaid } from './capabilities/stream/operations/cancel-raid.ts'
import { createMarker } from './capabilities/stream/operations/create-marker.ts'
import { endBroadcast } from './capabilities/stream/operations/end-broadcast.ts'
import { game } from './capabilities/stream/operations/game.ts'
import { getStreamMeta } from './capabilities/stream/operations/get-stream-meta.ts'
import { raid } from './capabilities/stream/operations/raid.ts'
import { searchGames } from './capabilities/stream/operations/search-games.ts'
import { setStreamMeta } from './capabilities/stream/operations/set-stream-meta.ts'
import { setTags } from './capabilities/stream/operations/set-tags.ts'
import { setVideoCategory } from './capabilities/stream/operations/set-video-category.ts'
import { shoutout } from './capabilities/stream/operations/shoutout.ts'
import { snoozeAd } from './capabilities/stream/operations/snooze-ad.ts'
import { startBroadcast } from './capabilities/stream/operations/start-broadcast.ts'
import { startCommercial } from './capabilities/stream/operations/start-commercial.ts'
import { title } from './capabilities/stream/operations/title.ts'
import { getAlphaSubscribers } from './capabilities/subscribers/operations/get-alpha-subscribers.ts'
import { getSubscriberTotal } from './capabilities/subscribers/operations/get-subscriber-total.ts'
import { addToValue } from './capabilities/values/operations/add-to-value.ts'
import { defineValue } from './capabilities/values/operations/define-value.ts'
import { deleteValue } from './capabilities/values/operations/delete-value.ts'
import { getValue } from './capabilities/values/operations/get-value.ts'
import { listValues } from './capabilities/values/operations/list-values.ts'
import { removeFromValue } from './capabilities/values/operations/remove-from-value.ts'
import { setValue } from './capabilities/values/operations/set-value.ts'
import { listVoiceEffects } from './capabilities/voice/operations/list-voice-effects.ts'
import { stopVoiceEffect } from './capabilities/voice/operations/stop-voice-effect.ts'
import { voiceEffect } from './capabilities/voice/operations/voice-effect.ts'
import { listVtsHotkeys } from './capabilities/vts/operations/list-vts-hotkeys.ts'
import { vtsTrigger } from './capabilities/vts/operations/vts-trigger.ts'
import { adjustWatchTime } from './capabilities/watch-time/operations/adjust-watch-time.ts'
import { adjustWatchTimeBulk } from './capabilities/watch-time/operations/adjust-watch-time-bulk.ts'
import { getWatchTime } from './capabilities/watch-time/operations/get-watch-time.ts'
import { getWatchTimeTop } from './capabilities/watch-time/operations/get-watch-time-top.ts'
import { createWebhook } from './capabilities/webhooks/operations/create-webhook.ts'
import { deleteWebhook } from './capabilities/webhooks/operations/delete-webhook.ts'
import { listWebhookDeliveries } from './capabilities/webhooks/operations/list-webhook-deliveries.ts'
import { listWebhooks } from './capabilities/webhooks/operations/list-webhooks.ts'
import { resendWebhookDelivery } from './capabilities/webhooks/operations/resend-webhook-delivery.ts'
import { rollWebhookSecret } from './capabilities/webhooks/operations/roll-webhook-secret.ts'
import { testWebhook } from './capabilities/webhooks/operations/test-webhook.ts'
import { updateWebhook } from './capabilities/webhooks/operations/update-webhook.ts'
import { listWidgets } from './capabilities/widgets/operations/list-widgets.ts'
import { updateWidget } from './capabilities/widgets/operations/update-widget.ts'
import type {} from './context.ts'
import type { Operation, PanelAccess } from './kernel/operation/operation.ts'

/** All operations, in the order of the specification. Only listed operations are served. */
const list = [
  sendMessage,
  sendBotMessage,
  sendReply,
  sendBotReply,
  announce,
  pinMessage,
  unpinMessage,
  tts,
  clip,
  game,
  searchGames,
  title,
  getStreamMeta,
  setStreamMeta,
  raid,
  cancelRaid,
  shoutout,
  startCommercial,
  snoozeAd,
  createMarker,
  setTags,
  setVideoCategory,
  startBroadcast,
  endBroadcast,
  triggerAudioAlert,
  listAudioAlerts,
  sendDonation,
  getRecentActivity,
  listBitsLeaderboard,
  effectTrigger,
  listEffects,
  listWidgets,
  updateWidget,
  getAlphaSubscribers,
  getSubscriberTotal,
  startSong,
  stopSong,
  skipSong,
  listSongRequests,
  requestSong,
  removeSongRequest,
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
  listAutomations,
  saveAutomation,
  deleteAutomation,
  runAutomation,
  toggleAutomation,
  dryRunAutomation,
  getAutomationRun,
  listAutomationRuns,
  stopAutomations,
  listValues,
  getValue,
  setValue,
  addToValue,
  removeFromValue,
  defineValue,
  deleteValue,
  ban,
  timeout,
  unbanUser,
  deleteMessage,
  clearChat,
  setChatMode,
  shieldMode,
  platformShieldMode,
  warn,
  addModerator,
  removeModerator,
  addVip,
  removeVip,
  banRecentFollowers,
  getModerationLog,
  listRewards,
  createReward,
  updateReward,
  deleteReward,
  listRedemptions,
  updateRedemption,
  createPoll,
  endPoll,
  createPrediction,
  endPrediction,
  saveShow,
  listShows,
  listCues,
  goCue,
  standbyCue,
  jumpToCue,
  holdCues,
  stopCues,
  getShowReport,
  deleteShow,
  listRounds,
  openRound,
  enterRound,
  closeRound,
  drawRound,
  cancelRound,
  obsStatus,
  obsList,
  obsScene,
  obsSource,
  obsFilter,
  obsText,
  obsInput,
  obsAudio,
  obsMedia,
  obsOutput,
  obsReplay,
  obsRequest,
  listVoiceEffects,
  voiceEffect,
  stopVoiceEffect,
  listVtsHotkeys,
  vtsTrigger,
  aiBot,
  clearAi,
  askAi,
  getAi,
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  rollWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  discordStatus,
  discordSendMessage,
  discordVoiceMembers,
  discordVoiceMove,
  discordVoiceKick,
  discordVoiceMuteAll,
  discordVoiceUnmuteAll,
  discordVoicePullAll,
] as const

export const operations: readonly Operation[] = list

type InPanel<O> = O extends { readonly panel?: infer P }
  ? [Extract<P, PanelAccess>] extends [never]
    ? never
    : O
  : never

/** Those that can be called from the panel. */
export type OperationsInPanel = InPanel<(typeof list)[number]>
