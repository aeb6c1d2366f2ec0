/** The browser extension that creates clips in the broadcaster's browser, for a platform without a clip API. */
export interface ClipExtension {
  isConnected(channelId: number): boolean
  /** Throws a `Failure` without an extension, an open page, a signed-in user or a live stream. */
  clip(
    channelId: number,
    wanted: { readonly slug: string; readonly title: string; readonly seconds: number },
    signal: AbortSignal,
  ): Promise<{ readonly url: string }>
  /** The follower count last shown on the page, which the platform's API does not provide. */
  followersOf?(channelId: number): number | undefined
}
