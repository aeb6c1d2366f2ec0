import { listAudit } from './capabilities/activity/panel/audit.ts'
import { listEvents, replayEvent } from './capabilities/activity/panel/events.ts'
import { askAi } from './capabilities/ai/operations/ask-ai.ts'
import { clearAi } from './capabilities/ai/operations/clear-ai.ts'
import {
  checkAiProvider,
  findLocalAi,
  forgetAi,
  getAiBot,
  listAiMemory,
  muteAi,
  removeAiProvider,
  saveAiProvider,
  saveAiSettings,
  sortAiProviders,
} from './capabilities/ai/panel.ts'
import { triggerAudioAlert } from './capabilities/alerts/operations/trigger-audio-alert.ts'
import {
  createAlert,
  deleteAlert,
  editAlert,
  listAlertSettings,
  orderAlerts,
  testAlert,
} from './capabilities/alerts/panel.ts'
import { deleteAutomation } from './capabilities/automations/operations/delete-automation.ts'
import { dryRunAutomation } from './capabilities/automations/operations/dry-run-automation.ts'
import { recordOf } from './capabilities/automations/operations/fields.ts'
import { getAutomationRun } from './capabilities/automations/operations/get-automation-run.ts'
import { listAutomationRuns } from './capabilities/automations/operations/list-automation-runs.ts'
import { listAutomations } from './capabilities/automations/operations/list-automations.ts'
import { runAutomation } from './capabilities/automations/operations/run-automation.ts'
import { saveAutomation } from './capabilities/automations/operations/save-automation.ts'
import { stopAutomations } from './capabilities/automations/operations/stop-automations.ts'
import { toggleAutomation } from './capabilities/automations/operations/toggle-automation.ts'
import { testEventAlert } from './capabilities/automations/panel/event-alerts.ts'
import { getBackups, restoreBackup, startBackup } from './capabilities/backups/panel.ts'
import { getViewerCard, sendChat } from './capabilities/chat/panel.ts'
import { clip } from './capabilities/clips/operations/clip.ts'
import { runCommand } from './capabilities/commands/operations/run-command.ts'
import { toggleCommand } from './capabilities/commands/operations/toggle-command.ts'
import {
  getCategoryNames,
  getCommandParts,
  previewReply,
  previewTexts,
  testCommand,
} from './capabilities/commands/panel/command-editor.ts'
import {
  deleteCommand,
  duplicateCommand,
  exportCommands,
  getCommand,
  importCommands,
  listCommandSettings,
  saveCommand,
} from './capabilities/commands/panel.ts'
import {
  beginDeviceSignIn,
  cancelDeviceSignIn,
  pollDeviceSignIn,
} from './capabilities/connections/panel/device-sign-in.ts'
import {
  beginConnecting,
  checkPlatform,
  disconnectPlatform,
  listPlatforms,
} from './capabilities/connections/panel/platforms.ts'
import { listConnections } from './capabilities/connections/panel.ts'
import { listOperations, runAsKey } from './capabilities/console/panel.ts'
import { createDeckLink, deleteDeck, getDeck, listDecks, saveDeck } from './capabilities/decks/panel.ts'
import { getDiscord, saveDiscordSettings } from './capabilities/discord/panel.ts'
import {
  getDonationSettings,
  listDonationSources,
  prepareDonationSource,
  removeDonationSource,
  saveDonationSettings,
  saveDonationSource,
} from './capabilities/donations/panel.ts'
import { effectTrigger } from './capabilities/effects/operations/effect-trigger.ts'
import {
  createEffect,
  deleteEffect,
  duplicateEffect,
  editEffect,
  listEffectSettings,
  orderEffects,
  testEffect,
  toggleEffect,
} from './capabilities/effects/panel.ts'
import { createExtensionCode, getExtension, unpairExtension } from './capabilities/extension/panel.ts'
import { finishFirstStep, getDashboard } from './capabilities/home/panel/dashboard.ts'
import { listQuickActions, saveQuickButtons } from './capabilities/home/panel/quick-actions.ts'
import { createKey, getKeyUsage, listKeys, revokeKey, rotateKey } from './capabilities/keys/panel.ts'
import { checkKickReach, getKickReach, setKickReach } from './capabilities/kick-reach/panel.ts'
import { ban } from './capabilities/moderation/operations/ban.ts'
import { deleteMessage } from './capabilities/moderation/operations/delete-message.ts'
import { timeout } from './capabilities/moderation/operations/timeout.ts'
import { unbanUser } from './capabilities/moderation/operations/unban-user.ts'
import { listSongRequests } from './capabilities/music/operations/list-song-requests.ts'
import { removeSongRequest } from './capabilities/music/operations/remove-song-request.ts'
import { skipSong } from './capabilities/music/operations/skip-song.ts'
import { startSong } from './capabilities/music/operations/start-song.ts'
import { stopSong } from './capabilities/music/operations/stop-song.ts'
import { getMusicPlayer, setMusicPlayer, setMusicVolume } from './capabilities/music/panel/player.ts'
import { blockSongRequest, moveSongRequest } from './capabilities/music/panel/song-requests.ts'
import { addSong, editSong, getMusic, orderSongs, playQueuedSong, removeSong } from './capabilities/music/panel.ts'
import { obsScene } from './capabilities/obs/operations/obs-scene.ts'
import { addObsOverlay, findLocalObs, getObs, useLocalObs } from './capabilities/obs/panel.ts'
import {
  clearOverlay,
  getOverlayQueue,
  listDeliveries,
  pauseOverlay,
  removeOverlayItem,
  resumeOverlay,
  skipOverlayItem,
} from './capabilities/overlay/panel/overlay-queue.ts'
import {
  getOverlay,
  getOverlayLink,
  getOverlaySettings,
  resetOverlayLink,
  saveOverlaySettings,
  testOverlay,
} from './capabilities/overlay/panel.ts'
import {
  beginAddingSignIn,
  createSignInLink,
  invitePerson,
  listPeople,
  listSignIns,
  removePerson,
  removeSignIn,
  setPersonRole,
} from './capabilities/people/panel.ts'
import { createPoll } from './capabilities/polls/operations/create-poll.ts'
import { createPrediction } from './capabilities/polls/operations/create-prediction.ts'
import { endPoll } from './capabilities/polls/operations/end-poll.ts'
import { endPrediction } from './capabilities/polls/operations/end-prediction.ts'
import { listPolls } from './capabilities/polls/panel.ts'
import { createReward } from './capabilities/rewards/operations/create-reward.ts'
import { deleteReward } from './capabilities/rewards/operations/delete-reward.ts'
import { listRedemptions } from './capabilities/rewards/operations/list-redemptions.ts'
import { listRewards } from './capabilities/rewards/operations/list-rewards.ts'
import { updateRedemption } from './capabilities/rewards/operations/update-redemption.ts'
import { updateReward } from './capabilities/rewards/panel.ts'
import { cancelRound } from './capabilities/rounds/operations/cancel-round.ts'
import { closeRound } from './capabilities/rounds/operations/close-round.ts'
import { drawRound } from './capabilities/rounds/operations/draw-round.ts'
import { listRounds } from './capabilities/rounds/operations/list-rounds.ts'
import { openRound } from './capabilities/rounds/operations/open-round.ts'
import { getRoundProof } from './capabilities/rounds/panel.ts'
import {
  checkServiceSetup,
  listServiceSetups,
  removeServiceSetup,
  saveServiceSetup,
} from './capabilities/service-setups/panel.ts'
import { getSettings, saveSetting, setTimeZone } from './capabilities/settings/panel.ts'
import { deleteShow } from './capabilities/shows/operations/delete-show.ts'
import { getShowReport } from './capabilities/shows/operations/get-show-report.ts'
import { listShows } from './capabilities/shows/operations/list-shows.ts'
import { saveShow } from './capabilities/shows/operations/save-show.ts'
import { controlShow, getShow, getShowRun } from './capabilities/shows/panel.ts'
import {
  confirmSignIn,
  getMe,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  saveLanguage,
  switchChannel,
} from './capabilities/sign-in/panel/sessions.ts'
import {
  addPasskey,
  beginAddingPasskey,
  beginOneTimeCodes,
  confirmOneTimeCodes,
  listSignInMethods,
  removeOneTimeCodes,
  removePasskey,
  removePassword,
  setPassword,
} from './capabilities/sign-in/panel/sign-in-methods.ts'
import { getSpeechSettings, listVoices, previewVoice, saveSpeechSettings } from './capabilities/speech/panel.ts'
import { searchGames } from './capabilities/stream/operations/search-games.ts'
import { setStreamMeta } from './capabilities/stream/operations/set-stream-meta.ts'
import { getStreamReport, listStreams } from './capabilities/stream-reports/panel.ts'
import { deleteUpload, listSounds, listUploads, renameUpload } from './capabilities/uploads/panel.ts'
import { addToValue } from './capabilities/values/operations/add-to-value.ts'
import { deleteValue } from './capabilities/values/operations/delete-value.ts'
import { getValue } from './capabilities/values/operations/get-value.ts'
import { listValues } from './capabilities/values/operations/list-values.ts'
import {
  defineValue,
  getValueHistory,
  listViewerValues,
  removeFromValue,
  setValue,
} from './capabilities/values/panel.ts'
import {
  adjustBalance,
  eraseViewer,
  getViewer,
  importViewers,
  linkViewers,
  listViewers,
  unlinkViewer,
} from './capabilities/viewers/panel.ts'
import { stopVoiceEffect } from './capabilities/voice/operations/stop-voice-effect.ts'
import { voiceEffect } from './capabilities/voice/operations/voice-effect.ts'
import { getVoice, listMicrophoneFilters, saveMicrophone } from './capabilities/voice/panel.ts'
import { createWebhook } from './capabilities/webhooks/operations/create-webhook.ts'
import { deleteWebhook } from './capabilities/webhooks/operations/delete-webhook.ts'
import { listWebhookDeliveries } from './capabilities/webhooks/operations/list-webhook-deliveries.ts'
import { listWebhooks } from './capabilities/webhooks/operations/list-webhooks.ts'
import { resendWebhookDelivery } from './capabilities/webhooks/operations/resend-webhook-delivery.ts'
import { rollWebhookSecret } from './capabilities/webhooks/operations/roll-webhook-secret.ts'
import { testWebhook } from './capabilities/webhooks/operations/test-webhook.ts'
import { updateWebhook } from './capabilities/webhooks/panel.ts'
import { updateWidget } from './capabilities/widgets/operations/update-widget.ts'
import {
  createWidget,
  deleteWidget,
  duplicateWidget,
  listWidgetSettings,
  saveWidget,
} from './capabilities/widgets/panel.ts'
import type {} from './context.ts'
import { ifUnchanged } from './kernel/operation/if-unchanged.ts'
import { forPanel, type PanelOperation } from './kernel/operation/operation.ts'

