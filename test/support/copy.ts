// Copies stdin to stdout over pipes that would block: using the streams of `process` makes them so.
import { readAll, writeAll } from '../../cli/process/stdio.ts';

void process.stdin;
void process.stdout;
writeAll(1, new TextDecoder().decode(readAll(0)));
