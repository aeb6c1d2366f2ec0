import { isProvider, providerOf } from '../../donations/contract/donation-providers.ts'

/**
 * The names of the services without their setups: every page of the panel loads the events, whose sentences name a
 * service, and none but the pages to connect services needs the rest.
 */
const titles: Readonly<Record<string, string>> = {
  kick: 'Kick',
  twitch: 'Twitch',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  spotify: 'Spotify',
  obs: 'OBS',
  voicemod: 'Voicemod',
  vts: 'VTube Studio',
  discord: 'Discord',
  streamerbot: 'Streamer.bot clients',
  speech_openai: 'OpenAI',
  speech_piper: 'Piper',
  speech_elevenlabs: 'ElevenLabs',
  speech_google: 'Google Cloud Text-to-Speech',
  speech_azure: 'Azure Speech',
  speech_polly: 'Amazon Polly',
}

export function setupTitle(service: string): string {
  return isProvider(service) ? providerOf(service).title : (titles[service] ?? service)
}
