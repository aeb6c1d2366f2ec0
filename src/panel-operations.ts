import { createAlert } from './features/alerts/create-alert.ts'
import { deleteAlert } from './features/alerts/delete-alert.ts'
import { editAlert } from './features/alerts/edit-alert.ts'
import { listAlerts } from './features/alerts/list-alerts.ts'
import { orderAlerts } from './features/alerts/order-alerts.ts'
import { testAlert } from './features/alerts/test-alert.ts'
import { listAudit } from './features/audit/list-audit.ts'
import { setTimeZone } from './features/channels/set-time-zone.ts'
import { browseCommands } from './features/commands/browse-commands.ts'
import { deleteCommand } from './features/commands/delete-command.ts'
import { duplicateCommand } from './features/commands/duplicate-command.ts'
import { exportCommands } from './features/commands/export-commands.ts'
import { getCommand } from './features/commands/get-command.ts'
import { getCommandParts } from './features/commands/get-command-parts.ts'
import { importCommands } from './features/commands/import-commands.ts'
import { pickCategories } from './features/commands/pick-categories.ts'
import { previewReply } from './features/commands/preview-reply.ts'
import { saveCommand } from './features/commands/save-command.ts'
import { switchCommand } from './features/commands/switch-command.ts'
import { tryCommand } from './features/commands/try-command.ts'
import { listOperations } from './features/console/list-operations.ts'
import { runAsKey } from './features/console/run-as-key.ts'
import { getDesk } from './features/desk/get-desk.ts'
import { listEvents } from './features/desk/list-events.ts'
import { replayEvent } from './features/desk/replay-event.ts'
import { listDonationSources } from './features/donation-sources/list-donation-sources.ts'
import { prepareDonationSource } from './features/donation-sources/prepare-donation-source.ts'
import { removeDonationSource } from './features/donation-sources/remove-donation-source.ts'
import { saveDonationSource } from './features/donation-sources/save-donation-source.ts'
import { getDonationSettings } from './features/donations/get-donation-settings.ts'
import { saveDonationSettings } from './features/donations/save-donation-settings.ts'
import { createEffect } from './features/effects/create-effect.ts'
import { deleteEffect } from './features/effects/delete-effect.ts'
import { duplicateEffect } from './features/effects/duplicate-effect.ts'
import { editEffect } from './features/effects/edit-effect.ts'
import { listEffectOverlays } from './features/effects/list-effect-overlays.ts'
import { orderEffects } from './features/effects/order-effects.ts'
import { testEffect } from './features/effects/test-effect.ts'
import { getExtension } from './features/extension/get-extension.ts'
import { makeExtensionCode } from './features/extension/make-extension-code.ts'
import { unpairExtension } from './features/extension/unpair-extension.ts'
import { createKey } from './features/keys/create-key.ts'
import { getKeyUsage } from './features/keys/get-key-usage.ts'
import { listKeys } from './features/keys/list-keys.ts'
import { revokeKey } from './features/keys/revoke-key.ts'
import { rollKey } from './features/keys/roll-key.ts'
import { addSong } from './features/music/add-song.ts'
import { editSong } from './features/music/edit-song.ts'
import { getMusic } from './features/music/get-music.ts'
import { getMusicPlayer } from './features/music/get-music-player.ts'
import { orderSongs } from './features/music/order-songs.ts'
import { pauseMusic } from './features/music/pause-music.ts'
import { playMusic } from './features/music/play-music.ts'
import { removeSong } from './features/music/remove-song.ts'
import { setMusicPlayer } from './features/music/set-music-player.ts'
import { setMusicVolume } from './features/music/set-music-volume.ts'
import { skipMusic } from './features/music/skip-music.ts'
import { clearOverlay } from './features/overlays/clear-overlay.ts'
import { getOverlay } from './features/overlays/get-overlay.ts'
import { getOverlayLink } from './features/overlays/get-overlay-link.ts'
import { getOverlayQueue } from './features/overlays/get-overlay-queue.ts'
import { getOverlaySettings } from './features/overlays/get-overlay-settings.ts'
import { listFirings } from './features/overlays/list-firings.ts'
import { pauseOverlay } from './features/overlays/pause-overlay.ts'
import { removeOverlayItem } from './features/overlays/remove-overlay-item.ts'
import { resumeOverlay } from './features/overlays/resume-overlay.ts'
import { rollOverlayLink } from './features/overlays/roll-overlay-link.ts'
import { saveOverlaySettings } from './features/overlays/save-overlay-settings.ts'
import { skipOverlayItem } from './features/overlays/skip-overlay-item.ts'
import { testOverlay } from './features/overlays/test-overlay.ts'
import { beginAddingSignIn } from './features/people/begin-adding-sign-in.ts'
import { invitePerson } from './features/people/invite-person.ts'
import { listPeople } from './features/people/list-people.ts'
import { listSignIns } from './features/people/list-sign-ins.ts'
import { makeSignInLink } from './features/people/make-sign-in-link.ts'
import { removePerson } from './features/people/remove-person.ts'
import { removeSignIn } from './features/people/remove-sign-in.ts'
import { setPersonRole } from './features/people/set-person-role.ts'
import { beginConnecting } from './features/platforms/begin-connecting.ts'
import { checkPlatform } from './features/platforms/check-platform.ts'
import { disconnectPlatform } from './features/platforms/disconnect-platform.ts'
import { listPlatforms } from './features/platforms/list-platforms.ts'
import { adjustPoints } from './features/points/adjust-points.ts'
import { confirmSignIn } from './features/sessions/confirm-sign-in.ts'
import { getMe } from './features/sessions/get-me.ts'
import { listSessions } from './features/sessions/list-sessions.ts'
import { revokeSession } from './features/sessions/revoke-session.ts'
import { switchChannel } from './features/sessions/switch-channel.ts'
import { getSettings } from './features/settings/get-settings.ts'
import { saveSetting } from './features/settings/save-setting.ts'
import { listSounds } from './features/sounds/list-sounds.ts'
import { getSpeechSettings } from './features/speech/get-speech-settings.ts'
import { listVoices } from './features/speech/list-voices.ts'
import { previewVoice } from './features/speech/preview-voice.ts'
import { saveSpeechSettings } from './features/speech/save-speech-settings.ts'
import { searchCategories } from './features/stream/search-categories.ts'
import { setStream } from './features/stream/set-stream.ts'
import { deleteUpload } from './features/uploads/delete-upload.ts'
import { listUploads } from './features/uploads/list-uploads.ts'
import { renameUpload } from './features/uploads/rename-upload.ts'
import { getViewer } from './features/viewers/get-viewer.ts'
import { importViewers } from './features/viewers/import-viewers.ts'
import { linkViewers } from './features/viewers/link-viewers.ts'
import { listViewers } from './features/viewers/list-viewers.ts'
import { unlinkViewer } from './features/viewers/unlink-viewer.ts'
import type { PanelOperation } from './operation.ts'

