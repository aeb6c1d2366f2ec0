/** The sites whose players the page may frame. */
export const youtubeHost = 'www.youtube-nocookie.com'
export const playerHosts = [youtubeHost] as const
