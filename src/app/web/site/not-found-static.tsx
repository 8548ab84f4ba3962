import { NotFound } from '../../../platform/web/site/not-found.tsx'

export default function NotFoundPage() {
  return <NotFound />
}
