import type { PanelOperation } from './operation.ts'
import { createAlert, deleteAlert, editAlert, listAlerts, orderAlerts, testAlert } from './panel-operations/alerts.ts'
import { listAudit } from './panel-operations/audit.ts'
import { getCommandParts, pickCategories, previewReply, tryCommand } from './panel-operations/command-editor.ts'
import {
  browseCommands,
  deleteCommand,
  duplicateCommand,
  exportCommands,
  getCommand,
  importCommands,
  saveCommand,
  switchCommand,
} from './panel-operations/commands.ts'
import { listOperations, runAsKey } from './panel-operations/console.ts'
import { getDashboard } from './panel-operations/dashboard.ts'
import {
  getDonationSettings,
  listDonationSources,
  prepareDonationSource,
  removeDonationSource,
  saveDonationSettings,
  saveDonationSource,
} from './panel-operations/donations.ts'
import {
  createEffect,
  deleteEffect,
  duplicateEffect,
  editEffect,
  listEffectOverlays,
  orderEffects,
  testEffect,
} from './panel-operations/effects.ts'
import { listEvents, replayEvent } from './panel-operations/events.ts'
import { getExtension, makeExtensionCode, unpairExtension } from './panel-operations/extension.ts'
import { createKey, getKeyUsage, listKeys, revokeKey, rollKey } from './panel-operations/keys.ts'
import { addSong, editSong, getMusic, orderSongs, playMusic, removeSong } from './panel-operations/music.ts'
import {
  getOverlay,
  getOverlayLink,
  getOverlaySettings,
  rollOverlayLink,
  saveOverlaySettings,
  testOverlay,
} from './panel-operations/overlay.ts'
import {
  clearOverlay,
  getOverlayQueue,
  listFirings,
  pauseOverlay,
  removeOverlayItem,
  resumeOverlay,
  skipOverlayItem,
} from './panel-operations/overlay-queue.ts'
import {
  beginAddingSignIn,
  invitePerson,
  listPeople,
  listSignIns,
  makeSignInLink,
  removePerson,
  removeSignIn,
  setPersonRole,
} from './panel-operations/people.ts'
import { beginConnecting, checkPlatform, disconnectPlatform, listPlatforms } from './panel-operations/platforms.ts'
import { getMusicPlayer, pauseMusic, setMusicPlayer, setMusicVolume, skipMusic } from './panel-operations/player.ts'
import { confirmSignIn, getMe, listSessions, revokeSession, switchChannel } from './panel-operations/sessions.ts'
import { getSettings, saveSetting, setTimeZone } from './panel-operations/settings.ts'
import { getSpeechSettings, listVoices, previewVoice, saveSpeechSettings } from './panel-operations/speech.ts'
import { searchCategories, setStream } from './panel-operations/stream.ts'
import { deleteUpload, listSounds, listUploads, renameUpload } from './panel-operations/uploads.ts'
import {
  adjustPoints,
  getViewer,
  importViewers,
  linkViewers,
  listViewers,
  unlinkViewer,
} from './panel-operations/viewers.ts'

/** All panel operations. Only listed operations are served. */
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
  getDashboard,
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

/** The input and output types of each call, for the panel's client. */
export type PanelCalls = { [P in (typeof list)[number] as P['name']]: Types<P> }
