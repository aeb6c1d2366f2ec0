import { byPlatform, type Platform } from '../contract/platforms.ts'
import type { PlatformCategory } from '../platform.ts'
import { findPopularCategory } from './categories.ts'

interface InitialStream {
  readonly live: boolean
  readonly title: string
  readonly category: PlatformCategory
  /** Viewers who never write. */
  readonly silentViewers: number
  readonly followers: number
}

/** The initial stream state of each platform. */
export const initialStreams: Readonly<Record<Platform, InitialStream>> = byPlatform(({ sandbox }) => ({
  live: sandbox.isLive,
  title: sandbox.title,
  category: categoryOf('category' in sandbox ? sandbox.category : undefined),
  silentViewers: sandbox.silentViewers,
  followers: sandbox.followers,
}))

function categoryOf(name: string | undefined): PlatformCategory {
  return (name === undefined ? undefined : findPopularCategory(name)) ?? { id: '', name: '' }
}
