/** The browser extension that makes clips in the broadcaster's own open page, where the platform has no call for it. */
export interface ClipExtension {
  isConnected(channelId: number): boolean
  /** Throws a `Failure`: there is no extension, no open page, nobody signed in there, no stream. */
  clip(
    channelId: number,
    wanted: { readonly slug: string; readonly title: string; readonly seconds: number },
    signal: AbortSignal,
  ): Promise<{ readonly url: string }>
  /** What the page last said, which no call of the platform tells. */
  followersOf?(channelId: number): number | undefined
}
