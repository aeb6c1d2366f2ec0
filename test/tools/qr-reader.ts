import jsQr from 'jsqr'

/** The text of the QR code in a picture, read by jsQR, which knows nothing of how our codes are drawn. */
export function readQrCode(picture: {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha, row by row. */
  readonly data: Uint8Array
}): string | undefined {
  const { width, height, data } = picture
  const found = jsQr.default(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })
  return found?.data
}
