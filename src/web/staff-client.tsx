import { STAFF_ROUTES } from './staff-routes.ts'
import { startApp } from './start-app.tsx'

void startApp(STAFF_ROUTES)
