/* Entry of a page of rules. */
import '../../style/pages/rules.css';
import { readOnly } from '../readonly.ts';
import { openFromRules } from './open.ts';

readOnly();
openFromRules();
