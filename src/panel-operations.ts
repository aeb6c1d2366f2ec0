import { listAudit } from './capabilities/activity/panel/audit.ts'
import { listEvents, replayEvent } from './capabilities/activity/panel/events.ts'
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
import {
  createAlert,
  deleteAlert,
  editAlert,
  listAlertSettings,
  orderAlerts,
  testAlert,
} from './capabilities/alerts/panel.ts'
import { recordOf } from './capabilities/automations/operations/fields.ts'
import { saveAutomation } from './capabilities/automations/operations/save-automation.ts'
import { testEventAlert } from './capabilities/automations/panel/event-alerts.ts'
import { getBackups, restoreBackup, startBackup } from './capabilities/backups/panel.ts'
import {
  deleteFromTrash,
  emptyTrash,
  listTrash,
  restoreFromTrash,
  undoDeletion,
} from './capabilities/change-log/panel.ts'
import { getViewerCard, sendChat } from './capabilities/chat/panel.ts'
import { listClientPackages } from './capabilities/client-packages/panel.ts'
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
import { finishFirstStep, getDashboard, openPlace } from './capabilities/home/panel/dashboard.ts'
import { listMoments } from './capabilities/home/panel/moments.ts'
import { listQuickActions, saveQuickButtons } from './capabilities/home/panel/quick-actions.ts'
import { createKey, getKeyUsage, listKeys, revokeKey, rotateKey } from './capabilities/keys/panel.ts'
import { checkKickReach, getKickReach, getTunnelLink, setKickReach } from './capabilities/kick-reach/panel.ts'
import { getMusicPlayer, setMusicPlayer, setMusicVolume } from './capabilities/music/panel/player.ts'
import { blockSongRequest, moveSongRequest } from './capabilities/music/panel/song-requests.ts'
import { addSong, editSong, getMusic, orderSongs, playQueuedSong, removeSong } from './capabilities/music/panel.ts'
import { addObsOverlay, findLocalObs, getObs, useLocalObs } from './capabilities/obs/panel.ts'
import { deleteHeaderSecret, listHeaderSecrets, saveHeaderSecret } from './capabilities/outgoing/panel.ts'
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
import { getPlayerPage } from './capabilities/player/panel.ts'
import { listPolls } from './capabilities/polls/panel.ts'
import { updateReward } from './capabilities/rewards/panel.ts'
import { getRoundProof } from './capabilities/rounds/panel.ts'
import {
  checkServiceSetup,
  findTikFinity,
  listServiceSetups,
  removeServiceSetup,
  saveServiceSetup,
} from './capabilities/service-setups/panel.ts'
import { getSettings, saveSetting, setTimeZone } from './capabilities/settings/panel.ts'
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
import { getStreamReport, listStreams } from './capabilities/stream-reports/panel.ts'
import { deleteUpload, listSounds, listUploads, renameUpload } from './capabilities/uploads/panel.ts'
import { listUses } from './capabilities/uses/panel.ts'
import {
  defineValue,
  getValueHistory,
  listViewerValues,
  removeFromValue,
  setValue,
} from './capabilities/values/panel.ts'
import { listVersions } from './capabilities/versions/panel.ts'
import {
  adjustBalance,
  eraseViewer,
  getViewer,
  importViewers,
  linkViewers,
  listViewers,
  unlinkViewer,
} from './capabilities/viewers/panel.ts'
import { getVoice, listMicrophoneFilters, saveMicrophone } from './capabilities/voice/panel.ts'
import { askVtsAgain } from './capabilities/vts/panel.ts'
import { updateWebhook } from './capabilities/webhooks/panel.ts'
import {
  createWidget,
  deleteWidget,
  duplicateWidget,
  listWidgetSettings,
  saveWidget,
} from './capabilities/widgets/panel.ts'
import type {} from './context.ts'
import { ifUnchanged } from './kernel/operation/if-unchanged.ts'
import { forPanel, type Operation, type PanelOperation } from './kernel/operation/operation.ts'
import { type OperationsInPanel, operations } from './operations.ts'

/** The operations that only the panel has. Those of the API that say who may call them from the panel are added. */

const list = [
  listTrash,
  restoreFromTrash,
  undoDeletion,
  deleteFromTrash,
  emptyTrash,
  listVersions,
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
  openPlace,
  listMoments,
  listEvents,
  replayEvent,
  listStreams,
  getStreamReport,
  sendChat,
  getViewerCard,
  listQuickActions,
  saveQuickButtons,
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
  duplicateWidget,
  deleteWidget,
  updateReward,
  setValue,
  removeFromValue,
  defineValue,
  getValueHistory,
  listViewerValues,
  listPolls,
  getRoundProof,
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
  updateWebhook,
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
  getTunnelLink,
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
  findTikFinity,
  listHeaderSecrets,
  saveHeaderSecret,
  deleteHeaderSecret,
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
  deleteCommand,
  testCommand,
  previewReply,
  previewTexts,
  exportCommands,
  importCommands,
  getCategoryNames,
  getShow,
  ifUnchanged(forPanel(saveShow), async ({ id }, { reader, caller, ctx }) => {
    if (id === undefined) return undefined
    const { name, cues } = await ctx.shows.get(reader, caller.channel.id, id)
    return { name, cues }
  }),
  getShowRun,
  controlShow,
  listClientPackages,
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
  listUses,
  renameUpload,
  deleteUpload,
  ifUnchanged(forPanel(saveAutomation), async ({ id }, { reader, caller, ctx }) => {
    if (id === undefined) return undefined
    const { automations } = ctx.automationParts
    const { name, active, trigger, conditions, run, steps } = recordOf(
      await automations.get(reader, caller.channel.id, { id }),
    )
    return { name, active, trigger, conditions, run, steps }
  }),
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
  moveSongRequest,
  blockSongRequest,
  setMusicVolume,
  getSpeechSettings,
  saveSpeechSettings,
  listVoices,
  previewVoice,
  getMusicPlayer,
  setMusicPlayer,
  getPlayerPage,
  getVoice,
  listMicrophoneFilters,
  saveMicrophone,
  askVtsAgain,
] as const

/** Names that have a version of their own for the panel, such as one that refuses to overwrite a newer one. */
const own = new Set<string>(list.map(({ name }) => name))

export const panelOperations: readonly PanelOperation[] = [
  ...list,
  ...operations
    .filter(({ name, panel }) => panel !== undefined && !own.has(name))
    .map((operation) => forPanel(operation)),
]

type OwnName = (typeof list)[number]['name']
type PublicTypes<P> = P extends Operation<string, infer I, infer O> ? { input: I; output: O } : never
type Types<P> = P extends PanelOperation<string, infer I, infer O> ? { input: I; output: O } : never

/** The input and output types of each call, for the panel's client. */
export type PanelCalls = { [P in Exclude<OperationsInPanel, { name: OwnName }> as P['name']]: PublicTypes<P> } & {
  [P in (typeof list)[number] as P['name']]: Types<P>
}
