import { useEffect, useRef, useState } from 'react'

/** A picture of a prediction, as the API answers it. */
interface PictureOf {
  image: string | null
  imageIsOurs: boolean
  gameName: string
}

/** The picture's source. Our own is a path without a host, so that the request carries this address's session. */
const sourceOf = ({ image, imageIsOurs }: PictureOf): string =>
  imageIsOurs ? new URL(image!).pathname : image!

/**
 * The picture of a prediction. An external picture is loaded from its host without a referrer. A sentence replaces a
 * picture that cannot be loaded.
 */
export function Picture({ of, className = '' }: { of: PictureOf; className?: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    // The picture may have failed before this script ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true)
  }, [])
  if (of.image === null) return null
  const source = sourceOf(of)
  if (broken) return <p className="my-3 text-sm text-quiet">The picture could not be loaded.</p>
  return (
    <a href={source} target="_blank" rel="noopener noreferrer" className="my-3 block">
      <img
        ref={image}
        src={source}
        alt={`Forecast for ${of.gameName}, opens in full size`}
        referrerPolicy="no-referrer"
        loading="lazy"
        decoding="async"
        className={`picture ${className}`}
        onError={() => setBroken(true)}
      />
    </a>
  )
}
