import { Failure } from '../../kernel/operation/contract/failures.ts'
import { codePointLength, nameKey } from '../../kernel/schema/text.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector } from '../platform.ts'
import { type Broadcasts, ownerOf } from './broadcasts.ts'
import type { DataApi, VideoChange } from './data-api.external.ts'
import { youtubeMessages } from './messages.ts'

const maxTitleLength = 100

/** Title, category and tags of the live broadcast, or of the next one. */
export function createVideoDetails({ api, broadcasts }: { api: DataApi; broadcasts: Broadcasts }) {
  async function change(account: PlatformAccount, wanted: VideoChange, signal: AbortSignal): Promise<void> {
    const id = await broadcasts.findTitled(account, signal)
    if (id === undefined) {
      throw new Failure('platform_refused', {
        message: platformMessages.refused.of({ service: 'YouTube', reason: youtubeMessages.noBroadcast.of() }),
      })
    }
    await api.changeVideo(ownerOf(account), id, wanted, signal)
    broadcasts.forget(account)
  }

  return {
    async setTitle(account: PlatformAccount, title: string, signal: AbortSignal): Promise<void> {
      if (codePointLength(title) > maxTitleLength || /[<>]/.test(title)) {
        throw new Failure('invalid_parameter', { message: youtubeMessages.invalidTitle.of({ max: maxTitleLength }) })
      }
      await change(account, { title }, signal)
    },

    videoCategory: {
      async set(account, name, signal) {
        const known = await api.listCategories(ownerOf(account), signal)
        const category = known.find((one) => nameKey(one.name) === nameKey(name))
        if (category === undefined) {
          const names = known.map((one) => one.name).join(', ')
          throw new Failure('category_not_found', { message: youtubeMessages.unknownCategory.of({ name, names }) })
        }
        await change(account, { categoryId: category.id }, signal)
        return category
      },
    },

    tags: { set: (account, tags, signal) => change(account, { tags }, signal) },
  } satisfies Pick<PlatformConnector, 'setTitle' | 'videoCategory' | 'tags'>
}
