import { useEffect, useRef, useState } from 'react'
import { useDocumentPolicy } from '../site/document-policy.ts'

/** A picture of a prediction, as the API answers it. */
export interface PictureOf {
  image: string | null
  imageIsOurs: boolean
  gameName: string
}

/** Where the browser finds it: ours by its path alone, so that it is asked for with the session of this very address. */
function sourceOf({ image, imageIsOurs }: PictureOf): string {
  return imageIsOurs ? new URL(image!).pathname : image!
}

/**
 * The picture of a prediction. One from elsewhere is loaded from its own host, which does not learn where it is shown.
 * One that cannot be loaded leaves a sentence in its place.
 */
export function Picture({ of, className = '' }: { of: PictureOf; className?: string }) {
  const place = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  const allowed = useDocumentPolicy('pictures', of.image !== null && !of.imageIsOurs)
  useEffect(() => {
    // It may have failed before the page ran.
    if (place.current?.complete && place.current.naturalWidth === 0) setBroken(true)
  }, [])
  if (of.image === null) return null
  const source = sourceOf(of)
  if (broken) return <p className="mt-3 text-sm text-quiet">The picture could not be loaded.</p>
  return (
    <a href={source} target="_blank" rel="noopener noreferrer" className="mt-3 block">
      {allowed || of.imageIsOurs ? (
        <img
          ref={place}
          src={source}
          alt={`Forecast for ${of.gameName}, opens in full size`}
          referrerPolicy="no-referrer"
          loading="lazy"
          decoding="async"
          className={`picture ${className}`}
          onError={() => setBroken(true)}
        />
      ) : (
        <span className="link">Open the picture</span>
      )}
    </a>
  )
}
