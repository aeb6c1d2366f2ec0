import type { Platform } from '../../contract/platforms.ts'
import type { PlatformCategory } from '../platform.ts'
import { findPopularCategory } from './categories.ts'

interface InitialStream {
  readonly live: boolean
  readonly title: string
  readonly category: PlatformCategory
  /** Those who watch and say nothing. */
  readonly silentViewers: number
  readonly followers: number
}

const chatting = findPopularCategory('Just Chatting') ?? { id: '', name: '' }
const none: PlatformCategory = { id: '', name: '' }

/** How a channel stands before anybody touches it. */
export const initialStreams: Readonly<Record<Platform, InitialStream>> = {
  kick: { live: true, title: 'Welcome to the sandbox', category: chatting, silentViewers: 42, followers: 1280 },
  twitch: { live: true, title: 'Welcome to the sandbox', category: chatting, silentViewers: 17, followers: 940 },
  youtube: { live: false, title: 'Welcome to the sandbox', category: none, silentViewers: 9, followers: 310 },
  tiktok: { live: false, title: '', category: none, silentViewers: 5, followers: 150 },
}
