import { Failure } from '../../kernel/operation/contract/failures.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import type { PlatformDefinition } from '../../platforms/contract/definition.ts'
import { type Platform, platformOfName, platformTitles } from '../../platforms/contract/platforms.ts'

const messages = defineMessages('clips', {
  foreignLink: 'The link of the clip is not a link of {platform}, so it was not used. Look at your clips there.',
})

/**
 * The bot posts the link in chat, so a link of another website is refused, whoever reported it: a browser with the
 * extension, or the answer of an API.
 */
export function requireClipLink(platform: Platform, link: string): void {
  const { clipHosts = [] }: PlatformDefinition = platformOfName(platform)
  const url = URL.canParse(link) ? new URL(link) : undefined
  // `host` includes the port, and nothing but the host may stand before the path.
  if (url?.protocol === 'https:' && clipHosts.includes(url.host) && url.username === '' && url.password === '') return
  // The clip may exist, so a retry must not create another one.
  const message = messages.foreignLink.of({ platform: platformTitles[platform] })
  throw new Failure('platform_refused', { message, mayHaveHappened: true })
}
