import { PLAYER_ROUTES } from './routes.tsx'
import { startApp } from './start-app.tsx'
import './ui/styles.css'

void startApp(PLAYER_ROUTES)