/** All panel operations. Only listed operations are served. */

const list = [
  getMe,
  saveLanguage,
  confirmSignIn,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  switchChannel,
  listPeople,
  invitePerson,
  createSignInLink,
  setPersonRole,
  removePerson,
  listSignIns,
  beginAddingSignIn,
  removeSignIn,
  listSignInMethods,
  beginAddingPasskey,
  addPasskey,
  removePasskey,
  setPassword,
  removePassword,
  beginOneTimeCodes,
  confirmOneTimeCodes,
  removeOneTimeCodes,
  getDashboard,
  finishFirstStep,
  listEvents,
  replayEvent,
  listStreams,
  getStreamReport,
  sendChat,
  getViewerCard,
  forPanel(deleteMessage, { role: 'moderator', grants: 'nothing' }),
  forPanel(timeout, { role: 'moderator', grants: 'nothing' }),
  forPanel(ban, { role: 'moderator', grants: 'nothing' }),
  forPanel(unbanUser, { role: 'moderator', grants: 'nothing' }),
  listQuickActions,
  saveQuickButtons,
  forPanel(triggerAudioAlert, { role: 'moderator', grants: 'nothing' }),
  forPanel(effectTrigger, { role: 'moderator', grants: 'nothing' }),
  forPanel(runCommand, { role: 'moderator', grants: 'nothing' }),
  forPanel(clip, { role: 'moderator', grants: 'nothing' }),
  forPanel(obsScene, { role: 'moderator', grants: 'nothing' }),
  forPanel(askAi, { role: 'moderator', grants: 'nothing' }),
  forPanel(clearAi, { role: 'editor', grants: 'nothing' }),
  getAiBot,
  saveAiSettings,
  saveAiProvider,
  checkAiProvider,
  findLocalAi,
  removeAiProvider,
  sortAiProviders,
  muteAi,
  listAiMemory,
  forgetAi,
  listWidgetSettings,
  createWidget,
  saveWidget,
  forPanel(updateWidget, { role: 'editor', grants: 'nothing' }),
  duplicateWidget,
  deleteWidget,
  forPanel(listRewards, { role: 'viewer', grants: 'nothing' }),
  forPanel(createReward, { role: 'editor', grants: 'nothing' }),
  updateReward,
  forPanel(deleteReward, { role: 'editor', grants: 'nothing' }),
  forPanel(listRedemptions, { role: 'viewer', grants: 'nothing' }),
  forPanel(updateRedemption, { role: 'moderator', grants: 'nothing' }),
  forPanel(listValues, { role: 'viewer', grants: 'nothing' }),
  forPanel(getValue, { role: 'viewer', grants: 'nothing' }),
  setValue,
  forPanel(addToValue, { role: 'moderator', grants: 'nothing' }),
  removeFromValue,
  defineValue,
  forPanel(deleteValue, { role: 'editor', grants: 'nothing' }),
  getValueHistory,
  listViewerValues,
  listPolls,
  forPanel(createPoll, { role: 'moderator', grants: 'nothing' }),
  forPanel(endPoll, { role: 'moderator', grants: 'nothing' }),
  forPanel(createPrediction, { role: 'moderator', grants: 'nothing' }),
  forPanel(endPrediction, { role: 'moderator', grants: 'nothing' }),
  forPanel(listRounds, { role: 'viewer', grants: 'nothing' }),
  forPanel(openRound, { role: 'moderator', grants: 'nothing' }),
  forPanel(closeRound, { role: 'moderator', grants: 'nothing' }),
  forPanel(drawRound, { role: 'moderator', grants: 'nothing' }),
  forPanel(cancelRound, { role: 'moderator', grants: 'nothing' }),
  getRoundProof,
  forPanel(setStreamMeta, { role: 'moderator', grants: 'nothing' }),
  forPanel(searchGames, { role: 'viewer', grants: 'nothing' }),
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getKeyUsage,
  listOperations,
  runAsKey,
  listDecks,
  getDeck,
  saveDeck,
  deleteDeck,
  createDeckLink,
  forPanel(listWebhooks, { role: 'editor', grants: 'nothing' }),
  forPanel(listWebhookDeliveries, { role: 'editor', grants: 'nothing' }),
  forPanel(testWebhook, { role: 'editor', grants: 'nothing' }),
  forPanel(resendWebhookDelivery, { role: 'editor', grants: 'nothing' }),
  // Who decides where events are sent needs the rights of who gives out keys.
  forPanel(createWebhook, { role: 'owner', grants: 'access' }),
  updateWebhook,
  forPanel(rollWebhookSecret, { role: 'owner', grants: 'access' }),
  forPanel(deleteWebhook, { role: 'owner', grants: 'nothing' }),
  getOverlay,
  getOverlayLink,
  resetOverlayLink,
  testOverlay,
  listPlatforms,
  listConnections,
  beginConnecting,
  beginDeviceSignIn,
  pollDeviceSignIn,
  cancelDeviceSignIn,
  disconnectPlatform,
  checkPlatform,
  getKickReach,
  setKickReach,
  checkKickReach,
  listViewers,
  getViewer,
  adjustBalance,
  linkViewers,
  unlinkViewer,
  importViewers,
  eraseViewer,
  getSettings,
  saveSetting,
  listServiceSetups,
  saveServiceSetup,
  removeServiceSetup,
  checkServiceSetup,
  getObs,
  addObsOverlay,
  findLocalObs,
  useLocalObs,
  getDiscord,
  saveDiscordSettings,
  setTimeZone,
  listAudit,
  getBackups,
  startBackup,
  restoreBackup,
  listCommandSettings,
  getCommand,
  getCommandParts,
  saveCommand,
  duplicateCommand,
  forPanel(toggleCommand, { role: 'editor', grants: 'nothing' }),
  deleteCommand,
  testCommand,
  previewReply,
  previewTexts,
  exportCommands,
  importCommands,
  getCategoryNames,
  forPanel(listShows, { role: 'viewer', grants: 'nothing' }),
  getShow,
  ifUnchanged(forPanel(saveShow, { role: 'editor', grants: 'nothing' }), async ({ id }, { reader, caller, ctx }) => {
    if (id === undefined) return undefined
    const { name, cues } = await ctx.shows.get(reader, caller.channel.id, id)
    return { name, cues }
  }),
  forPanel(deleteShow, { role: 'editor', grants: 'nothing' }),
  getShowRun,
  controlShow,
  forPanel(getShowReport, { role: 'viewer', grants: 'nothing' }),
  getExtension,
  createExtensionCode,
  unpairExtension,
  listDonationSources,
  prepareDonationSource,
  saveDonationSource,
  removeDonationSource,
  getOverlaySettings,
  saveOverlaySettings,
  getOverlayQueue,
  listDeliveries,
  pauseOverlay,
  resumeOverlay,
  skipOverlayItem,
  removeOverlayItem,
  clearOverlay,
  listUploads,
  renameUpload,
  deleteUpload,
  forPanel(listAutomations, { role: 'viewer', grants: 'nothing' }),
  ifUnchanged(
    forPanel(saveAutomation, { role: 'editor', grants: 'nothing' }),
    async ({ id }, { reader, caller, ctx }) => {
      if (id === undefined) return undefined
      const { automations } = ctx.automationParts
      const { name, active, trigger, conditions, run, steps } = recordOf(
        await automations.get(reader, caller.channel.id, { id }),
      )
      return { name, active, trigger, conditions, run, steps }
    },
  ),
  forPanel(deleteAutomation, { role: 'editor', grants: 'nothing' }),
  forPanel(runAutomation, { role: 'moderator', grants: 'nothing' }),
  forPanel(toggleAutomation, { role: 'editor', grants: 'nothing' }),
  forPanel(dryRunAutomation, { role: 'viewer', grants: 'nothing' }),
  forPanel(getAutomationRun, { role: 'viewer', grants: 'nothing' }),
  forPanel(listAutomationRuns, { role: 'viewer', grants: 'nothing' }),
  forPanel(stopAutomations, { role: 'moderator', grants: 'nothing' }),
  listSounds,
  listAlertSettings,
  createAlert,
  editAlert,
  deleteAlert,
  orderAlerts,
  testAlert,
  testEventAlert,
  getDonationSettings,
  saveDonationSettings,
  listEffectSettings,
  createEffect,
  editEffect,
  toggleEffect,
  duplicateEffect,
  deleteEffect,
  orderEffects,
  testEffect,
  getMusic,
  addSong,
  editSong,
  removeSong,
  orderSongs,
  playQueuedSong,
  forPanel(listSongRequests, { role: 'viewer', grants: 'nothing' }),
  forPanel(removeSongRequest, { role: 'moderator', grants: 'nothing' }),
  moveSongRequest,
  blockSongRequest,
  forPanel(startSong, { role: 'moderator', grants: 'nothing' }),
  forPanel(stopSong, { role: 'moderator', grants: 'nothing' }),
  forPanel(skipSong, { role: 'moderator', grants: 'nothing' }),
  setMusicVolume,
  getSpeechSettings,
  saveSpeechSettings,
  listVoices,
  previewVoice,
  getMusicPlayer,
  setMusicPlayer,
  getVoice,
  listMicrophoneFilters,
  saveMicrophone,
  forPanel(voiceEffect, { role: 'moderator', grants: 'nothing' }),
  forPanel(stopVoiceEffect, { role: 'moderator', grants: 'nothing' }),
] as const

export const panelOperations: readonly PanelOperation[] = list

type Types<P> = P extends PanelOperation<string, infer I, infer O> ? { input: I; output: O } : never

/** The input and output types of each call, for the panel's client. */
export type PanelCalls = { [P in (typeof list)[number] as P['name']]: Types<P> }
