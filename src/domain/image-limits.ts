/** Limits of uploaded pictures. */
export const IMAGE_LIMITS = {
  /** Bytes of an uploaded picture, enough for a phone's photo. */
  bytes: 8 * 1024 * 1024,
  /** Pixels of an uploaded picture after decoding, against decompression bombs. */
  pixels: 25_000_000,
  /** Longest side of a stored picture in pixels, enough for the widest card on a dense screen. */
  side: 1280,
  /** Characters of the preset of an upload. */
  uploadPreset: 100,
} as const