/** Every call of the panel. What is not in this list does not exist. */
const list = [
  getMe,
  confirmSignIn,
  listSessions,
  revokeSession,
  switchChannel,
  listPeople,
  invitePerson,
  makeSignInLink,
  setPersonRole,
  removePerson,
  listSignIns,
  beginAddingSignIn,
  removeSignIn,
  getDesk,
  listEvents,
  replayEvent,
  setStream,
  searchCategories,
  listKeys,
  createKey,
  rollKey,
  revokeKey,
  getKeyUsage,
  listOperations,
  runAsKey,
  getOverlay,
  getOverlayLink,
  rollOverlayLink,
  testOverlay,
  listPlatforms,
  beginConnecting,
  disconnectPlatform,
  checkPlatform,
  listViewers,
  getViewer,
  adjustPoints,
  linkViewers,
  unlinkViewer,
  importViewers,
  getSettings,
  saveSetting,
  setTimeZone,
  listAudit,
  browseCommands,
  getCommand,
  getCommandParts,
  saveCommand,
  duplicateCommand,
  switchCommand,
  deleteCommand,
  tryCommand,
  previewReply,
  exportCommands,
  importCommands,
  pickCategories,
  getExtension,
  makeExtensionCode,
  unpairExtension,
  listDonationSources,
  prepareDonationSource,
  saveDonationSource,
  removeDonationSource,
  getOverlaySettings,
  saveOverlaySettings,
  getOverlayQueue,
  listFirings,
  pauseOverlay,
  resumeOverlay,
  skipOverlayItem,
  removeOverlayItem,
  clearOverlay,
  listUploads,
  renameUpload,
  deleteUpload,
  listSounds,
  listAlerts,
  createAlert,
  editAlert,
  deleteAlert,
  orderAlerts,
  testAlert,
  getDonationSettings,
  saveDonationSettings,
  listEffectOverlays,
  createEffect,
  editEffect,
  duplicateEffect,
  deleteEffect,
  orderEffects,
  testEffect,
  getMusic,
  addSong,
  editSong,
  removeSong,
  orderSongs,
  playMusic,
  pauseMusic,
  skipMusic,
  setMusicVolume,
  getSpeechSettings,
  saveSpeechSettings,
  listVoices,
  previewVoice,
  getMusicPlayer,
  setMusicPlayer,
] as const

export const panelOperations: readonly PanelOperation[] = list

type Types<P> = P extends PanelOperation<string, infer I, infer O> ? { input: I; output: O } : never

/** What each call takes and answers, for the panel's own client. */
export type PanelCalls = { [P in (typeof list)[number] as P['name']]: Types<P> }
