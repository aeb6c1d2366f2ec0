import { startFakeServer } from './fake-server.ts'

/**
 * The oEmbed endpoint of YouTube. Its fields are those of the oEmbed specification; that it answers 401 where embedding
 * is turned off, 403 for a private video and 404 or 400 for none is what clients report (Ghost 16374, oembed-extractor
 * 168, ruby-oembed 79). YouTube documents none of it.
 */
export async function startFakeOembed(videos: Readonly<Record<string, { title: string; author: string } | number>>) {
  const server = await startFakeServer(({ query }) => {
    const id = new URL(query.get('url') ?? 'http://none').searchParams.get('v') ?? ''
    const video = videos[id] ?? 404
    if (typeof video === 'number') return { status: video, text: 'Unauthorized' }
    const body = {
      title: video.title,
      author_name: video.author,
      author_url: 'https://www.youtube.com/@somebody',
      type: 'video',
      height: 113,
      width: 200,
      version: '1.0',
      provider_name: 'YouTube',
      provider_url: 'https://www.youtube.com/',
    }
    return { status: 200, body }
  })
  return server
}
