/* Entry of a page that is only read: the theme and the chosen language, nothing else. The page works without it. */
import '../style/pages/player.css';
import { readOnly } from './readonly.ts';

readOnly();
