import { DEEP_TEMPLATES, ending } from './deep-templates.ts';

console.log(JSON.stringify(DEEP_TEMPLATES.map(ending)));
