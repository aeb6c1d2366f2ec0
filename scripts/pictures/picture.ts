import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '../../test/tools/playwright.ts'

/** Where the pictures of the docs are; PICTURE_FOLDER names another folder, to look at them first. */
export const pictureFolder = process.env.PICTURE_FOLDER ?? fileURLToPath(new URL('../../docs/images/', import.meta.url))

/** Text stays sharp, and a page of the panel takes a third of what it takes as PNG. */
const quality = 82

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Saves what a page, or a part of it, looks like as WebP; PICTURE_FORMAT=png for programs that do not know it. */
export async function takePicture(
  page: Page,
  name: string,
  of?: Clip | Locator,
  { into = pictureFolder, scale = 1 }: { readonly into?: string; readonly scale?: number } = {},
): Promise<void> {
  const whole = scale === 1 ? undefined : { x: 0, y: 0, width: 0, height: 0, ...page.viewportSize() }
  const clip = of !== undefined && 'boundingBox' in of ? await of.boundingBox() : (of ?? whole)
  if (clip === null) throw new Error(`${name}: there is nothing to take a picture of`)
  const format = process.env.PICTURE_FORMAT === 'png' ? 'png' : 'webp'
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' ? { quality } : {}),
    ...(clip === undefined ? {} : { clip: { ...clip, scale } }),
    captureBeyondViewport: of !== undefined,
  })
  await session.detach()
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, `${name}.${format}`), Buffer.from(data, 'base64'))
}
